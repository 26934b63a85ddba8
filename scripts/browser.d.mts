export function findBrowser(wanted?: { whole?: boolean }): string | undefined
