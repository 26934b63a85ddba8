// Names the rows of a test table by the first characters of a value, which may be 50,000 long.

export function short(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length > 30 ? `${text.slice(0, 30)}…` : text
}

export function titled<Value>(value: Value): [string, Value] {
  return [short(value), value]
}
