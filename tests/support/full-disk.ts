// A database whose disk is full when a test says so.
import { type KyselyPlugin, OperationNodeTransformer } from 'kysely'

/** Rejects every update while it is full, and counts these. */
export function fullDisk() {
  const disk = { isFull: false, rejected: 0 }
  class Rejecting extends OperationNodeTransformer {
    protected override transformUpdateQuery(
      ...args: Parameters<OperationNodeTransformer['transformUpdateQuery']>
    ) {
      // Not for ever: where these are tried in a loop, no test would come to its end.
      if (disk.isFull && disk.rejected < 1_000) {
        disk.rejected++
        throw Object.assign(new Error('database or disk is full'), { code: '53100' })
      }
      return super.transformUpdateQuery(...args)
    }
  }
  const rejecting = new Rejecting()
  const plugin: KyselyPlugin = {
    transformQuery: ({ node, queryId }) => rejecting.transformNode(node, queryId),
    transformResult: async ({ result }) => result,
  }
  return { disk, plugin }
}
