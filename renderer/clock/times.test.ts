import { effectScope, watch } from 'vue'
import { expect, onTestFinished, test } from 'vitest'
import { timeFormat } from './time-format.ts'
import {
  age,
  clockTime,
  countdown,
  fullHour,
  hourOfDay,
  hourOf,
  lateness,
  readableTime,
  timeOfDay,
} from './times.ts'

const at = Date.parse('2025-03-01T12:00:00.000Z')

test.for<[number, string]>([
  [245_000, '4:05'],
  [244_001, '4:05'],
  [1_000, '0:01'],
  [0, '+0:00'],
  [-200_000, '+3:20'],
  [-200_999, '+3:20'],
  [3_599_000, '59:59'],
  [3_600_000, '1 h 00'],
  [-3_900_000, '+1 h 05'],
])('with %d ms left the card says %s', ([left, text]) => {
  expect(countdown(at + left, at)).toBe(text)
})

test.for<[string, string]>([
  ['2025-03-01T11:59:59.999Z', 'calm'],
  ['2025-03-01T12:00:00.000Z', 'amber'],
  ['2025-03-01T12:04:59.999Z', 'amber'],
  ['2025-03-01T12:05:00.000Z', 'late'],
  ['2025-03-01T12:14:59.999Z', 'late'],
  ['2025-03-01T12:15:00.000Z', 'very-late'],
])('at %s a ticket is %s', ([now, expected]) => {
  const ticket = {
    amberAt: '2025-03-01T12:00:00.000Z',
    promisedAt: '2025-03-01T12:05:00.000Z',
    veryLateAt: '2025-03-01T12:15:00.000Z',
  }
  expect(lateness(ticket, Date.parse(now))).toBe(expected)
  const onceLate = expected === 'very-late' ? 'late' : expected
  expect(lateness({ ...ticket, veryLateAt: null }, Date.parse(now))).toBe(onceLate)
})

test.for<[number, string, number]>([
  [-5_000, 'seconds', 0],
  [12_300, 'seconds', 12],
  [60_000, 'minutes', 1],
  [3_600_000, 'hours', 1],
  [200_000_000, 'days', 2],
])('%d ms ago', ([ms, unit, n]) => {
  expect(age(at - ms, at)).toEqual({ unit, n })
})

test('the time of day is the store’s, also on a day of change and in an unknown zone', () => {
  expect(timeOfDay('2025-03-01T12:00:00Z', 'en', 'America/Santiago')).toBe('09:00')
  expect(timeOfDay('2025-04-06T03:30:00Z', 'es', 'America/Santiago')).toBe('23:30')
  expect(timeOfDay('2025-04-06T00:00:00Z', 'en', 'UTC')).toBe('00:00')
  expect(timeOfDay('2025-03-01T12:00:00Z', 'en', 'Nowhere/Town')).toMatch(/^\d\d:\d\d$/)
})

test('what is written follows the choice of 12 or 24 hours; what is stored does not', () => {
  const written = () => [
    timeOfDay('2025-03-01T21:30:00Z', 'en', 'America/Santiago'),
    timeOfDay('2025-03-01T21:30:00Z', 'es', 'America/Santiago'),
    readableTime('00:05', 'pt'),
    fullHour(9, 'en'),
    fullHour(12, 'es'),
    hourOfDay(Date.parse('2025-03-01T21:30:00Z'), 'en', 'America/Santiago'),
  ]
  const seen: string[][] = []
  const scope = effectScope()
  onTestFinished(() => {
    scope.stop()
    timeFormat.value = '24-hour'
  })
  scope.run(() => watch(written, (now) => seen.push(now), { flush: 'sync', immediate: true }))
  expect(hourOf('18:30', 'en')).toEqual({ hour: '18', half: '' })
  timeFormat.value = '12-hour'
  expect(hourOf('18:30', 'en')).toEqual({ hour: '6', half: 'PM' })
  expect(seen.map((times) => times.map((time) => time.replaceAll('\u00a0', ' ')))).toEqual([
    ['18:30', '18:30', '00:05', '09:00', '12:00', '18:00'],
    ['6:30 PM', '6:30 p. m.', '12:05 AM', '9 AM', '12 p. m.', '6 PM'],
  ])
  expect(clockTime('2025-03-01T21:30:00Z', 'America/Santiago')).toBe('18:30')
})
