import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readJson } from './json.ts'
import { runAllSteps } from '#contract/steps.ts'
import { runInTurns } from './turns.ts'

/** Chunks so short that most of a text consists of several. */
const chunks = fc.integer({ min: 1, max: 40 })
const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

test('a text in chunks gives the same as JSON.parse, with fields in the same order', () => {
  const spaces = fc.constantFrom(undefined, 1, '\t')
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), spaces, chunks, (value, space, chunk) => {
      const text = JSON.stringify(value, null, space)
      const read = runAllSteps(readJson(text, { chunk }))
      expect(read).toEqual({ ok: true, value: JSON.parse(text) as unknown })
      expect(read.ok && JSON.stringify(read.value, null, space)).toBe(text)
    }),
  )
})

test.each([
  '{"a":[1,2,3],"b":2,"a":{"c":[4,5,6]}}',
  '{"__proto__":[1,2,3,4],"a":1}',
  '{"a":1,"__proto__":{"b":[1,2,3,4]}}',
  '{"2":[1,2,3],"1":[4,5,6],"a.b":[7]}',
  String.raw`["\\",[1,2],"\"],[","\u005d",{"\"":[[]]}]`,
  '  [ [ ] , { } , [ [ ] ] ]  ',
  '"alone"',
  ' 7 ',
])('%s in chunks gives the same as JSON.parse', (text) => {
  for (let chunk = 0; chunk < text.length; chunk++)
    expect(runAllSteps(readJson(text, { chunk }))).toEqual({
      ok: true,
      value: JSON.parse(text) as unknown,
    })
})

test('invalid JSON is invalid in chunks too', () => {
  const sign = fc.constantFrom('[', ']', '{', '}', ',', ':', '"', '\\', ' ', '0', '1', 'a')
  const sound = '{"a":[1,[2,3],{"b":4}],"c":[],"d":{}}'
  const odd = fc.oneof(
    fc.string({ unit: sign, maxLength: 12 }),
    fc
      .record({ at: fc.nat(sound.length), sign: fc.option(sign, { nil: '' }), out: fc.nat(1) })
      .map(({ at, sign: put, out }) => sound.slice(0, at) + put + sound.slice(at + out)),
  )
  fc.assert(
    fc.property(odd, chunks, (text, chunk) => {
      expect(runAllSteps(readJson(text, { chunk })).ok).toBe(isJson(text))
    }),
    { numRuns: 2_000 },
  )
})

test.each([
  ['200,000 levels', '['.repeat(200_000) + ']'.repeat(200_000)],
  ['101 levels', '{"a":'.repeat(101) + '1' + '}'.repeat(101)],
  [
    'an object of 10,001 fields',
    `{${Array.from({ length: 10_001 }, (_, nth) => `"${String(nth)}":1`).join(',')}}`,
  ],
  ['more lists than any answer has', `[${'[],'.repeat(1_000_000)}1]`],
])('%s is refused', (_title, text) => {
  const read = runAllSteps(readJson(text))
  expect(read.ok ? '' : read.why).toContain('more')
})

test('100 levels are read', () => {
  expect(runAllSteps(readJson('['.repeat(100) + ']'.repeat(100))).ok).toBe(true)
})

test('others have their turn while a long text is read', async () => {
  let turns = 0
  let isRead = false
  const count = (): void => {
    turns += 1
    if (!isRead) setImmediate(count)
  }
  setImmediate(count)
  const text = `{"items":[${Array.from({ length: 300_000 }, () => '{"a":[1]}').join(',')}]}`
  const read = await runInTurns(readJson(text))
  isRead = true
  expect(read.ok).toBe(true)
  expect(turns).toBeGreaterThan(3)
})
