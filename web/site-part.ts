// What a page shows of the site's content, once for each document: a page that is opened again inside the site opens at once.

const parts = new Map<string, Promise<unknown>>()

/** The `clientLoader` of a page. What could not be loaded is loaded again the next time. */
export const once =
  <Part>(page: string) =>
  ({ serverLoader }: { serverLoader: () => Promise<Part> }): Promise<Part> => {
    const known = (parts.get(page) as Promise<Part> | undefined) ?? serverLoader()
    parts.set(page, known)
    known.catch(() => parts.delete(page))
    return known
  }

let isOutdated = false

/** This document has published other content: everything that the router has loaded of it is loaded again. */
export async function reloadSite(revalidate: () => Promise<void>): Promise<void> {
  parts.clear()
  isOutdated = true
  try {
    await revalidate()
  } finally {
    isOutdated = false
  }
}

/** Whether what the root has loaded is to be loaded again. The router asks more than once. */
export const isSiteOutdated = () => isOutdated
