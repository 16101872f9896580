import { execFileSync } from 'node:child_process'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { withTimeZone, readInstant } from './instant.ts'
import { instant } from './loose.ts'
import { readTolerantly } from './tolerant.ts'

const read = (text: string, zone: string | null) =>
  withTimeZone(zone, () => {
    const parsed = readInstant(text)
    return parsed.ok ? parsed.instant : parsed.why
  })

const santiago = 'America/Santiago'
const rows: [string, string | null, string][] = [
  ['2026-11-20T15:07:50.106Z', null, '2026-11-20T15:07:50.106Z'],
  ['2026-11-20T15:07:50Z', null, '2026-11-20T15:07:50.000Z'],
  ['2026-11-20T15:07Z', null, '2026-11-20T15:07:00.000Z'],
  ['2026-11-20t15:07:50z', null, '2026-11-20T15:07:50.000Z'],
  ['2026-11-20T12:07:50-03:00', null, '2026-11-20T15:07:50.000Z'],
  ['2026-11-20T12:07:50-0300', null, '2026-11-20T15:07:50.000Z'],
  ['2026-11-20T12:07:50-03', null, '2026-11-20T15:07:50.000Z'],
  ['2026-11-20T15:07:50,5Z', null, '2026-11-20T15:07:50.500Z'],
  ['2026-11-20T15:07:50.123456789Z', null, '2026-11-20T15:07:50.123Z'],
  [' 2026-11-20 15:07:50Z ', null, '2026-11-20T15:07:50.000Z'],
  ['+275760-09-13T00:00:00.000Z', null, 'not a date'],
  // Without a zone: the store's clock.
  ['2026-11-20T12:07:50', santiago, '2026-11-20T15:07:50.000Z'],
  ['2026-11-20T12:07:50', 'Asia/Kolkata', '2026-11-20T06:37:50.000Z'],
  ['2026-11-20 12:07', 'UTC', '2026-11-20T12:07:00.000Z'],
  ['2026-11-20T12:07:50', null, 'without a zone'],
  ['2026-11-20', null, 'without a zone'],
  ['2026-11-20T12:07:50', 'Mars/Olympus', 'not a date'],
  // Where clocks are put forward at midnight, a day starts at one.
  ['2026-09-06', santiago, '2026-09-06T04:00:00.000Z'],
  ['2026-09-05', santiago, '2026-09-05T04:00:00.000Z'],
  ['2026-09-07', santiago, '2026-09-07T03:00:00.000Z'],
  // An hour that doesn't exist, and one that exists twice: the first.
  ['2026-09-06T00:30:00', santiago, '2026-09-06T04:30:00.000Z'],
  ['2026-03-29T02:30:00', 'Europe/Madrid', '2026-03-29T01:30:00.000Z'],
  ['2026-10-25T02:30:00', 'Europe/Madrid', '2026-10-25T00:30:00.000Z'],
  // Not a date.
  ...[
    '5',
    '2026',
    '20261120',
    '1763651270106',
    'tomorrow',
    'now',
    '',
    '2026-11',
    'T12:00',
    '12:00',
  ].map((text): [string, string, string] => [text, santiago, 'not a date']),
  ...[
    '2026-02-30',
    '2026-13-01',
    '2026-11-20T24:01:00Z',
    '2026-11-20T12:61',
    '2026-11-20T12',
    '20/11/2026',
    'Fri, 20 Nov 2026 15:30:00 GMT',
    '2026-11-20T15:07:50Z extra',
  ].map((text): [string, string, string] => [text, santiago, 'not a date']),
]

test.each(rows)('%j in %s is %s', (text, zone, expected) => {
  expect(read(text, zone)).toBe(expected)
})

test('the machine’s own zone changes nothing', () => {
  const module = new URL('./instant.ts', import.meta.url).href
  const program = `import { withTimeZone, readInstant } from ${JSON.stringify(module)}
    const rows = JSON.parse(process.argv[1])
    const read = ([text, zone]) => withTimeZone(zone, () => { const r = readInstant(text); return r.ok ? r.instant : r.why })
    console.log(JSON.stringify([new Date(2026, 0, 1).getTimezoneOffset(), ...rows.map(read)]))`
  const expected = rows.map(([, , instant]) => instant)
  for (const [zone, offset] of [
    ['Pacific/Auckland', -780],
    ['America/Los_Angeles', 480],
  ] as const) {
    const reported = execFileSync(
      process.execPath,
      ['--input-type=module', '-e', program, JSON.stringify(rows)],
      {
        env: { ...process.env, TZ: zone },
        encoding: 'utf8',
      },
    )
    expect(JSON.parse(reported)).toEqual([offset, ...expected])
  }
})

describe('a field that is an instant', () => {
  const schema = z.looseObject({ at: instant })
  test.each<[unknown, unknown, string[]]>([
    ['2026-11-20T12:00:00', { at: '2026-11-20T15:00:00.000Z' }, []],
    [1763651270106, {}, ['at']],
    ['5', {}, ['at']],
    [null, { at: null }, []],
    ['null', { at: null }, []],
    ['', { at: null }, []],
  ])('%j', (at, value, unread) => {
    expect(readTolerantly(schema, { at }, santiago)).toEqual({ ok: true, value, unread })
  })

  test('is not read without a zone where nobody knows the store’s', () => {
    const data = { at: '2026-11-20T12:00:00' }
    expect(readTolerantly(schema, data)).toEqual({ ok: true, value: {}, unread: ['at'] })
    // The zone of one read must not affect the next.
    readTolerantly(schema, data, santiago)
    expect(readTolerantly(schema, data)).toEqual({ ok: true, value: {}, unread: ['at'] })
  })

  test('a parser that throws resets the time zone', () => {
    const broken = () => {
      throw new Error('a bug')
    }
    expect(() => withTimeZone(santiago, broken)).toThrow('a bug')
    const left = readInstant('2026-11-20')
    expect(left).toEqual({ ok: false, why: 'without a zone' })
  })
})
