// User and password in the URL of a setting, which are often pasted unescaped.

/**
 * @throws Error, without any part of the URL, where a character of the user or the password ends the authority too early
 * (RFC 3986, 3.2): a `/`, `?` or `#` before the `@`. What follows it would be parsed as a path, which is not treated as a
 * secret and is printed.
 */
export function checkCredentials(name: string, text: string): void {
  const rest = text.slice(text.indexOf('://') + 3)
  const end = rest.search(/[/?#]/)
  if (end >= 0 && rest.lastIndexOf('@') > end)
    throw new Error(
      `${name} has an @ after a /, a ? or a #: percent-encode the user and the password in it (/ is %2F, ? is %3F, # is %23, @ is %40).`,
    )
}

export function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // A percent sign that nobody escaped.
    return text
  }
}
