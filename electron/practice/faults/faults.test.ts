import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { startPractice, type Practice } from '../platform.ts'
import type { Fault } from './faults.ts'

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

describe('what each kind does to a request that changes something', () => {
  test.each([
    ['status', { status: 500 }, 'answers', 0],
    ['status-after-effect', { status: 503 }, 'answers', 1],
    ['drop-before-effect', {}, 'no answer', 0],
    ['drop-after-effect', {}, 'no answer', 1],
    ['drop-in-answer', {}, 'half an answer', 1],
    ['html', {}, 'answers', 0],
    ['unreadable', {}, 'answers', 0],
    ['no-such-endpoint', {}, 'answers', 0],
    ['delay', { milliseconds: 1 }, 'answers', 1],
  ] as const)('%s', async (kind, detail, outcome, count) => {
    practice.misbehave({ path: 'preparation-ready', kind, ...detail, times: 1 } as Fault)
    const came = await ready().then(
      (response) =>
        response.text().then(
          () => 'answers',
          () => 'half an answer',
        ),
      () => 'no answer',
    )
    expect(came).toBe(outcome)
    expect(effects()).toEqual(count === 0 ? [] : [count])
    expect((await ready()).status).toBe(200)
  })
})

test('a captive portal answers 200 with its login page', async () => {
  practice.misbehave({ path: '', kind: 'html' })
  const response = await list()
  expect(response.status).toBe(200)
  expect(response.headers.get('content-type')).toContain('text/html')
  expect(await response.text()).toContain('Log in')
})

test('an unreadable success and an error have the envelope of their interface', async () => {
  const answer = async (url: string) => (await fetch(url, { headers: headers() })).json()
  practice.misbehave({ path: '', kind: 'unreadable', times: 2 })
  expect(await answer(`${practice.v3}/api/me`)).toEqual({ success: true, data: 7 })
  expect(await answer(`${practice.v1}/updateStock`)).toEqual({ status: 'ok', data: 7 })
  practice.misbehave({ path: '', kind: 'status', status: 500 })
  expect(await answer(`${practice.v3}/api/me`)).toMatchObject({ success: false })
  expect(await answer(`${practice.v1}/updateStock`)).toMatchObject({ status: 'error' })
})

test('half of an answer comes before the connection drops', async () => {
  practice.misbehave({ path: '/orders', kind: 'drop-in-answer', times: 1 })
  const response = await list()
  expect(response.status).toBe(200)
  await expect(response.text()).rejects.toThrow('terminated')
})

test('a fault may be for one method only', async () => {
  practice.misbehave({ path: '/orders', method: 'POST', kind: 'status', status: 503 })
  expect((await list()).status).toBe(200)
  expect((await ready()).status).toBe(503)
})

test('a fault may be for each third request that fits, some times', async () => {
  practice.misbehave({ path: 'preparation-ready', kind: 'status', status: 503, every: 3, times: 2 })
  const statuses = []
  for (let index = 0; index < 10; index += 1) {
    statuses.push((await ready()).status)
    await list()
  }
  expect(statuses).toEqual([200, 200, 503, 200, 200, 503, 200, 200, 200, 200])
  expect(effects()).toEqual([8])
})

test('of two matching faults the first applies, and the control page has none', async () => {
  practice.misbehave({ path: '/orders', kind: 'status', status: 503, times: 1 })
  practice.misbehave({ path: '', kind: 'status', status: 500 })
  expect([(await list()).status, (await list()).status]).toEqual([503, 500])
  expect((await fetch(practice.control)).status).toBe(200)
})
