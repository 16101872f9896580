import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CountDraft } from '#contract/shifts/shifts.ts'
import { makeDraft } from '../../test-support/sample-count.ts'
import { changedFields, fieldsOf, rebase, withField } from './fields.ts'

const en = (text: string) => ({ text, language: 'en' }) as const

const write = fc.oneof(
  fc.record({
    field: fc.constantFrom('registers.r1.pieces.1000', 'registers.r1.pieces.500'),
    value: fc.option(fc.nat({ max: 50 }), { nil: null }),
  }),
  fc.record({
    field: fc.constantFrom('slips.card.total', 'float', 'registers.r1.loose'),
    value: fc.nat({ max: 9 }).map((n) => en(String(n))),
  }),
  fc.record({ field: fc.constantFrom('notes'), value: fc.string({ maxLength: 3 }) }),
)
const writes = fc.array(write, { maxLength: 8 })
const written = (draft: CountDraft, all: { field: string; value: unknown }[]): CountDraft =>
  all.reduce((one, { field, value }) => withField(one, field, value), draft)

test('my changes are applied to the other person’s version, and nothing else of it changes', () => {
  fc.assert(
    fc.property(writes, writes, (mine, theirs) => {
      const before = makeDraft()
      const to = written(before, mine)
      const onto = written(before, theirs)
      const together = fieldsOf(rebase(onto, before, to))
      const mineNow = new Set(changedFields(before, to))
      for (const field of new Set([...fieldsOf(to).keys(), ...fieldsOf(onto).keys()]))
        expect(together.get(field), field).toBe(
          (mineNow.has(field) ? fieldsOf(to) : fieldsOf(onto)).get(field),
        )
    }),
  )
})

test('without own changes, the other person’s version is returned unchanged', () => {
  const [before, onto] = [makeDraft(), makeDraft({ notes: 'theirs' })]
  expect(rebase(onto, before, before)).toBe(onto)
})

const drop = (id: string, reason = '') =>
  ({ id, kind: 'safe-drop', registerId: null, amount: en('5'), reason }) as const

test.for<[string, string[], string[], string[], string[]]>([
  ['mine comes behind theirs', ['a', 'theirs'], ['a'], ['a', 'mine'], ['a', 'theirs', 'mine']],
  ['what I took away goes', ['a', 'b'], ['a', 'b'], ['b'], ['b']],
  ['what they took away goes', ['b'], ['a', 'b'], ['a', 'b', 'c'], ['b', 'c']],
])('%s', ([_name, onto, from, to, expected]) => {
  const of = (ids: string[]) => makeDraft({ movements: ids.map((id) => drop(id)) })
  const { movements } = rebase(of(onto), of(from), of(to))
  expect(movements.map(({ id }) => id)).toEqual(expected)
})

test('a row that they deleted while I edited it stays', () => {
  const [onto, from] = [makeDraft(), makeDraft({ movements: [drop('a')] })]
  const to = makeDraft({ movements: [drop('a', 'to the bank')] })
  expect(rebase(onto, from, to).movements).toEqual(to.movements)
})
