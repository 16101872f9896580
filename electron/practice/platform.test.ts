import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { platformOperations } from '#platform/operations.ts'
import { pathOf } from '#platform/read-answer.ts'
import { basePaths } from './app.ts'
import { dialect } from './dialect.ts'
import { Effects } from './effects.ts'
import { Stamper } from './events/event.ts'
import { startPractice, type Practice } from './platform.ts'
import type { tokenInfo } from './practice-store.ts'
import { createAsk } from './version3.fixture.ts'
import { openSecondWebsite } from './website.ts'

const anyText: unknown = expect.any(String)
const start = Date.parse('2026-11-20T15:00:00.000Z')
let practice: Practice
let ask: ReturnType<typeof createAsk>

beforeAll(async () => {
  practice = await startPractice({ seed: 5 })
  ask = createAsk(practice)
})
afterAll(() => practice.close())

describe('the token', () => {
  test.each([
    ['none', {}],
    ['a wrong one', { authorization: 'Bearer wrong' }],
    ['one without its scheme', { authorization: 'practice-access-token' }],
  ])('%s is refused on every path', async (_name, headers) => {
    for (const path of ['/api/me', '/ecommerce/orders', '/ecommerce/menu', '/no/such/path']) {
      const { status, body } = await ask(path, { headers })
      expect(status).toBe(401)
      expect(body).toEqual({
        success: false,
        error: { error: 'unauthorized', message: anyText },
      })
    }
  })

  test('receives what it may see', async () => {
    const { status, body } = await ask<typeof tokenInfo>('/api/me')
    expect(status).toBe(200)
    expect(body.success).toBe(true)
    expect(body.data.website).toMatchObject({ name: 'La Cocina de Colón', countryCode: 'CL' })
    expect(body.data.stores).toEqual([
      {
        _id: practice.storeId,
        externalId: 'colon',
        name: 'Colón',
        timezone: 'America/Santiago',
      },
      {
        _id: 'store-punta-arenas',
        externalId: 'punta-arenas',
        name: 'Punta Arenas',
        timezone: 'America/Punta_Arenas',
      },
    ])
  })
})

/** Their methods and paths are in the table of platform/README.md (agreement/coverage.test.ts). */
const operationRoutes = Object.values(platformOperations).map(({ spec }) => {
  const path = pathOf(spec, dialect).replaceAll(/\{(\w+)\}/g, ':$1')
  return `${spec.method} ${basePaths[spec.base]}${path}`
})
const ownRoutes = [
  'GET /pictures/:file',
  'GET /',
  'GET /control/page.css',
  'GET /control/page.js',
  'GET /control/state',
  'POST /control/:action',
]

describe('the routes', () => {
  test('are exactly the operations and its own routes', () => {
    expect(practice.routes).toEqual([...operationRoutes, ...ownRoutes])
  })

  test('lead to the room of their own operation', () => {
    const { rooms } = openSecondWebsite({
      seed: 1,
      now: () => start,
      send: () => Promise.resolve(),
      effects: new Effects(),
      stamper: new Stamper(1, 'run', () => start),
      processMs: 1,
      closing: new AbortController().signal,
      onReady: () => undefined,
    })
    const answered = Object.entries(rooms).map(([name, { operation }]) => [name, operation])
    const names = Object.keys(platformOperations)
    expect(Object.fromEntries(answered)).toEqual(
      Object.fromEntries(names.map((name) => [name, name])),
    )
  })
})

test('the thing in the path is looked up before anything else is read', async () => {
  const unknown = { status: 404, body: { error: { error: 'not-found' } } }
  expect(await ask('/tabs/nowhere/tab-payments?limit=0')).toMatchObject(unknown)
  const headers = { authorization: `Bearer ${practice.token}` }
  const init = { method: 'PUT', headers, body: 'no JSON' }
  expect(await ask('/ecommerce/coupons/nothing', init)).toMatchObject(unknown)
})

test('an unknown route is answered in the envelope of its interface', async () => {
  expect(await ask('/ecommerce/nothing')).toMatchObject({ status: 404, body: { success: false } })
  const headers = { authorization: `Bearer ${practice.token}` }
  const method = await fetch(`${practice.v1}/nothing`, { method: 'POST', headers })
  expect(method.status).toBe(404)
  expect(await method.json()).toEqual({ status: 'error', error: 'No such method' })
})

test('the same seed and clock give the same orders', async () => {
  const one = await startPractice({ seed: 5, now: () => start })
  const other = await startPractice({ seed: 5, now: () => start })
  expect(await one.placeOrder()).toEqual(await other.placeOrder())
  await one.close()
  await other.close()
})

test('an unknown id rejects, and so does a port in use', async () => {
  await expect(practice.cancelOrder('nothing')).rejects.toThrow('no order nothing')
  const port = Number(new URL(practice.v3).port)
  await expect(startPractice({ port })).rejects.toThrow('EADDRINUSE')
})
