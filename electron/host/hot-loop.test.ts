import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import type { Connection } from '#platform/connection.ts'
import { valueOfOk } from '#test/support/reservations.ts'
import { FakeClock } from '#test/support/fake-clock.ts'
import { openTestStore } from '#test/support/kitchen.ts'
import { notice, set } from '#test/support/stock-board.ts'

const minutes = 10

/**
 * A platform that rejects everything and asks for a retry at once, and the number of requests by
 * path.
 */
async function startGreedy(status: number, retryAfter: string) {
  const asked = new Map<string, number>()
  const server = createServer((request, response) => {
    const path = new URL(request.url ?? '', 'http://127.0.0.1').pathname
    asked.set(path, (asked.get(path) ?? 0) + 1)
    request.resume()
    response.writeHead(status, { 'retry-after': retryAfter, 'content-type': 'application/json' })
    response.end('{"success":false}')
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.close()
    server.closeAllConnections()
  })
  return { asked, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

test.each([
  [429, '0'],
  [429, 'Fri, 20 Nov 2020 15:30:00 GMT'],
  [503, '-5'],
])(
  'a platform that answers %i and `Retry-After: %s` to everything gets few requests',
  async (status, retryAfter) => {
    const { asked, origin } = await startGreedy(status, retryAfter)
    const clock = new FakeClock(new Date().toISOString())
    let reach: Partial<Connection> = {}
    const store = await openTestStore({ clock, list: true, reach: () => reach })
    await expect
      .poll(async () => valueOfOk(await store.call('stock.board', {})).items.length)
      .toBeGreaterThan(0)
    reach = { v3Url: `${origin}/v3`, v1Url: `${origin}/v1`, tabsUrl: `${origin}/tabs` }
    await store.restart()
    valueOfOk(await set(store, ['product:P101'], notice))
    for (let second = 0; second < minutes * 60; second += 1) {
      await clock.advance(1_000)
      await new Promise((answered) => setTimeout(answered, 2))
    }
    const times = (path: string): number => asked.get(path) ?? 0
    if (status === 503) {
      // It is out: nothing but a probe every five seconds, by turns of two kinds.
      for (const path of ['/v3/ecommerce/orders', '/v3/api/me'])
        expect([path, times(path)]).toEqual([path, expect.toSatisfy((n: number) => n <= 75)])
      expect(times('/v3/ecommerce/menu')).toBeLessThanOrEqual(1)
      expect(times('/v1/updateStock')).toBe(0)
      return
    }
    // They slow down: from 15 s and 60 s to five and ten minutes.
    for (const path of ['/v3/ecommerce/orders', '/v3/ecommerce/menu', '/v3/api/me'])
      expect([path, times(path)]).toEqual([path, expect.toSatisfy((n: number) => n >= 1 && n <= 7)])
    // Every 15 s in the end.
    expect(times('/v1/updateStock')).toBeLessThanOrEqual(minutes * 4 + 5)
    expect(times('/v1/updateStock')).toBeGreaterThanOrEqual(minutes * 2)
  },
)
