// Names of projects are unique, also under concurrent requests.
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { emptyPortfolio, portfolioCalls } from '../support/calls.ts'
import { type Running, sharedApp } from '../support/start.ts'

let app: Running
let cookie: string

sharedApp(async (started) => {
  app = started
  cookie = await app.asAdmin()
})
beforeEach(() => emptyPortfolio(app))

const { add, added, update, list } = portfolioCalls(() => ({ app, cookie }))

describe('names are unique', () => {
  const taken = 'Project name already exists. Please use a unique name.'
  test.each(['Fjord Hotel', '  fjord HOTEL ', 'FJORD HOTEL'])('%j is taken', async (pname) => {
    const first = await added()
    const { status, body } = await add({ pname })
    expect([status, body]).toEqual([
      409,
      { success: false, code: 'duplicate', message: taken, errors: { pname: taken } },
    ])
    const second = await added({ pname: 'Second' })
    expect((await update(second.id, { pname })).status).toBe(409)
    expect((await list()).portfolios).toEqual([second, first])
  })

  test.each([
    ['Vélo', 'Velo'],
    ['कि', 'का'],
    ['が', 'か'],
  ])('%s and %s are two names', async (one, other) => {
    await added({ pname: one })
    await added({ pname: other })
  })

  test('one name added six times at the same moment: one is stored, and no file is left over', async () => {
    const folder = join(app.context.config.dataDir, 'uploads')
    const before = await readdir(folder)
    const responses = await Promise.all(Array.from({ length: 6 }, () => add()))
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409, 409])
    expect((await list()).total).toBe(1)
    expect((await readdir(folder)).length - before.length).toBe(1)
  })

  test('two items renamed alike at the same moment: one gets the name, the other 409', async () => {
    const [one, two] = [await added({ pname: 'One' }), await added({ pname: 'Two' })]
    const responses = await Promise.all([
      update(one.id, { pname: 'Same' }),
      update(two.id, { pname: 'same' }),
    ])
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409])
  })
})
