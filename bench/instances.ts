// Several instances on one PostgreSQL: how long they take to start together, to show an edit, to send what a killed one left,
// whether requests fail while they are restarted, and what a second one adds.
import { execFileSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { setTimeout as rest } from 'node:timers/promises'
import { sql } from 'kysely'
import { callInstance, type Instance, type InstanceGroup, instanceGroup } from '../tests/support/instances.ts'
import { startRetryingProxy } from '../tests/support/retrying-proxy.ts'
import { sharedFolder } from '../tests/support/shared-storage.ts'
import { startSmtpPeer } from '../tests/support/smtp-peer.ts'
import { startTcpProxy } from '../tests/support/tcp-proxy.ts'
import { startVisits } from '../tests/support/visits.ts'
import { ownPostgres } from './own-postgres.ts'
import { figure, median } from './report.ts'
import { hasCommand, load } from './wrk.ts'

const admin = { email: 'owner@example.com', password: 'Correct-Horse-7!' }
const settings = { ADMIN_EMAIL: admin.email, ADMIN_PASSWORD: admin.password, THROTTLE: 'off' }
const list = '/getportfolio/public'
const seconds = (ms: number) => `${(ms / 1000).toFixed(1)} s`

export async function instances(): Promise<void> {
  const postgres = await ownPostgres()
  const withGroup = async (env: Record<string, string>, use: (group: InstanceGroup) => Promise<void>) => {
    const group = await instanceGroup(postgres.url, { ...settings, ...env }, await sharedFolder())
    try {
      await use(group)
    } finally {
      await group.close()
    }
  }
  try {
    for (const [count, demo] of [
      [2, 'off'],
      [3, 'off'],
      [3, 'on'],
    ] as const)
      await withGroup({ DEMO_CONTENT: demo }, async (group) => {
        const began = performance.now()
        await group.start(count)
        const name = `${count} start together, empty database${demo === 'on' ? ', with the demo' : ''}`
        figure(name, seconds(performance.now() - began))
      })
    await withGroup({ DEMO_CONTENT: 'off' }, async (group) => {
      const all = (await group.start(3)) as [Instance, Instance, Instance]
      await staleness(group, all)
      await restarts(group, all)
    })
    await killed(withGroup)
    await withGroup({}, throughput)
  } finally {
    await postgres.remove()
  }
}

/** Milliseconds from the response to an edit until the last of these instances shows it. */
async function untilShown(at: Instance[], name: string, isShown = (text: string) => text.includes(name)) {
  const began = performance.now()
  await Promise.all(
    at.map(async (instance) => {
      while (!isShown(JSON.stringify((await callInstance(instance, list)).body))) await rest(1)
    }),
  )
  return performance.now() - began
}

async function staleness(group: InstanceGroup, [one, two, three]: [Instance, Instance, Instance]) {
  const { cookie } = await callInstance(one, '/login', { json: admin })
  const fields = { purl: 'https://example.com', categories: 'Print', status: 'published' }
  const pimage = new Blob([Buffer.from(tinyPng, 'base64')])
  const added = await callInstance(one, '/portfolio/add-portfolio', {
    cookie,
    form: { ...fields, pname: 'Before', pimage },
  })
  let edits = 0
  const edit = async () => {
    const name = `Edit ${edits++} of it`
    const form = { ...fields, pname: name }
    const { status } = await callInstance(one, `/update/${added.body.portfolio.id}`, {
      method: 'PUT',
      cookie,
      form,
    })
    if (status !== 200) throw new Error(`the response to the edit was ${status}`)
    return name
  }
  const measure = async (title: string, count: number, most: number, next: () => Promise<number>) => {
    const times: number[] = []
    while (times.length < count) times.push(await next())
    const max = Math.max(...times)
    figure(`${title}: median of ${count}`, `${Math.round(median(times))} ms`)
    figure(`${title}: longest`, `${Math.round(max)} ms`, { text: `under ${most} ms`, met: max < most })
  }
  await untilShown([two, three], 'Before')
  await measure('an edit is shown by the others', 40, 1_000, async () =>
    untilShown([two, three], await edit()),
  )
  await measure('after a cut of LISTEN', 20, 1_000, async () => {
    await sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and state = 'idle' and query like '%from "counters"%'`.execute(
      group.db,
    )
    return untilShown([two, three], await edit())
  })
  const url = new URL(group.databaseUrl)
  const network = await startTcpProxy(Number(url.port))
  url.port = String(network.port)
  const [fourth] = (await group.start(1, { DATABASE_URL: url.href })) as [Instance]
  let last = 'Before'
  await measure('after every connection died silently', 5, 5_000, async () => {
    last = await edit()
    await untilShown([fourth], last)
    network.strand()
    const name = await edit()
    const time = await untilShown([fourth], name, (text) => !text.includes(last))
    await untilShown([fourth], name)
    return time
  })
  await fourth.stop()
  await network.stop()
}

const tinyPng =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

async function restarts(group: InstanceGroup, all: Instance[]) {
  const proxy = await startRetryingProxy(all.map(({ port }) => port))
  const paths = ['/', '/portfolio', list, '/about', '/check-auth']
  let messages = 0
  // Every tenth request is a message, which no proxy may send twice.
  const visits = startVisits(proxy.port, 16, (client, turn) => {
    if (turn % 10 !== 9) return { path: paths[(client + turn) % paths.length] ?? '/' }
    const json = { name: 'V', email: 'v@example.org', subject: 'S', message: `Message ${messages++}` }
    return { path: '/contacts', json }
  })
  const began = performance.now()
  for (const instance of all) {
    await visits.more(300)
    await instance.stop()
    await visits.more(300)
    await group.startAgain(instance)
  }
  await visits.more(300)
  await visits.stop()
  await proxy.stop()
  figure('restart of three under load, in all', seconds(performance.now() - began))
  figure('requests answered during it', String(visits.responses))
  figure('of them sent to a second instance by the proxy', String(proxy.retries))
  const failed = (isMessage: boolean) =>
    visits.failures.filter((failure) => failure.startsWith('/contacts') === isMessage).length
  figure('requests that failed, idempotent ones', String(failed(false)), {
    text: '0',
    met: failed(false) === 0,
  })
  figure('messages that failed', `${failed(true)} of ${messages}`)
}

async function killed(
  withGroup: (env: Record<string, string>, use: (group: InstanceGroup) => Promise<void>) => Promise<void>,
) {
  const smtp = await startSmtpPeer()
  await withGroup({ DEMO_CONTENT: 'off', SMTP_URL: smtp.url }, async (group) => {
    const [one] = (await group.start(2)) as [Instance]
    smtp.mode = 'hang'
    const offered = smtp.offered(smtp.offers + 1)
    await callInstance(one, '/contacts', {
      json: { name: 'V', email: 'v@example.org', subject: 'S', message: 'In the middle' },
    })
    await offered
    await one.stop('SIGKILL')
    smtp.mode = 'accept'
    const began = performance.now()
    await smtp.arrived(smtp.emails.length + 1)
    const time = performance.now() - began
    figure("until a killed one's email is sent", seconds(time), { text: 'under 90 s', met: time < 90_000 })
    figure('times that it was sent', String(smtp.emails.length), { text: '1', met: smtp.emails.length === 1 })
  })
  await smtp.stop()
}

/** Each instance and the wrk that loads it have a processor core for themselves, so that only what they share can slow them. */
async function throughput(group: InstanceGroup): Promise<void> {
  if (availableParallelism() < 2 || !hasCommand('wrk') || !hasCommand('taskset'))
    return figure('throughput skipped', 'needs two cores, wrk and taskset')
  const pair = await group.start(2)
  for (const [core, { pid }] of pair.entries())
    execFileSync('taskset', ['-a', '-c', '-p', String(core), String(pid)], { stdio: 'ignore' })
  const loaded = (instances: Instance[], seconds: number) =>
    Promise.all(instances.map(({ port }, core) => load(`http://127.0.0.1:${port}/`, { seconds, core })))
  await loaded(pair, 2)
  const [alone = 0] = await loaded(pair.slice(0, 1), 5)
  const together = (await loaded(pair, 5)).reduce((sum, rate) => sum + rate, 0)
  figure('Home cached, one instance and wrk on one core', `${Math.round(alone)}/s`)
  figure('two instances and two wrk on two cores', `${Math.round(together)}/s`)
  figure('two against one', (together / alone).toFixed(2), {
    text: 'at least 1.8',
    met: together / alone >= 1.8,
  })
}
