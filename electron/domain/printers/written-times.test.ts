import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { TimeFormat } from '#contract/settings/fields.ts'
import { paperDateAndTime, paperDayAndTime, paperTime } from './say.ts'

const electron = join(import.meta.dirname, '../..')
/** A computer set to the United States would write "5:00 PM" on the report that already has "17:00". */
const ownWays =
  /timeStyle|hourCycle|hour12|\bhour: '(?:2-digit|numeric)'|toLocale(?:Time|Date)?String\(|padStart\(2|slice\(11, ?16\)|toPlainTime|\bclockOf\(|\bwrittenTime\(/
/** Files that need HH:MM: for tables and for what depends on the hour. No person reads it there. */
const forMachines = [
  // A day in the name of a file.
  'contract/backup-files/backup-file-limits.ts',
  'contract/settings/written-time.ts',
  'domain/printers/say.ts',
  'domain/store-time/business-day.ts',
  'domain/store-time/store-day.ts',
  'host/kitchen-figures/kitchen-figures.ts',
  'host/payments/payments.ts',
  'host/reservations/queries.ts',
  'host/updates/install-moment.ts',
  'host/waste/waste.ts',
]

test('no printout and no file formats a time in its own way', () => {
  const files = globSync('{contract,domain,host}/**/*.ts', { cwd: electron })
    .filter((file) => !file.endsWith('.test.ts'))
    .filter((file) => ownWays.test(readFileSync(join(electron, file), 'utf8')))
  expect(files.toSorted()).toEqual(forMachines)
})

test.for([
  "new Intl.DateTimeFormat('es', { timeStyle: 'short' })",
  "format({ hour: 'numeric', minute: '2-digit' })",
  "{ hour: '2-digit' }",
  '{ hour12: true }',
  'new Date(at).toLocaleTimeString()',
  "String(hour).padStart(2, '0')",
  'at.slice(11, 16)',
  'zoned.toPlainTime().toString()',
  'clockOf(at, timeZone)',
  "writtenTime(time, '12-hour', 'en')",
])('the check finds a custom format such as %s', (code) => {
  expect(code).toMatch(ownWays)
})

const at = '2026-11-20T20:00:00.000Z'
const timeZone = 'America/Santiago'
test.for<['en' | 'es' | 'pt', TimeFormat, string, string, string]>([
  ['en', '24-hour', '17:00', '20 Nov, 17:00', '20 Nov 2026, 17:00'],
  ['es', '24-hour', '17:00', '20 nov, 17:00', '20 nov 2026, 17:00'],
  ['pt', '24-hour', '17:00', '20 de nov., 17:00', '20 de nov. de 2026, 17:00'],
  ['en', '12-hour', '5:00 PM', '20 Nov, 5:00 PM', '20 Nov 2026, 5:00 PM'],
  ['es', '12-hour', '5:00 p. m.', '20 nov, 5:00 p. m.', '20 nov 2026, 5:00 p. m.'],
  ['pt', '12-hour', '5:00 PM', '20 de nov., 5:00 PM', '20 de nov. de 2026, 5:00 PM'],
])(
  'in %s a time is written with the %s clock, and a day as on the screens',
  ([language, timeFormat, time, day, date]) => {
    const zone = { language, timeZone, timeFormat }
    expect(paperTime(at, zone)).toBe(time)
    expect(paperDayAndTime(at, zone)).toBe(day)
    expect(paperDateAndTime(at, zone)).toBe(date)
  },
)
