import { describe, expect, test } from 'vitest'
import type { Reservation } from '#contract/reservations/reservations.ts'
import { detailsIn, detailsOf, draftOf, emptyDraft } from './details.ts'
import { calendarDayOf, eveningOf } from './nights.ts'
import { usualTimes } from './usual-times.ts'

const border = '04:00'
const santiago = 'America/Santiago'
const madrid = 'Europe/Madrid'
const twoHours = () => 120

test.each([
  // A Friday.
  ['2026-12-04', '20:30', '2026-12-04'],
  ['2026-12-04', '00:30', '2026-12-05'],
  ['2026-12-04', '03:59', '2026-12-05'],
  ['2026-12-04', '04:00', '2026-12-04'],
  ['2026-12-04', '', '2026-12-04'],
  ['', '00:30', ''],
])('in the evening of %s, %s is on %s, and back', (evening, time, day) => {
  expect(calendarDayOf(evening, time, border)).toBe(day)
  expect(eveningOf(day, time, border)).toBe(evening)
})

test('a day that begins at midnight has no night', () => {
  expect(calendarDayOf('2026-12-04', '00:00', '00:00')).toBe('2026-12-04')
  expect(eveningOf('2026-12-04', '00:00', '00:00')).toBe('2026-12-04')
})

const draft = (day: string, time: string, isSecond = false) => ({
  ...emptyDraft(day),
  ...{ partySize: '2', time, isSecond },
})
const at = (day: string, time: string, zone: string, isSecond = false) =>
  detailsOf(draft(day, time, isSecond), twoHours, zone, null)?.startsAt

describe('the instant of a draft', () => {
  test('is missing for a time that the clocks skip', () => {
    expect(at('2027-09-05', '00:30', santiago)).toBe(undefined)
    expect(at('2027-03-28', '02:30', madrid)).toBe(undefined)
    expect(at('2027-03-28', '03:00', madrid)).toBe('2027-03-28T01:00:00.000Z')
  })

  test('is the first of two, or the second if that is chosen', () => {
    expect(at('2027-04-03', '23:30', santiago)).toBe('2027-04-04T02:30:00.000Z')
    expect(at('2027-04-03', '23:30', santiago, true)).toBe('2027-04-04T03:30:00.000Z')
    expect(at('2027-10-31', '02:30', madrid)).toBe('2027-10-31T00:30:00.000Z')
    expect(at('2027-10-31', '02:30', madrid, true)).toBe('2027-10-31T01:30:00.000Z')
    // Chosen before the time was changed.
    expect(at('2027-10-31', '03:30', madrid, true)).toBe('2027-10-31T02:30:00.000Z')
  })

  test.each(['2027-10-31T00:30:17.000Z', '2027-10-31T01:30:17.000Z'])(
    'is the reservation’s own while day and time are untouched: %s',
    (startsAt) => {
      const reservation = { ...detailsIn({ tableIds: [] } as unknown as Reservation), startsAt }
      const before = { ...reservation, partySize: 2, firstName: 'Eva', lastName: '' } as Reservation
      const own = { draft: draftOf(before, madrid), details: detailsIn(before) }
      expect(own.draft).toMatchObject({
        day: '2027-10-31',
        time: '02:30',
        isSecond: startsAt.startsWith('2027-10-31T01'),
      })
      const same = detailsOf({ ...own.draft, requests: 'Silla' }, twoHours, madrid, own)
      expect(same?.startsAt).toBe(startsAt)
      const other = { ...own.draft, isSecond: !own.draft.isSecond }
      expect(detailsOf(other, twoHours, madrid, own)?.startsAt).not.toBe(startsAt)
    },
  )
})

test('how long a new party stays depends on its size, unless somebody said how long', () => {
  const minutes = (size: number) => (size > 4 ? 150 : 90)
  const of = (partySize: string, durationMinutes: number | null) =>
    detailsOf(
      { ...draft('2026-12-04', '20:30'), partySize, durationMinutes },
      minutes,
      madrid,
      null,
    )?.durationMinutes
  expect([of('2', null), of('8', null), of('8', 60)]).toEqual([90, 150, 60])
})

describe('the half hours that are offered', () => {
  const offered = (day: string, zone: string, hours: [string, string], now = '2026-01-01T00:00Z') =>
    usualTimes(
      { day, border, timeZone: zone, open: [{ from: hours[0], to: hours[1] }] },
      Date.parse(now),
    ).map(({ time, isClosed }) => (isClosed ? `(${time})` : time))

  test('go on after midnight while the store is open', () => {
    const hours = ['2026-12-04T22:00:00.000Z', '2026-12-05T01:00:00.000Z'] as [string, string]
    expect(offered('2026-12-04', madrid, hours)).toEqual([
      ...['(22:30)', '23:00', '23:30', '00:00', '00:30', '01:00', '01:30'],
    ])
    // What has passed is left out.
    expect(offered('2026-12-04', madrid, hours, '2026-12-04T23:40Z')).toEqual(['01:00', '01:30'])
  })

  test('end before the next business day begins', () => {
    const hours = ['2026-12-05T01:00:00.000Z', '2026-12-05T05:00:00.000Z'] as [string, string]
    expect(offered('2026-12-04', madrid, hours)).toEqual(['02:00', '02:30', '03:00', '03:30'])
  })

  test('leave out what the clocks skip, and have once what comes twice', () => {
    const spring = ['2027-09-05T02:00:00.000Z', '2027-09-05T06:00:00.000Z'] as [string, string]
    expect(offered('2027-09-04', santiago, spring)).toEqual([
      ...['(21:30)', '22:00', '22:30', '23:00', '23:30', '01:00', '01:30', '02:00', '02:30'],
    ])
    const autumn = ['2027-10-30T23:00:00.000Z', '2027-10-31T02:00:00.000Z'] as [string, string]
    expect(offered('2027-10-30', madrid, autumn)).toEqual([...['01:00', '01:30', '02:00', '02:30']])
  })
})
