// Visitors who keep sending messages whatever happens, and record which were acknowledged.
import { setTimeout as delay } from 'node:timers/promises'

export interface Visitors {
  /** Texts of the messages that the server has acknowledged with 201. */
  readonly acknowledged: Set<string>
  /** How often each status was received; 0 stands for a connection that broke or was rejected. */
  readonly statuses: Map<number, number>
  /** Milliseconds of the slowest response. */
  slowest(): number
  /** Milliseconds of the slowest response that needs no database, as a baseline. */
  slowestWithout(): number
  /** Resolves once there are this many acknowledged messages in all. */
  until(count: number): Promise<void>
  leave(): Promise<void>
}

/** Milliseconds until a visitor without a connection retries. */
const pause = 20

export function startVisitors(url: () => string, count: number): Visitors {
  const acknowledged = new Set<string>()
  const statuses = new Map<number, number>()
  let slowest = 0
  let stay = true
  let sent = 0

  const visit = async () => {
    while (stay) {
      const text = `message ${sent++} of ${process.pid}`
      const began = performance.now()
      const status = await send(url(), text)
      slowest = Math.max(slowest, performance.now() - began)
      statuses.set(status, (statuses.get(status) ?? 0) + 1)
      if (status === 201) acknowledged.add(text)
      else await delay(pause)
    }
  }
  let slowestWithout = 0
  const control = async () => {
    while (stay) {
      const began = performance.now()
      await fetch(`${url()}/healthz`).catch(() => {})
      slowestWithout = Math.max(slowestWithout, performance.now() - began)
      await delay(pause)
    }
  }
  const visits = [control(), ...Array.from({ length: count }, visit)]
  return {
    acknowledged,
    statuses,
    slowest: () => slowest,
    slowestWithout: () => slowestWithout,
    async until(wanted) {
      while (acknowledged.size < wanted) await delay(pause)
    },
    async leave() {
      stay = false
      await Promise.all(visits)
    },
  }
}

export async function send(url: string, message: string): Promise<number> {
  try {
    const response = await fetch(`${url}/contacts`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'Visitor', email: 'visitor@example.com', subject: 'Fault', message }),
      signal: AbortSignal.timeout(20_000),
    })
    await response.arrayBuffer()
    return response.status
  } catch {
    return 0
  }
}
