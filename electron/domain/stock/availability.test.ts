import { expect, test } from 'vitest'
import type { StockAct } from '#contract/stock/stock.ts'
import { availabilityAfter } from './availability.ts'

const out = (until: Extract<StockAct, { kind: 'out' }>['until']): StockAct => ({
  kind: 'out',
  until,
})
const hours = {
  timeZone: 'America/Santiago',
  closedUntil: null,
  closedDays: [],
  special: [],
  periods: [{ days: [1, 2, 3, 4, 5, 6, 7], fromMinute: 720, toMinute: 1380 }],
}
const noon = '2026-11-21T15:00:00.000Z'

test.each<[string, StockAct, string, string | null]>([
  ['until further notice', out({ kind: 'notice' }), noon, null],
  ['for two hours', out({ kind: 'hours', hours: 2 }), noon, '2026-11-21T17:00:00.000Z'],
  ['until a time of today', out({ kind: 'time', time: '18:30' }), noon, '2026-11-21T21:30:00.000Z'],
  [
    'until a time of tomorrow',
    out({ kind: 'time', time: '11:00' }),
    noon,
    '2026-11-22T14:00:00.000Z',
  ],
  ['until the next opening', out({ kind: 'opening' }), noon, '2026-11-22T15:00:00.000Z'],
  [
    'until the next opening, four minutes before one',
    out({ kind: 'opening' }),
    '2026-11-21T14:56:00.000Z',
    '2026-11-22T15:00:00.000Z',
  ],
  // Clocks jump from 0:00 to 1:00 in the night to September 6.
  [
    'two hours across a change of the clocks',
    out({ kind: 'hours', hours: 2 }),
    '2026-09-06T03:00:00.000Z',
    '2026-09-06T05:00:00.000Z',
  ],
  [
    'a time that the clocks skip',
    out({ kind: 'time', time: '00:30' }),
    '2026-09-06T03:00:00.000Z',
    '2026-09-06T04:30:00.000Z',
  ],
  // And back from 24:00 to 23:00 in the night to April 5.
  [
    'a time that comes twice',
    out({ kind: 'time', time: '23:30' }),
    '2026-04-05T01:00:00.000Z',
    '2026-04-05T02:30:00.000Z',
  ],
  [
    'a time that comes again, the second time round',
    out({ kind: 'time', time: '23:45' }),
    '2026-04-05T03:30:00.000Z',
    '2026-04-05T03:45:00.000Z',
  ],
])('%s', (_title, act, now, until) => {
  const after = availabilityAfter(act, { now: Date.parse(now), timeZone: hours.timeZone, hours })
  expect(after).toEqual({ ok: true, value: { state: 'out', left: null, until } })
})

test('a count and a return', () => {
  const context = { now: Date.parse(noon), timeZone: hours.timeZone, hours }
  expect(availabilityAfter({ kind: 'count', left: 12 }, context)).toEqual({
    ok: true,
    value: { state: 'counted', left: 12, until: null },
  })
  expect(availabilityAfter({ kind: 'back' }, context)).toEqual({
    ok: true,
    value: { state: 'on-sale', left: null, until: null },
  })
})

test('the next opening of a store without hours is a clear error', () => {
  const context = { now: Date.parse(noon), timeZone: 'UTC', hours: null }
  expect(availabilityAfter(out({ kind: 'opening' }), context)).toMatchObject({
    error: { code: 'bad-input' },
  })
})
