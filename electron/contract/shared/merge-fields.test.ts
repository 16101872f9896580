import fc from 'fast-check'
import { expect, test } from 'vitest'
import { mergeFields, type FieldConflict } from './merge-fields.ts'

// What a draft can contain: plain fields, amounts with their language, records by key, and lists of
// items with ids.

interface Draft {
  notes?: string
  tables?: string[]
  float: { text: string; language: string }
  pieces: Record<string, number>
  items: { id: string; name?: string; pieces: Record<string, number> }[]
}

const some = fc.constantFrom('', 'a', 'b', 'c')
const pieces = fc.dictionary(fc.constantFrom('1', '5', '__proto__', 'constructor'), fc.nat(3), {
  maxKeys: 3,
})
const item = (id: string) =>
  fc.record({ id: fc.constant(id), name: some, pieces }, { requiredKeys: ['id', 'pieces'] })
const items = fc
  .tuple(...['x', 'y', 'z'].map((id) => fc.option(item(id), { nil: undefined })))
  .map((all) => all.filter((each) => each !== undefined))
const draft: fc.Arbitrary<Draft> = fc.record(
  {
    notes: some,
    tables: fc.array(some, { maxLength: 2 }),
    float: fc.record({ text: some, language: fc.constantFrom('en', 'es') }),
    pieces,
    items,
  },
  { requiredKeys: ['float', 'pieces', 'items'] },
)

/** Every field by its path, as JSON text. */
function leavesOf(value: Draft): Map<string, string> {
  const leaves = new Map<string, string>()
  const put = (path: string, fields: object) => {
    for (const [name, each] of Object.entries(fields))
      leaves.set(`${path}${name}`, JSON.stringify(each))
  }
  const { pieces: own, items: all, ...plain } = value
  put('', plain)
  put('pieces.', own)
  for (const { id, pieces: its, ...fields } of all) {
    put(`items.${id}.`, { id, ...fields })
    put(`items.${id}.pieces.`, its)
  }
  return leaves
}

/** The paths of the fields that differ. */
const changed = (before: Draft, after: Draft): string[] => {
  const [one, other] = [leavesOf(before), leavesOf(after)]
  return [...new Set([...one.keys(), ...other.keys()])].filter(
    (path) => one.get(path) !== other.get(path),
  )
}

const sorted = (value: Draft): Draft => ({
  ...value,
  items: value.items.toSorted((a, b) => (a.id < b.id ? -1 : 1)),
})

const isWithin = (conflicts: readonly FieldConflict[]) => (path: string) =>
  conflicts.some(({ field }) => path === field || path.startsWith(`${field}.`))

test('the merge order does not matter, except for fields that both changed', () => {
  fc.assert(
    fc.property(draft, draft, draft, (base, ours, theirs) => {
      const one = mergeFields(base, ours, theirs)
      const other = mergeFields(base, theirs, ours)
      const isConflict = isWithin([...one.conflicts, ...other.conflicts])
      const separate = changed(one.merged, other.merged).filter((path) => !isConflict(path))
      expect(separate).toEqual([])
      if (one.conflicts.length + other.conflicts.length === 0)
        expect(sorted(one.merged)).toEqual(sorted(other.merged))
    }),
  )
})

test('changes to different fields are both kept, in any order', () => {
  const parts = ['notes', 'tables', 'float', 'pieces', 'items'] as const
  fc.assert(
    fc.property(draft, draft, fc.subarray([...parts]), (base, changes, mine) => {
      const take = (from: (part: string) => Draft): Draft =>
        Object.fromEntries(
          parts.flatMap((part) => {
            const value = from(part)[part]
            return value === undefined ? [] : [[part, value]]
          }),
        ) as unknown as Draft
      const isMine = (part: string) => mine.some((each) => each === part)
      const ours = take((part) => (isMine(part) ? changes : base))
      const theirs = take((part) => (isMine(part) ? base : changes))
      for (const { merged, conflicts } of [
        mergeFields(base, ours, theirs),
        mergeFields(base, theirs, ours),
      ]) {
        expect(conflicts).toEqual([])
        expect(sorted(merged)).toEqual(sorted(changes))
      }
    }),
  )
})

