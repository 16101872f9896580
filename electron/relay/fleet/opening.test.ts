import { expect, test } from 'vitest'
import type { OpeningHours } from '#contract/relay/opening-hours.ts'
import { openingAt } from './opening.ts'

type Week = OpeningHours['week']
type Periods = Week[number]

const every = (periods: Periods): Week => Array.from({ length: 7 }, () => periods)
const hoursOf = (zone: string, week: Week, days: OpeningHours['days'] = []): OpeningHours => ({
  ...{ zone, week, days },
})
const iso = (at: number | null | undefined): string | null | undefined =>
  typeof at === 'number' ? new Date(at).toISOString().slice(0, 16) : at

const lunchAndDinner = every([
  [12 * 60, 15 * 60],
  [19 * 60, 23 * 60],
])
/** From 18:00 until 2:00 of the next day. */
const nights = every([[18 * 60, 26 * 60]])
const santiago = 'America/Santiago'
const newYork = 'America/New_York'
const madrid = 'Europe/Madrid'

/** What is so at an instant of the store's clock, since when and until when (UTC). */
test.for<[string, OpeningHours, string, boolean, string | null, string]>([
  [
    'at lunch',
    hoursOf(santiago, lunchAndDinner),
    '2026-11-20T16:00:00.000Z',
    true,
    '2026-11-20T15:00',
    '2026-11-20T18:00',
  ],
  [
    'between lunch and dinner',
    hoursOf(santiago, lunchAndDinner),
    '2026-11-20T18:00:00.000Z',
    false,
    '2026-11-20T18:00',
    '2026-11-20T22:00',
  ],
  [
    'in the first minute',
    hoursOf(santiago, lunchAndDinner),
    '2026-11-20T15:00:00.000Z',
    true,
    '2026-11-20T15:00',
    '2026-11-20T18:00',
  ],
  [
    'a night, before midnight',
    hoursOf(santiago, nights),
    '2026-11-21T02:00:00.000Z',
    true,
    '2026-11-20T21:00',
    '2026-11-21T05:00',
  ],
  [
    'the same night, after midnight',
    hoursOf(santiago, nights),
    '2026-11-21T04:59:00.000Z',
    true,
    '2026-11-20T21:00',
    '2026-11-21T05:00',
  ],
  [
    'the same night is over',
    hoursOf(santiago, nights),
    '2026-11-21T05:00:00.000Z',
    false,
    '2026-11-21T05:00',
    '2026-11-21T21:00',
  ],
  [
    'the night before a closed day goes on into it',
    hoursOf(santiago, nights, [['2026-11-21', []]]),
    '2026-11-21T04:00:00.000Z',
    true,
    '2026-11-20T21:00',
    '2026-11-21T05:00',
  ],
  [
    'a closed day',
    hoursOf(santiago, lunchAndDinner, [['2026-11-20', []]]),
    '2026-11-20T16:00:00.000Z',
    false,
    '2026-11-20T02:00',
    '2026-11-21T15:00',
  ],
  [
    'a day with other hours',
    hoursOf(santiago, every([]), [['2026-11-20', [[600, 900]]]]),
    '2026-11-20T14:00:00.000Z',
    true,
    '2026-11-20T13:00',
    '2026-11-20T18:00',
  ],
  [
    'by the weekday: 22 November 2026 is a Sunday',
    hoursOf(santiago, [...every([[600, 900]]).slice(0, 6), []]),
    '2026-11-22T14:00:00.000Z',
    false,
    '2026-11-21T18:00',
    '2026-11-23T13:00',
  ],
  [
    'never closed',
    hoursOf(santiago, every([[0, 1_440]])),
    '2026-11-20T16:00:00.000Z',
    true,
    null,
    '2026-11-21T16:00',
  ],
  [
    'never open',
    hoursOf(santiago, every([])),
    '2026-11-20T16:00:00.000Z',
    false,
    null,
    '2026-11-21T16:00',
  ],
  [
    'the night in which clocks go forward is an hour shorter',
    hoursOf(newYork, nights),
    '2026-03-08T05:30:00.000Z',
    true,
    '2026-03-07T23:00',
    '2026-03-08T07:00',
  ],
  [
    'it has closed at 3:00, which follows 1:59',
    hoursOf(newYork, nights),
    '2026-03-08T07:00:00.000Z',
    false,
    '2026-03-08T07:00',
    '2026-03-08T22:00',
  ],
  [
    'the night in which clocks go back closes at the first 1:30',
    hoursOf(newYork, every([[18 * 60, 25.5 * 60]])),
    '2026-11-01T05:29:00.000Z',
    true,
    '2026-10-31T22:00',
    '2026-11-01T05:30',
  ],
  [
    'the morning after clocks went back opens an hour later by UTC',
    hoursOf(madrid, every([[9 * 60, 17 * 60]])),
    '2026-10-25T07:30:00.000Z',
    false,
    '2026-10-24T15:00',
    '2026-10-25T08:00',
  ],
  [
    'in Chile clocks go forward at midnight: a night that begins then begins at 1:00',
    hoursOf(santiago, every([[0, 180]])),
    '2026-09-06T04:30:00.000Z',
    true,
    '2026-09-06T04:00',
    '2026-09-06T06:00',
  ],
])('%s', ([, hours, at, isOpen, from, until]) => {
  const opening = openingAt(hours, Date.parse(at))
  expect([opening?.isOpen, iso(opening?.from), iso(opening?.until)]).toEqual([isOpen, from, until])
})

test('a zone that nobody knows says nothing', () => {
  expect(openingAt(hoursOf('Mars/Olympus', nights), Date.now())).toBeNull()
})
