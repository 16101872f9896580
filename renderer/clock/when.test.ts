import { expect, onTestFinished, test } from 'vitest'
import type { Language } from '#contract/shared/languages.ts'
import { timeFormat } from './time-format.ts'
import { dayOfNext, daysBetween, differsFromScreen, isoDay, longWhen, shortWhen } from './when.ts'

const zone = 'America/Santiago'
// A Saturday, 22:30 in Santiago; already Sunday in UTC. That night the clocks go back.
const now = Date.parse('2026-04-05T01:30:00Z')

test.for<[string, Language, string]>([
  ['2026-04-05T02:15:00Z', 'en', '23:15'],
  ['2026-04-05T16:00:00Z', 'en', 'Sun 12:00'],
  ['2026-04-05T16:00:00Z', 'es', 'dom 12:00'],
  ['2026-04-10T16:00:00Z', 'en', 'Fri 12:00'],
  ['2026-04-11T16:00:00Z', 'en', '11 Apr, 12:00'],
  ['2026-04-04T01:00:00Z', 'en', 'Fri 22:00'],
])('%s is said as short as it can be in %s: %s', ([instant, locale, text]) => {
  expect(shortWhen(instant, now, locale, zone)).toBe(text)
})

test('where the restaurant chose 12 hours, no time has 24, and a day is the same', () => {
  timeFormat.value = '12-hour'
  onTestFinished(() => void (timeFormat.value = '24-hour'))
  const text = (instant: string, language: Language) =>
    shortWhen(instant, now, language, zone).replaceAll('\u00a0', ' ')
  expect(text('2026-04-05T02:15:00Z', 'en')).toBe('11:15 PM')
  expect(text('2026-04-05T16:00:00Z', 'es')).toBe('dom 12:00 p. m.')
  expect(text('2026-04-11T13:05:00Z', 'pt')).toBe('11 de abr., 9:05 AM')
  expect(longWhen('2026-04-11T13:05:00Z', 'en', zone)).toMatch(/ 11 Apr 2026, 9:05\sAM$/)
  expect(dayOfNext('22:31', now, zone)).toBe('today')
  expect(dayOfNext('10:31', now, zone)).toBe('tomorrow')
})

test('days are counted on the calendar of the store, also over a change of the clocks', () => {
  expect(daysBetween(now, Date.parse('2026-04-05T03:59:00Z'), zone)).toBe(0)
  expect(daysBetween(now, Date.parse('2026-04-05T04:01:00Z'), zone)).toBe(1)
  expect(daysBetween(now, Date.parse('2026-04-03T16:00:00Z'), zone)).toBe(-1)
})

test.for<[string, string]>([
  ['22:31', 'today'],
  ['22:30', 'tomorrow'],
  ['08:00', 'tomorrow'],
])('the next %s is %s', ([time, day]) => {
  expect(dayOfNext(time, now, zone)).toBe(day)
})

test.for<[string, string, string]>([
  // The next day has 23 hours, 25 hours, and 23 hours and a half.
  ['2027-03-14T04:30:00Z', 'America/New_York', '2027-03-14'],
  ['2027-11-07T03:30:00Z', 'America/New_York', '2027-11-07'],
  ['2026-10-03T12:45:00Z', 'Australia/Lord_Howe', '2026-10-04'],
  ['2026-12-31T18:20:00Z', 'Asia/Kathmandu', '2027-01-02'],
])('the day after %s in %s is %s', ([at, zone, day]) => {
  expect(isoDay(Date.parse(at), zone, 1)).toBe(day)
})

test('a store in the zone of this screen does not differ from it, nor does one with the same time', () => {
  const here = new Intl.DateTimeFormat().resolvedOptions().timeZone
  expect(differsFromScreen(now, here)).toBe(false)
  expect(differsFromScreen(now, here === 'Asia/Kathmandu' ? zone : 'Asia/Kathmandu')).toBe(true)
})
