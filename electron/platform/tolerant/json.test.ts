import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parseJson } from './json.ts'

test('a text gives the same as JSON.parse', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
      const text = JSON.stringify(value)
      expect(parseJson(text)).toEqual({ ok: true, value: JSON.parse(text) as unknown })
    }),
  )
})

test.each(['', '{', '[1,]', '{"a":1}}', 'nul', "{'a':1}"])('%j is no JSON', (text) => {
  expect(parseJson(text)).toEqual({ ok: false, why: 'not JSON' })
})

test.each([
  ['200,000 levels', '['.repeat(200_000) + ']'.repeat(200_000)],
  ['101 levels', '{"a":'.repeat(101) + '1' + '}'.repeat(101)],
  ['more lists than any answer has', `[${'[],'.repeat(500_000)}1]`],
])('%s are refused', (_title, text) => {
  const parsed = parseJson(text)
  expect(parsed.ok ? '' : parsed.why).toContain('more')
})

test('100 levels are read, and fewer if a caller says so', () => {
  const text = '['.repeat(100) + ']'.repeat(100)
  expect(parseJson(text).ok).toBe(true)
  expect(parseJson(text, 99).ok).toBe(false)
})
