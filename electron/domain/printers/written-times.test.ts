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
  ['en-US', '17:00', 'Nov 20, 17:00', 'Nov 20, 2026, 17:00'],
  ['es-CL', '17:00', '20 nov, 17:00', '20-11-2026, 17:00'],
  ['pt-BR', '17:00', '20 de nov., 17:00', '20 de nov. de 2026, 17:00'],
] as const)('in %s a time is %s, whatever the country likes', ([locale, time, day, date]) => {
  const at = '2026-11-20T20:00:00.000Z'
  const timeZone = 'America/Santiago'
  expect(paperTime(at, timeZone)).toBe(time)
  expect(paperDayAndTime(at, { locale, timeZone })).toBe(day)
  expect(paperDateAndTime(at, { locale, timeZone })).toBe(date)
})
