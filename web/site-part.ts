// What a page shows of the site's content, once for each document: a page that is opened again inside the site opens at once.

const parts = new Map<string, Promise<unknown>>()

/** For a `clientLoader`. What could not be loaded is loaded again the next time. */
export function once<Part>(page: string, load: () => Promise<Part>): Promise<Part> {
  const known = (parts.get(page) as Promise<Part> | undefined) ?? load()
  parts.set(page, known)
  known.catch(() => parts.delete(page))
  return known
}
