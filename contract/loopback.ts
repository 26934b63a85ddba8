// The names under which a browser on the same machine opens the site.

const names: readonly string[] = ['localhost', '127.0.0.1', '[::1]']

/** @param hostname as URL.hostname gives it */
export function isLoopback(hostname: string): boolean {
  return names.includes(hostname)
}
