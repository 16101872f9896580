import { expect, test } from 'vitest'
import { FakeClock } from '#test/support/fake-clock.ts'
import { SharedFigures, type FigureSources } from './shared-figures.ts'

/** In Santiago it is 12:30, three hours behind. */
const start = '2026-11-20T15:30:00.000Z'

interface Order {
  receivedAt: string
  total: number | null
}

function open(orders: Record<string, Order | null>, more: Partial<FigureSources> = {}) {
  const clock = new FakeClock(start)
  const asked: string[] = []
  const figures = new SharedFigures({
    monotonic: () => clock.monotonic(),
    timeZone: () => 'America/Santiago',
    countryCode: () => 'CL',
    border: () => '04:00',
    ordersSince(from) {
      asked.push(from)
      return Object.keys(orders)
    },
    priceOf: (id) => orders[id] ?? null,
    coversOf: (day) => (day === '2026-11-20' ? 84 : 12),
    ...more,
  })
  return { clock, asked, orders, read: () => figures.read(clock.now()) }
}

test.for<[string, Record<string, Order | null>, Partial<FigureSources>, unknown]>([
  ['a day without orders', {}, {}, { amount: 0, currency: 'CLP' }],
  [
    'whole pesos',
    {
      a: { receivedAt: '2026-11-20T14:00:00.000Z', total: 23_380 },
      b: { receivedAt: '2026-11-20T15:00:00.000Z', total: 9_990 },
    },
    {},
    { amount: 33_370, currency: 'CLP' },
  ],
  [
    'orders of the day before, cancelled ones and ones without a total don’t count',
    {
      before: { receivedAt: '2026-11-20T06:59:59.000Z', total: 5_000 },
      first: { receivedAt: '2026-11-20T07:00:00.000Z', total: 7_000 },
      cancelled: null,
      unpriced: { receivedAt: '2026-11-20T14:00:00.000Z', total: null },
    },
    {},
    { amount: 7_000, currency: 'CLP' },
  ],
  [
    'cents are exact',
    {
      a: { receivedAt: '2026-11-20T14:00:00.000Z', total: 0.1 },
      b: { receivedAt: '2026-11-20T14:00:00.000Z', total: 0.2 },
    },
    { countryCode: () => 'BR' },
    { amount: 30, currency: 'BRL' },
  ],
  [
    'an unknown country',
    { a: { receivedAt: '2026-11-20T14:00:00.000Z', total: 5 } },
    { countryCode: () => '' },
    null,
  ],
])('%s', async ([, orders, more, salesToday]) => {
  expect(await open(orders, more).read()).toEqual({ salesToday, coversToday: 84 })
})

test('counted again every five minutes, and when the next business day begins', async () => {
  const { clock, asked, orders, read } = open({})
  await read()
  orders['late'] = { receivedAt: '2026-11-20T15:31:00.000Z', total: 4_000 }
  await clock.advance(5 * 60_000 - 1)
  expect(await read()).toMatchObject({ salesToday: { amount: 0 } })
  await clock.advance(1)
  expect(await read()).toMatchObject({ salesToday: { amount: 4_000 } })
  expect(asked).toHaveLength(2)
  await clock.advance(Date.parse('2026-11-21T07:00:00.000Z') - clock.now())
  expect(await read()).toEqual({ salesToday: { amount: 0, currency: 'CLP' }, coversToday: 12 })
  expect(asked.at(-1)).toBe('2026-11-21T07:00:00.000Z')
})
