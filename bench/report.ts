// How a figure is printed: what it is, what it must be, whether it is.

export function figure(name: string, value: string, goal?: { text: string; met: boolean }): void {
  console.log(
    `  ${name.padEnd(52)} ${value.padStart(14)}${goal ? `   ${goal.met ? 'ok' : 'MISSED'} (${goal.text})` : ''}`,
  )
  if (goal && !goal.met) process.exitCode = 1
}

export function median(numbers: number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}
