import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { id, number, listOfThings, text, texts } from './loose.ts'
import { readTolerantly } from './tolerant.ts'

const schema = z.looseObject({
  _id: id,
  name: text,
  words: texts,
  parts: listOfThings(z.looseObject({ _id: id, price: number })),
})

test.each<[string, unknown, unknown, string[]]>([
  ['all of it', { _id: 'a', name: 'Soup', odd: 1 }, { _id: 'a', name: 'Soup', odd: 1 }, []],
  ['a field', { _id: 'a', name: {} }, { _id: 'a' }, ['name']],
  [
    'an element',
    { _id: 'a', words: [null, 'b', {}] },
    { _id: 'a', words: ['b'] },
    ['words.0', 'words.2'],
  ],
  ['a field that is no list', { _id: 'a', words: 'b' }, { _id: 'a' }, ['words']],
  [
    'a field of a record',
    { _id: 'a', parts: [{ _id: 'p', price: '1,5' }] },
    { _id: 'a', parts: [{ _id: 'p' }] },
    ['parts.0.price'],
  ],
  [
    'a record without an id, with all its fields',
    { _id: 'a', parts: [{ price: {} }, { _id: 'p', price: 2 }] },
    { _id: 'a', parts: [{ _id: 'p', price: 2 }] },
    ['parts.0'],
  ],
  [
    'records without a usable id, named by their position',
    { _id: 'a', parts: [{ _id: {} }, 7, { _id: 'p', price: [] }, { _id: [] }] },
    { _id: 'a', parts: [{ _id: 'p' }] },
    ['parts.0', 'parts.1', 'parts.2.price', 'parts.3'],
  ],
])('%s', (_title, data, value, unread) => {
  const before = structuredClone(data)
  expect(readTolerantly(schema, data)).toEqual({ ok: true, value, unread })
  expect(data).toEqual(before)
})

test.each([
  ['no object', 7, []],
  ['no id', { name: 'Soup' }, ['_id']],
  ['an id that is none', { _id: {}, name: 'Soup' }, ['_id']],
])('%s is refused', (_title, data, path) => {
  expect(readTolerantly(schema, data)).toMatchObject({ ok: false, error: { issues: [{ path }] } })
})

test('with any fields, a record with an id is read, and every loss is reported', () => {
  const part = fc.oneof(fc.jsonValue(), fc.record({ _id: fc.jsonValue(), price: fc.jsonValue() }))
  const odd = fc.record(
    {
      name: fc.jsonValue(),
      words: fc.jsonValue(),
      parts: fc.oneof(fc.jsonValue(), fc.array(part)),
    },
    { requiredKeys: [] },
  )
  fc.assert(
    fc.property(odd, (fields) => {
      const parsed = readTolerantly(schema, { _id: 'a', ...fields })
      if (!parsed.ok) throw parsed.error
      const parts = Array.isArray(fields.parts) ? fields.parts.length : 0
      const left = parsed.unread.filter((path) => /^parts\.\d+$/.test(path)).length
      expect((parsed.value.parts ?? []).length + left).toBe(parts)
    }),
  )
})
