import { describe, expect, test } from 'vitest'
import { everyCoupon, everyLoyaltyClient } from '../lists.ts'
import { EvenPace } from './pace.ts'
import { connect, data, pageOf, records, collectSteps } from '../lists/list.fixture.ts'

describe('a platform that asks for a later request', () => {
  const later = { status: 429, headers: { 'retry-after': '2' }, body: {} }

  test('is asked again up to three times, after the time that it gives', async () => {
    const { connection, seen, waited } = await connect((_request, nth) =>
      nth <= 3 ? later : data({ items: records(1, 2) }),
    )
    expect(await collectSteps(everyCoupon(connection))).toMatchObject({ ids: ['c1', 'c2'] })
    expect(seen).toHaveLength(4)
    expect(waited).toEqual([2000, 2000, 2000])
  })

  test('and then it fails, and says where to continue', async () => {
    const { connection, seen } = await connect((request) =>
      pageOf(request) === 1 ? data({ items: records(1, 2), totalPages: 2 }) : later,
    )
    expect(await collectSteps(everyCoupon(connection))).toMatchObject({
      ids: ['c1', 'c2'],
      last: { failure: { status: 429, retryAfterMs: 2000 }, resume: { page: 2 } },
    })
    expect(seen).toHaveLength(5)
  })

  test.each([
    [503, undefined, 4],
    [500, 2, 3],
    [429, 0, 1],
  ])('%i with %s repeats allowed: %i requests', async (status, retries, requests) => {
    const headers: Record<string, string> = status === 503 ? { 'retry-after': '1' } : {}
    const { connection, seen } = await connect(() => ({ status, headers, body: {} }))
    const options = retries === undefined ? {} : { retries }
    expect(await collectSteps(everyCoupon(connection, {}, options))).toMatchObject({
      last: { ok: false },
    })
    expect(seen).toHaveLength(requests)
  })
})

test('all lists of a connection together ask five times a second', async () => {
  const { connection, seen, waited } = await connect((request) =>
    data({ items: records(pageOf(request), pageOf(request)), totalPages: 3 }),
  )
  await collectSteps(everyCoupon(connection))
  await collectSteps(everyLoyaltyClient({ ...connection }))
  expect(seen).toHaveLength(6)
  expect(waited).toEqual([200, 200, 200, 200, 200])
})

test('a new pace applies from the next request on', async () => {
  let requestsPerSecond = 50
  const waited: number[] = []
  const pace = new EvenPace({
    requestsPerSecond: () => requestsPerSecond,
    now: () => 0,
    wait: (milliseconds) => Promise.resolve(void waited.push(milliseconds)),
  })
  await pace.turn()
  await pace.turn()
  requestsPerSecond = 1
  await pace.turn()
  await pace.turn()
  expect(waited).toEqual([20, 40, 1040])
})
