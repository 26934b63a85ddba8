// User and password in the URL of a setting, which often are pasted as they are.

/**
 * Whether a character of the user or the password ends the authority too early (RFC 3986, 3.2): a `/`, `?` or `#` before
 * the `@`. What follows it would be taken for a path, which is no secret and gets printed.
 */
export function cutsCredentials(text: string): boolean {
  const rest = text.slice(text.indexOf('://') + 3)
  const end = rest.search(/[/?#]/)
  return end >= 0 && rest.lastIndexOf('@') > end
}

/** Says so without repeating any of it. */
export function unescapedCredentials(name: string): string {
  return `${name} has an @ after a /, a ? or a #: percent-encode the user and the password in it (/ is %2F, ? is %3F, # is %23, @ is %40).`
}
