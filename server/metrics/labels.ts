// What a label may say: every value is one of a few, so that no client can make the series grow.

/** The route of what no pattern fits. */
export const unknownRoute = 'unknown'

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

export function methodLabel(method: string): string {
  return methods.has(method) ? method : 'other'
}

const operations = new Set(['select', 'insert', 'update', 'delete', 'begin', 'commit'])

/** @param sql of a statement; only its first word is looked at. */
export function operationLabel(sql: string): string {
  const [word = ''] = /^\s*\w+/.exec(sql.slice(0, 40)) ?? []
  const operation = word.trim().toLowerCase()
  return operations.has(operation) ? operation : 'other'
}
