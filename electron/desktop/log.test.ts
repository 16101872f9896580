import { describe, expect, it } from 'vitest'
import { redact, redactText } from './log.ts'

describe('redaction', () => {
  it.each([
    ['Authorization: Bearer abc.DEF-123_~+/=', 'Authorization: Bearer [hidden]'],
    ['bearer tok', 'bearer [hidden]'],
    ['got s3cret-token here', 'got [hidden] here'],
    ['{"driverPassword":"4711"}', '{"driverPassword":[hidden]}'],
    ["clientToken: 'xyz', next", 'clientToken: [hidden], next'],
    ['?token=abc&x=1', '?token=[hidden]&x=1'],
    ['write to ana.lopez+x@mail.example.com now', 'write to [mail] now'],
    ['call +56 9 8765 4321', 'call [number]'],
    ['call (555) 123-4567.', 'call [number].'],
    ['tel 987654321', 'tel [number]'],
  ])('%s', (text, expected) => {
    expect(redactText(text, ['s3cret-token'])).toBe(expected)
  })

  it.each([
    '2026-11-20T20:45:52.123Z',
    'on 2026-11-20 at noon',
    'http://127.0.0.1:4890/',
    'address 192.168.100.200 in use',
    'f47ac10b-58cc-4372-a567-0e02b2c3d479',
    'order 12345 took 1234567 µs',
    'HTTP 503 after 35000 ms',
    'at run (main.js:12:34)',
  ])('leaves %s', (text) => {
    expect(redactText(text)).toBe(text)
  })

  it('goes into objects, arrays and errors', () => {
    const error = new Error('refused Bearer abc')
    expect(
      redact({
        platformToken: 'abc',
        email: 'a@b.example',
        list: [{ clientToken: 1 }],
        n: 4,
        none: null,
      }),
    ).toEqual({
      platformToken: '[hidden]',
      email: '[hidden]',
      list: [{ clientToken: '[hidden]' }],
      n: 4,
      none: null,
    })
    expect(redact(error)).toContain('refused Bearer [hidden]')
    expect(redact(error)).not.toContain('abc')
  })

  it('survives a cycle', () => {
    const cycle: Record<string, unknown> = {}
    cycle['again'] = cycle
    expect(JSON.stringify(redact(cycle))).toContain('[deep]')
  })
})
