// Values inside of what a form edits, by their paths, such as `slides.0.alt`.

export function valueAt(content: object, path: string): unknown {
  return path.split('.').reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], content)
}

/** A copy with another value at that path, or with what a function makes of the value there. */
export function withValue<Content extends object>(content: Content, path: string, to: unknown): Content {
  const [key = '', ...rest] = path.split('.')
  const value = (content as Record<string, unknown>)[key]
  const next =
    rest.length > 0
      ? withValue(value as object, rest.join('.'), to)
      : typeof to === 'function'
        ? to(value)
        : to
  return Object.assign(Array.isArray(content) ? [...content] : { ...content }, { [key]: next }) as Content
}
