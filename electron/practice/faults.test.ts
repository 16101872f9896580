import { afterEach, beforeEach, expect, test } from 'vitest'
import { startPractice, type Practice } from './platform.ts'

let practice: Practice
let id: string

beforeEach(async () => {
  practice = await startPractice()
  id = (await practice.placeOrder())._id
})
afterEach(() => practice.close())

const headers = () => ({ authorization: `Bearer ${practice.token}` })
const ready = () =>
  fetch(`${practice.v3}/ecommerce/orders/${id}/preparation-ready`, {
    method: 'POST',
    headers: headers(),
  })
const list = () => fetch(`${practice.v3}/ecommerce/orders`, { headers: headers() })
const effects = () => practice.effects().map(({ count }) => count)

test('a status, with Retry-After, for as long as it is asked for and nowhere else', async () => {
  practice.misbehave({
    path: '/orders',
    kind: 'status',
    status: 503,
    retryAfterSeconds: 7,
    times: 2,
  })
  for (const ask of [list, ready]) {
    const response = await ask()
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('7')
    expect(await response.json()).toMatchObject({ success: false })
  }
  expect(effects()).toEqual([])
  expect((await ready()).status).toBe(200)
})

test('a fault concerns its path only, and is over when the platform behaves', async () => {
  practice.misbehave({ path: 'preparation-ready', kind: 'status', status: 500 })
  for (let index = 0; index < 5; index += 1) expect((await ready()).status).toBe(500)
  expect((await list()).status).toBe(200)
  practice.behave()
  expect((await ready()).status).toBe(200)
})

test('a line that drops before the effect', async () => {
  practice.misbehave({ path: 'preparation-ready', kind: 'drop-before-effect', times: 1 })
  await expect(ready()).rejects.toThrow('fetch failed')
  expect(effects()).toEqual([])
  expect((await ready()).status).toBe(200)
  expect(effects()).toEqual([1])
})

test('a line that drops after the effect', async () => {
  practice.misbehave({ path: 'preparation-ready', kind: 'drop-after-effect', times: 1 })
  await expect(ready()).rejects.toThrow('fetch failed')
  expect(effects()).toEqual([1])
  expect((await ready()).status).toBe(200)
  expect(effects()).toEqual([2])
})

test('a delay, which closing the platform cuts short', async () => {
  practice.misbehave({ path: '/orders', kind: 'delay', milliseconds: 1, times: 1 })
  expect((await list()).status).toBe(200)
  practice.misbehave({ path: '/orders', kind: 'delay', milliseconds: 3_600_000 })
  const [slow] = await Promise.all([Promise.allSettled([list()]), practice.close()])
  expect(slow).toMatchObject([{ status: 'rejected' }])
})

test('an endpoint that this platform does not have', async () => {
  practice.misbehave({ path: '/ecommerce/orders', kind: 'no-such-endpoint' })
  expect((await list()).status).toBe(404)
  expect((await fetch(`${practice.v3}/api/me`, { headers: headers() })).status).toBe(200)
})
