// Restarts under keep-alive load: a request whose bytes were sent before the signal gets its response.
import { Agent, request } from 'node:http'
import { setTimeout as delay } from 'node:timers/promises'
import { freePort, startServer } from '../../support/server-process.ts'
import { freshSqlite } from './databases.ts'
import { must, seconds } from './expectations.ts'

const times = 20
const clients = 16
/** Requests between two restarts. */
const between = 300
/** Milliseconds for a stop with only short requests in flight. */
const stopWithin = 3_000
const pause = 5

interface Failure {
  /** When the system had accepted the last byte of the request; null when it never did. */
  sentAt: number | null
  code: string
}

export async function restarts(): Promise<string> {
  const database = await freshSqlite()
  const port = await freePort()
  const env = { ...database.env, PORT: String(port) }
  const agent = new Agent({ keepAlive: true })
  const failures: Failure[] = []
  let responses = 0
  let slowestStop = 0
  let busy = true

  const client = async (number: number) => {
    for (let turn = 0; busy; turn++) {
      const body = turn % 2 === 0 ? `message ${turn} of ${number}` : null
      const failure = await send(agent, port, body)
      if (!failure) responses++
      else {
        failures.push(failure)
        await delay(pause)
      }
    }
  }
  const until = async (count: number) => {
    while (responses < count) await delay(pause)
  }

  let server = await startServer(env)
  const load = Array.from({ length: clients }, (_, number) => client(number))
  try {
    for (let time = 1; time <= times; time++) {
      await until(responses + between)
      const known = failures.length
      const signalled = performance.now()
      const code = await server.stop()
      const took = performance.now() - signalled
      slowestStop = Math.max(slowestStop, took)
      must(code === 0, `stop ${time} ended with ${code}`)
      must(took < stopWithin, `stop ${time} took ${seconds(took)}`)
      const cut = failures.slice(known).filter(({ sentAt }) => sentAt !== null && sentAt < signalled)
      must(cut.length === 0, `stop ${time} cut ${cut.length} requests sent before it: ${cut[0]?.code}`)
      server = await startServer(env)
    }
    return `${times} restarts, ${responses} responses, 0 requests cut that were sent before the signal, slowest stop ${seconds(slowestStop)}`
  } finally {
    busy = false
    await Promise.all(load)
    agent.destroy()
    await server.stop()
    await database.remove()
  }
}

/** @returns null when a complete response arrived. */
function send(agent: Agent, port: number, message: string | null): Promise<Failure | null> {
  return new Promise((resolve) => {
    let sentAt: number | null = null
    const failed = (error: Error) =>
      resolve({ sentAt, code: (error as NodeJS.ErrnoException).code ?? error.message })
    const outgoing = request(
      {
        agent,
        port,
        host: '127.0.0.1',
        path: message === null ? '/' : '/contacts',
        method: message === null ? 'GET' : 'POST',
        headers: message === null ? {} : { 'content-type': 'application/json' },
      },
      (response) => {
        response.on('error', failed)
        response.on('end', () => resolve(null))
        response.resume()
      },
    )
    outgoing.on('error', failed)
    outgoing.on('finish', () => {
      sentAt = performance.now()
    })
    outgoing.end(
      message === null
        ? undefined
        : JSON.stringify({ name: 'Visitor', email: 'visitor@example.com', subject: 'Restart', message }),
    )
  })
}
