import { expect, test } from 'vitest'
import type { StoreHours } from '#contract/store-hours/store-hours.ts'
import { knownOpening } from './chain-status.ts'

type HoursView = Parameters<typeof knownOpening>[0]

const now = Date.parse('2026-11-20T15:30:00.000Z')
const period = (fromMinute: number, toMinute: number) => ({ fromMinute, toMinute })
const hours: NonNullable<StoreHours['known']>['hours'] = {
  week: [...Array.from({ length: 6 }, () => [period(660, 900), period(1_140, 1_500)]), []],
  closedDays: ['2026-11-18', '2026-11-19', '2026-12-05', '2026-12-25'],
  special: [
    { day: '2026-11-22', periods: [period(600, 840)] },
    { day: '2027-01-01', periods: [period(600, 840)] },
  ],
}
const hoursView: HoursView = {
  known: { hours, source: 'store', readAt: '2026-11-20T12:00:00.000Z' },
  ...{ timeZone: 'America/Santiago', unread: [], question: null },
}

test('the hours of the week, and the other days of two weeks', () => {
  expect(knownOpening(hoursView, now)).toEqual({
    zone: 'America/Santiago',
    week: [
      ...Array.from({ length: 6 }, () => [
        [660, 900],
        [1_140, 1_500],
      ]),
      [],
    ],
    days: [
      ['2026-11-19', []],
      ['2026-11-22', [[600, 840]]],
    ],
  })
  expect(knownOpening(hoursView, now + 24 * 3_600_000)?.days.map(([day]) => day)).toEqual([
    '2026-11-22',
    '2026-12-05',
  ])
})

test.for<[string, Partial<HoursView>]>([
  ['nobody knows them', { known: null }],
  ['a part can’t be read', { unread: ['openPeriods'] }],
  ['the days of the week are uncertain', { question: { periods: [period(600, 840)] } }],
])('none while %s', ([, changed]) => {
  expect(knownOpening({ ...hoursView, ...changed }, now)).toBeNull()
})

test('a day that is closed stays closed, whatever its other hours are', () => {
  const both = { ...hours, closedDays: ['2026-11-22'] }
  const view = { ...hoursView, known: { hours: both, source: 'menu' as const, readAt: '' } }
  expect(knownOpening(view, now)?.days).toEqual([['2026-11-22', []]])
})
