// Of three instances on one PostgreSQL and one bucket some are killed, stopped and started: nothing is lost, nothing is done twice
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { sendMessage, type ThreeInstances, threeInstances, toOwner } from '../support/instances.ts'
import { startRetryingProxy } from '../support/retrying-proxy.ts'
import { sharedBucket } from '../support/shared-storage.ts'
import { startVisits } from '../support/visits.ts'

describe.runIf(inject('postgres') !== null)('of three instances', () => {
  const started = threeInstances({ DEMO_CONTENT: 'off' }, sharedBucket)

  test('a killed one leaves its email to the others: sent within 90 seconds, and once', async () => {
    const { smtp, group, all } = started
    const before = smtp.emails.length
    smtp.mode = 'hang'
    const offered = smtp.offered(smtp.offers + 1)
    expect(await sendMessage(all[1], 'In the middle')).toBe(201)
    await offered
    await all[1].stop('SIGKILL')
    smtp.mode = 'accept'
    // The minute passes after which the others take it as killed.
    const ago = new Date(Date.now() - 60_000).toISOString()
    await group.db.updateTable('jobs').set({ changed_at: ago }).where('claim', 'is not', null).execute()
    await smtp.arrived(before + 1)
    await expect
      .poll(() => group.db.selectFrom('jobs').select('id').where('queue', '=', 'mail').execute())
      .toEqual([])
    expect(toOwner(started, /In the middle/)).toHaveLength(1)
    const [again] = await group.startAgain(all[1])
    started.all[1] = again ?? all[1]
  })

  test('one after the other is restarted under load, and no request fails behind a proxy that retries', async () => {
    const { group, all } = started
    const proxy = await startRetryingProxy(all.map(({ port }) => port))
    const paths = ['/', '/portfolio', '/getportfolio/public', '/about', '/check-auth']
    const visits = startVisits(proxy.port, 6, (client, turn) => ({
      path: paths[(client + turn) % paths.length] ?? '/',
    }))
    try {
      for (const [index, instance] of all.entries()) {
        await visits.more(100)
        expect(await instance.stop()).toBe(0)
        await visits.more(100)
        const [again] = await group.startAgain(instance)
        started.all[index] = again ?? instance
      }
      await visits.more(100)
    } finally {
      await visits.stop()
      await proxy.stop()
    }
    expect(visits.failures).toEqual([])
    expect(visits.responses).toBeGreaterThanOrEqual(700)
  })

  test('one makes the scheduled backup and one runs the cleanup jobs, also when all start together', async () => {
    const { group, all } = started
    const folder = await mkdtemp(join(tmpdir(), 'portfolio-backups-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    await Promise.all(all.map((instance) => instance.stop()))
    // An hour later: one that was killed may have run the last cleanup.
    await group.db.updateTable('jobs').set({ due_at: '' }).where('queue', '=', 'cleanup').execute()
    await countCleanups(started)
    const settings = { 'backup-interval': 'daily', 'backup-keep': '5' }
    for (const [name, value] of Object.entries(settings))
      await group.db.insertInto('settings').values({ name, value }).execute()

    for (const instance of started.all) instance.env.BACKUP_DIR = folder
    started.all = (await group.startAgain(...started.all)) as ThreeInstances['all']
    const state = () => group.db.selectFrom('backup_state').selectAll().executeTakeFirstOrThrow()
    await expect.poll(async () => (await state()).made_at).not.toBeNull()
    const cleanups = async () => (await sql`select * from cleanups`.execute(group.db)).rows.length
    await expect.poll(cleanups).toBeGreaterThan(0)
    expect(await readdir(folder)).toHaveLength(1)
    const events = await group.db.selectFrom('audit_events').select('kind').execute()
    expect(events.filter(({ kind }) => kind === 'backup.created')).toHaveLength(1)
    expect(await cleanups()).toBe(1)
  })
})

/** Each run of the cleanup jobs, and nothing else, deletes from the audit trail. */
async function countCleanups({ group }: ThreeInstances): Promise<void> {
  await sql`create table cleanups (at timestamptz default now())`.execute(group.db)
  await sql`create function count_cleanup() returns trigger language plpgsql as
    $$ begin insert into cleanups default values; return null; end $$`.execute(group.db)
  await sql`create trigger counted after delete on audit_events
    for each statement execute function count_cleanup()`.execute(group.db)
}
