// The time from the start of the process to the first 200 with an existing database, and the memory at rest.
import { setTimeout as rest } from 'node:timers/promises'
import { spawnServer } from '../tests/support/server-process.ts'
import { type Figure, median, memoryOf, startMeasured } from './measure.ts'

export async function* start(): AsyncGenerator<Figure> {
  await using measured = await startMeasured()
  await measured.server.stop()
  const times: number[] = []
  const memories: number[] = []
  for (let run = 0; run < 5; run++) {
    const begin = performance.now()
    const server = await spawnServer(measured.env)
    while (!(await fetch(server.url).catch(() => null))?.ok) await rest(2)
    times.push(performance.now() - begin)
    await rest(3_000)
    memories.push(memoryOf(server.pid))
    await server.stop()
  }
  yield { what: 'Start to the first 200, with a database', value: median(times), unit: 'ms', atMost: 600 }
  yield { what: 'Memory at rest', value: median(memories), unit: 'MiB', atMost: 130 }
}
