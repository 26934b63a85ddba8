// What this tab and this browser store; undefined where their storage is blocked or full, and on the server.
export const inTab = <Result>(use: (storage: Storage) => Result) => attempt(() => use(sessionStorage))
export const inBrowser = <Result>(use: (storage: Storage) => Result) => attempt(() => use(localStorage))

function attempt<Result>(work: () => Result): Result | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}
