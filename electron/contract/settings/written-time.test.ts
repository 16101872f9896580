import { expect, test } from 'vitest'
import { languages } from '../shared/languages.ts'
import { writtenTime } from './written-time.ts'

const clocks = Array.from({ length: 24 * 60 }, (_, minute) => {
  const at = new Date(minute * 60_000)
  return { at, time: at.toISOString().slice(11, 16) }
})
const spaces = /[\u00a0\u202f]/g

test.for(languages)('a time on 12 hours in %s is what Intl writes, at each minute', (language) => {
  const intl = new Intl.DateTimeFormat(language, {
    hour: 'numeric',
    minute: '2-digit',
    hourCycle: 'h12',
    timeZone: 'UTC',
  })
  for (const { at, time } of clocks)
    expect(writtenTime(time, '12-hour', language).replaceAll(spaces, ' ')).toBe(
      intl.format(at).replaceAll(spaces, ' '),
    )
})

test.for([
  ['00:00', '12:00 AM', '12:00 a. m.'],
  ['09:05', '9:05 AM', '9:05 a. m.'],
  ['12:00', '12:00 PM', '12:00 p. m.'],
  ['18:30', '6:30 PM', '6:30 p. m.'],
] as const)('%s is %s', ([time, en, es]) => {
  expect(writtenTime(time, '12-hour', 'en')).toBe(en.replaceAll(' ', '\u00a0'))
  expect(writtenTime(time, '12-hour', 'es')).toBe(es.replaceAll(' ', '\u00a0'))
  expect(writtenTime(time, '24-hour', 'es')).toBe(time)
})
