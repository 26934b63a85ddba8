// Clients that keep sending requests over connections that stay open, and count the responses.
import { Agent, request } from 'node:http'

export interface Visits {
  responses: number
  /** Responses of 400 and above, and errors of connections, by request. */
  failures: string[]
  /** Resolves once there are this many more responses. */
  more(count: number): Promise<void>
  stop(): Promise<void>
}

export interface Visit {
  path: string
  /** A body makes it a POST. */
  json?: unknown
}

/** @param next what the client with this number sends in this turn */
export function startVisits(
  port: number,
  clients: number,
  next: (client: number, turn: number) => Visit,
): Visits {
  const agent = new Agent({ keepAlive: true })
  const waiting = new Set<() => void>()
  let isStopped = false
  const visits: Visits = {
    responses: 0,
    failures: [],
    more(count) {
      const goal = visits.responses + count
      return new Promise((resolve) => {
        const look = () => {
          if (visits.responses < goal && !isStopped) return
          waiting.delete(look)
          resolve()
        }
        waiting.add(look)
        look()
      })
    },
    async stop() {
      isStopped = true
      await Promise.all(running)
      agent.destroy()
    },
  }
  const run = async (client: number) => {
    for (let turn = 0; !isStopped; turn++) {
      const visit = next(client, turn)
      const outcome = await send(agent, port, visit)
      if (typeof outcome === 'number') visits.responses++
      else visits.failures.push(`${visit.path}: ${outcome}`)
      for (const look of waiting) look()
    }
  }
  const running = Array.from({ length: clients }, (_, client) => run(client))
  return visits
}

/** @returns the status below 400, otherwise what went wrong */
function send(agent: Agent, port: number, { path, json }: Visit): Promise<number | string> {
  return new Promise((resolve) => {
    const failed = (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message)
    const body = json === undefined ? undefined : JSON.stringify(json)
    const outgoing = request(
      {
        agent,
        host: '127.0.0.1',
        port,
        path,
        method: body === undefined ? 'GET' : 'POST',
        headers: body === undefined ? {} : { 'content-type': 'application/json' },
      },
      async (response) => {
        try {
          const text = Buffer.concat(await response.toArray()).toString()
          const { statusCode = 0 } = response
          resolve(statusCode < 400 ? statusCode : `${statusCode} ${text.slice(0, 200)}`)
        } catch (error) {
          failed(error as Error)
        }
      },
    )
    outgoing.on('error', failed)
    outgoing.end(body)
  })
}
