import { expect, test } from 'vitest'
import { languages } from '#contract/shared/languages.ts'
import { clockTime, timeOfDay } from './times.ts'

const zones = ['America/Santiago', 'America/Sao_Paulo', 'Europe/Madrid', 'Asia/Kathmandu', 'UTC']
const options = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const

test.for(zones)('the time of day in %s is what its language would write', (timeZone) => {
  for (const language of languages) {
    const format = new Intl.DateTimeFormat(language, { ...options, timeZone })
    // A year in steps of some hours, so that it includes every change of the clocks.
    for (let at = Date.parse('2025-01-01T00:00:59.9Z'); at < Date.parse('2026-01-01'); at += 1e7)
      expect(timeOfDay(at, language, timeZone)).toBe(format.format(at))
  }
})

test('where the store’s zone is not known it is this machine’s', () => {
  const at = Date.parse('2025-03-01T12:34:56Z')
  for (const zone of [undefined, 'Nowhere/Town'])
    expect(clockTime(at, zone)).toBe(new Intl.DateTimeFormat('en', options).format(at))
})
