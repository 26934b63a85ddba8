import { describe, expect, inject, test } from 'vitest'
import { sendMessage, type ThreeInstances, threeInstances, toOwner } from '../support/peers/instances.ts'

describe.runIf(inject('postgres') !== null)('of three instances', () => {
  const started = threeInstances({ DEMO_CONTENT: 'off' })

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
    const paths = ['/', '/portfolio', '/getportfolio/public', '/about', '/check-auth']
    const failures: string[] = []
    let responses = 0
    let isStopped = false
    const clients = Array.from({ length: 6 }, async (_, client) => {
      for (let turn = client; !isStopped; turn++) {
        const path = paths[turn % paths.length] ?? '/'
        if (await isServed(path, started.all, turn)) responses++
        else failures.push(path)
      }
    })
    const more = () => {
      const goal = responses + 100
      return expect.poll(() => responses, { timeout: 30_000 }).toBeGreaterThan(goal)
    }
    for (const [index, instance] of all.entries()) {
      await more()
      expect(await instance.stop()).toBe(0)
      await more()
      const [again] = await group.startAgain(instance)
      started.all[index] = again ?? instance
    }
    await more()
    isStopped = true
    await Promise.all(clients)
    expect(failures).toEqual([])
  })
})

/**
 * As a load balancer does it (deploy/nginx-instances.conf): the next instance for each request, and another one where that
 * fails or is unavailable.
 */
async function isServed(path: string, instances: ThreeInstances['all'], turn: number): Promise<boolean> {
  for (let tries = 0; tries < instances.length; tries++) {
    const { port } = instances[(turn + tries) % instances.length] ?? instances[0]
    const response = await fetch(`http://127.0.0.1:${port}${path}`).catch(() => null)
    await response?.arrayBuffer()
    if (response && response.status < 400) return true
    // A page that fails is a failure; an instance that ends is none.
    if (response && response.status !== 503) return false
  }
  return false
}
