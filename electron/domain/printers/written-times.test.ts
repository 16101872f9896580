import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { paperDateAndTime, paperDayAndTime, paperTime } from './say.ts'

const electron = join(import.meta.dirname, '../..')
/** A computer set to the United States would write "5:00 PM" on the report that already has "17:00". */
const ownWays =
  /timeStyle|hourCycle|hour12|\bhour: '(?:2-digit|numeric)'|toLocale(?:Time|Date)?String\(/

test('no paper and no file writes a time in a way of its own', () => {
  const files = globSync('{domain,host}/**/*.ts', { cwd: electron })
    .filter((file) => !file.endsWith('.test.ts'))
    .filter((file) => ownWays.test(readFileSync(join(electron, file), 'utf8')))
  expect(files).toEqual([])
})

test.for([
  ['en', '20 Nov, 17:00', '20 Nov 2026, 17:00'],
  ['es', '20 nov, 17:00', '20 nov 2026, 17:00'],
  ['pt', '20 de nov., 17:00', '20 de nov. de 2026, 17:00'],
] as const)(
  'in %s a time has 24 hours, and a day is written as on the screens',
  ([language, day, date]) => {
    const at = '2026-11-20T20:00:00.000Z'
    const timeZone = 'America/Santiago'
    expect(paperTime(at, timeZone)).toBe('17:00')
    expect(paperDayAndTime(at, { language, timeZone })).toBe(day)
    expect(paperDateAndTime(at, { language, timeZone })).toBe(date)
  },
)
