import { expect, test } from 'vitest'

const files = import.meta.glob<string>(
  ['../**/*.{ts,vue}', '!../**/*.test.ts', '!./{times,when}.ts'],
  { eager: true, query: '?raw', import: 'default' },
)

/** A computer in America would write "05:00 PM" here, next to a store's 17:00. */
const ownWays =
  /type="(time|date|datetime-local|month|week)"|toLocale(Time|Date)String|DateTimeFormat|timeStyle|hour-?cycle=?|hour12|\bhour: '(2-digit|numeric)'|padStart\(2|slice\(11, ?16\)|slice\(0, ?5\)|toPlainTime|\btoTime\(|\$\{[^`]*\}:00\b|\bwrittenTime\(/i
/** HH:MM, which is only for people who chose 24 hours. */
const unwritten = /\bclockTime\(|\bonTwelveHours\(/

/** The name of a time zone, and fields that are typed part by part and what they make of it. */
const fields = [
  '../connection/setup/StoreStep.vue',
  '../fleet/fleet-text.ts',
  '../ui/field/SegmentField.vue',
]
/** They compare times or fill a field with one. */
const forMachines = [
  '../board/act/StockActDialog.vue',
  '../board/act/until.ts',
  '../close-out/review/HourChart.vue',
  '../coupons/form/local-time.ts',
  '../fleet/page/DayPicture.vue',
  '../reservations/day/WeekGrid.vue',
  '../reservations/intake/details.ts',
  '../reservations/intake/usual-times.ts',
  '../state/store-time.ts',
  '../store/pause/PauseDialog.vue',
]

const filesWith = (way: RegExp): string[] =>
  Object.entries(files).flatMap(([path, text]) => (way.test(text) ? [path] : []))

test('no screen writes a time but by this clock, whatever the machine likes', () => {
  expect(Object.keys(files).length).toBeGreaterThan(150)
  expect(filesWith(ownWays).filter((path) => !forMachines.includes(path))).toEqual(fields)
  expect(filesWith(unwritten)).toEqual(forMachines)
})

test.for([
  '<input type="time" />',
  'new Date(at).toLocaleTimeString()',
  "new Intl.DateTimeFormat('es')",
  "{ timeStyle: 'short' }",
  '<TimeFieldRoot :hour-cycle="24">',
  "{ hour: '2-digit', hourCycle: 'h23' }",
  '{ hour12: true }',
  "{ hour: 'numeric' }",
  "String(hour).padStart(2, '0')",
  'at.slice(11, 16)',
  'time.toString().slice(0, 5)',
  'zoned.toPlainTime()',
  'toTime(zoned)',
  '`${hour}:00`',
  "writtenTime(time, '24-hour', 'en')",
])('the check finds a custom format such as %s', (code) => {
  expect(code).toMatch(ownWays)
})

test.for(['clockTime(at, timeZone)', "onTwelveHours(time, 'en').hour"])(
  'HH:MM from %s is found',
  (code) => {
    expect(code).toMatch(unwritten)
  },
)
