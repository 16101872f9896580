import { expect, test } from 'vitest'
import {
  beginningOf,
  beginningOfDayAt,
  boundsOfDays,
  businessDayOf,
  hourOf,
} from './business-day.ts'

test.for<[string, string, string, string, string]>([
  ['after midnight', '2026-11-21T05:59:00Z', 'America/Santiago', '04:00', '2026-11-20'],
  ['at the border', '2026-11-21T07:00:00Z', 'America/Santiago', '04:00', '2026-11-21'],
  ['just before it', '2026-11-21T06:59:59.999Z', 'America/Santiago', '04:00', '2026-11-20'],
  ['at noon', '2026-11-20T15:00:00Z', 'America/Santiago', '04:00', '2026-11-20'],
  ['with a border at midnight', '2026-11-21T03:00:00Z', 'America/Santiago', '00:00', '2026-11-21'],
  ['before a late border', '2026-11-20T15:00:00Z', 'America/Santiago', '13:00', '2026-11-19'],
  ['in the month before', '2026-03-01T05:00:00Z', 'America/Sao_Paulo', '04:00', '2026-02-28'],
  ['in the year before', '2027-01-01T05:00:00Z', 'America/Sao_Paulo', '04:00', '2026-12-31'],
  // Chile's clocks go from 24:00 to 01:00 on 6 September 2026, and from 24:00 back to 23:00 on 4
  // April.
  [
    'in a night that lacks an hour',
    '2026-09-06T06:30:00Z',
    'America/Santiago',
    '04:00',
    '2026-09-05',
  ],
  ['after it', '2026-09-06T07:00:00Z', 'America/Santiago', '04:00', '2026-09-06'],
  [
    'the hour that comes twice, first',
    '2026-04-05T02:30:00Z',
    'America/Santiago',
    '23:30',
    '2026-04-04',
  ],
  [
    'the hour that comes twice, again',
    '2026-04-05T03:30:00Z',
    'America/Santiago',
    '23:30',
    '2026-04-04',
  ],
  // Spain's clocks go from 02:00 to 03:00, so that night has no half past two.
  ['a border that the night lacks', '2026-03-29T00:59:00Z', 'Europe/Madrid', '02:30', '2026-03-28'],
  ['and after it', '2026-03-29T01:00:00Z', 'Europe/Madrid', '02:30', '2026-03-29'],
])('%s', ([_name, instant, zone, border, day]) => {
  expect(businessDayOf(Date.parse(instant), zone, border)).toBe(day)
})

test.for<[string, string, string]>([
  ['2026-11-20', 'America/Santiago', '2026-11-20T07:00:00.000Z'],
  ['2026-09-06', 'America/Santiago', '2026-09-06T07:00:00.000Z'],
  ['2026-09-05', 'America/Santiago', '2026-09-05T08:00:00.000Z'],
])('%s in %s begins at %s', ([day, zone, instant]) => {
  const from = beginningOf(day, zone, '04:00')
  expect(new Date(from).toISOString()).toBe(instant)
  expect(businessDayOf(from, zone, '04:00')).toBe(day)
  expect(businessDayOf(from - 1, zone, '04:00')).not.toBe(day)
})

test('hours follow the store’s clock, also in zones with half hours', () => {
  const at = Date.parse('2026-11-20T12:40:00Z')
  expect(new Date(hourOf(at, 'Asia/Kolkata')).toISOString()).toBe('2026-11-20T12:30:00.000Z')
  expect(new Date(hourOf(at, 'UTC')).toISOString()).toBe('2026-11-20T12:00:00.000Z')
})

// The clocks change by half an hour on Lord Howe, at a quarter to three on Chatham, and not in Nepal.
const nights: [string, string, string, number][] = [
  ['Australia/Lord_Howe', '2026-04-04', '04:00', 24.5],
  ['Australia/Lord_Howe', '2026-10-03', '04:00', 23.5],
  ['Pacific/Chatham', '2026-04-04', '04:00', 25],
  ['Pacific/Chatham', '2026-09-26', '04:00', 23],
  ['Asia/Kathmandu', '2026-12-31', '04:00', 24],
  ['Asia/Kolkata', '2028-02-28', '04:00', 24],
  ['America/Santiago', '2026-09-05', '04:00', 23],
  ['America/New_York', '2026-10-31', '04:00', 25],
  ['America/St_Johns', '2026-03-07', '04:00', 23],
  ['Africa/Cairo', '2026-04-24', '00:00', 23],
  ['Asia/Beirut', '2026-10-24', '00:00', 25],
  // The border comes twice, or not at all.
  ['America/New_York', '2026-10-31', '01:30', 24],
  ['America/New_York', '2026-11-01', '01:30', 25],
  ['Europe/Madrid', '2026-03-28', '02:30', 23.5],
  ['Europe/Madrid', '2026-03-29', '02:30', 23.5],
]
const hourMs = 3_600_000

test.for(nights)(
  'a night of %s on %s with the border %s has %d hours',
  ([zone, day, border, hours]) => {
    const { from, to } = boundsOfDays({ from: day, to: day }, zone, border)
    expect((to - from) / hourMs).toBe(hours)
    const wrong: string[] = []
    for (let at = from; at < to; at += 5 * 60_000)
      if (businessDayOf(at, zone, border) !== day || beginningOfDayAt(at, zone, border) !== from)
        wrong.push(new Date(at).toISOString())
    expect(wrong).toEqual([])
    for (const other of [from - 1, to]) expect(businessDayOf(other, zone, border)).not.toBe(day)
  },
)
