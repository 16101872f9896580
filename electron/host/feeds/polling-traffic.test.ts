import { expect, test } from 'vitest'
import { measurePolling, type PollingDay } from '#test/support/polling-day.ts'

const packed = { encodings: ['gzip'] as const }
const day = { minutes: 20, packing: packed } satisfies Partial<PollingDay>

/**
 * Per minute, over real HTTP. Before the look plan, 500 orders cost 24 requests, and 8.9 MB
 * uncompressed.
 */
test('500 orders cost few requests and bytes, and fewer while events bring everything', async () => {
  const alone = await measurePolling({ ...day, orders: 500, events: false })
  expect(alone.requests).toBeLessThanOrEqual(6)
  expect(alone.bytes).toBeLessThan(250_000)
  const proven = await measurePolling({ ...day, orders: 500, events: true })
  expect(proven.requests).toBeLessThanOrEqual(3)
  expect(proven.bytes).toBeLessThan(100_000)
})

test('without changes, a platform with ETags sends almost nothing', async () => {
  const packing = { ...packed, validators: 'etag' as const }
  const quiet = await measurePolling({ ...day, packing, orders: 20, events: false })
  expect(quiet.bytes).toBeLessThan(10_000)
})