test('every change is in the merge or among the conflicts', () => {
  fc.assert(
    fc.property(draft, draft, draft, (base, ours, theirs) => {
      const { merged, conflicts } = mergeFields(base, ours, theirs)
      const now = leavesOf(merged)
      const isConflict = isWithin(conflicts)
      const [mine, others] = [leavesOf(ours), leavesOf(theirs)]
      for (const path of changed(base, ours))
        if (mine.has(path)) expect([path, now.get(path)]).toEqual([path, mine.get(path)])
      for (const path of changed(base, theirs))
        if (others.has(path) && !isConflict(path))
          expect([path, now.get(path)]).toEqual([path, others.get(path)])
      for (const { field, stored, given: losingValue } of conflicts) {
        expect(stored).not.toEqual(losingValue)
        if (others.has(field)) expect(JSON.stringify(losingValue)).toBe(others.get(field))
      }
    }),
  )
})

test('unchanged values stay, and a value that only one person deleted is deleted', () => {
  fc.assert(
    fc.property(draft, draft, draft, (base, ours, theirs) => {
      const now = leavesOf(mergeFields(base, ours, theirs).merged)
      const [before, mine, others] = [leavesOf(base), leavesOf(ours), leavesOf(theirs)]
      const touched = new Set([...changed(base, ours), ...changed(base, theirs)])
      for (const [path, value] of before) if (!touched.has(path)) expect(now.get(path)).toBe(value)
      for (const path of now.keys()) expect(mine.has(path) || others.has(path)).toBe(true)
      for (const path of before.keys())
        if (!mine.has(path) && !others.has(path)) expect(now.has(path)).toBe(false)
    }),
  )
})

test('merging again changes nothing, and a person who changed nothing does not affect the other', () => {
  fc.assert(
    fc.property(draft, draft, draft, (base, ours, theirs) => {
      const { merged } = mergeFields(base, ours, theirs)
      expect(mergeFields(base, merged, theirs).merged).toEqual(merged)
      expect(mergeFields(base, ours, base)).toEqual({ merged: ours, conflicts: [] })
      expect(mergeFields(base, base, theirs)).toEqual({ merged: theirs, conflicts: [] })
      expect(mergeFields(base, ours, structuredClone(ours))).toEqual({
        merged: ours,
        conflicts: [],
      })
    }),
  )
})

const of = (...ids: string[]) => ({ list: ids.map((id) => ({ id, note: '' })) })

test('an item that one person deleted and the other edited stays', () => {
  const written = { list: [{ id: 'a', note: 'taxi' }] }
  expect(mergeFields(of('a'), written, of())).toEqual({
    merged: written,
    conflicts: [{ field: 'list.a', stored: { id: 'a', note: 'taxi' }, given: null }],
  })
  expect(mergeFields(of('a'), of(), written)).toEqual({ merged: written, conflicts: [] })
})

test('two people who added an item with the same id conflict only in the fields that differ', () => {
  const [one, other] = [{ list: [{ id: 'a', note: '1' }] }, { list: [{ id: 'a', note: '2' }] }]
  expect(mergeFields(of(), one, other)).toEqual({
    merged: one,
    conflicts: [{ field: 'list.a.note', stored: '1', given: '2' }],
  })
})

test('a list without ids, or with one id twice, is one field', () => {
  expect(mergeFields({ t: ['a'] }, { t: ['a', 'b'] }, { t: ['c'] }).conflicts).toEqual([
    { field: 't', stored: ['a', 'b'], given: ['c'] },
  ])
  const { merged, conflicts } = mergeFields(of('a'), of('a', 'a'), of('a', 'b'))
  expect(merged).toEqual(of('a', 'a'))
  expect(conflicts).toMatchObject([{ field: 'list' }])
})
