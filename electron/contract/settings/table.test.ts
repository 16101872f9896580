import { expect, test } from 'vitest'
import { defaultPreferences, preferenceRules } from './default-preferences.ts'
import { readValue } from './read-value.ts'
import type { Rule } from './row.ts'
import { inConnection, inQueue, nowhere } from './sections/elsewhere.ts'
import { defaultSettings, preferencesSchema, settingsSchema } from './settings.ts'
import { groups, sections, shownRows } from './table.ts'

test('a key belongs to one row', () => {
  const all = [...Object.values(sections), inQueue, inConnection, nowhere]
  const keys = all.flatMap((rows) => Object.keys(rows))
  expect(new Set(keys).size).toBe(keys.length)
  expect(Object.values(sections).filter((rows) => Object.keys(rows).length === 0)).toEqual([])
})

test('every section is in one group, in the same order', () => {
  expect(Object.values(groups).flat()).toEqual(Object.keys(sections))
})

test('every default is what its row allows', () => {
  expect(settingsSchema.parse(defaultSettings)).toEqual(defaultSettings)
  expect(preferencesSchema.parse(defaultPreferences)).toEqual(defaultPreferences)
})

test('the schemas take what the rows allow, whole or in part, and nothing else', () => {
  const change = settingsSchema.partial()
  expect(change.parse({ undoSeconds: 60 })).toEqual({ undoSeconds: 60 })
  expect(change.safeParse({ undoSeconds: 61 }).error?.issues[0]?.path).toEqual(['undoSeconds'])
  expect(change.safeParse({ theme: 'dark' }).success).toBe(false)
  expect(settingsSchema.safeParse({ undoSeconds: 60 }).success).toBe(false)
  expect(preferencesSchema.safeParse({ ...defaultPreferences, theme: 'pink' }).success).toBe(false)
})

test('the build can write the defaults and rules of preferences as they are', () => {
  const values = { defaultPreferences, preferenceRules }
  expect(JSON.parse(JSON.stringify(values))).toEqual(values)
})

const percent: Rule = { is: 'number', min: 0.1, max: 1 }
const count: Rule = { is: 'number', min: 1, max: 10, whole: true, orNone: true }

test.for<[Rule, unknown[], unknown[]]>([
  [{ is: 'yes-no' }, [true, false], [null, 'true', 1]],
  [percent, [0.1, 0.25, 1], [0.09, 1.1, null, '0.5', Number.NaN]],
  [count, [1, 10, null], [0, 11, 2.5, '2', true]],
  [{ is: 'one-of', values: [null, 2, 'S'] }, [null, 2, 'S'], ['2', 's', undefined, 3]],
  [
    { is: 'list', of: { is: 'one-of', values: ['a', 'b'] }, max: 2 },
    [[], ['b', 'a']],
    [null, 'a', ['a', 'c'], {}, ['a', 'a', 'a']],
  ],
  [shownRows.businessDayBorder.rule, ['00:00', '23:59'], ['24:00', '4:00', '04:60', '04:000', 4]],
  [{ is: 'text', min: 1, max: 3 }, ['abc', 'a b'], ['', '  ', 'abcd', 1, null]],
  [
    { is: 'wall-keys' },
    [{}, { card1: 'F1', undo: 'x'.repeat(40) }],
    [{ fly: 'F1' }, { undo: '' }, { undo: 'x'.repeat(41) }, { undo: 1 }, [], null, 'undo'],
  ],
])('%o accepts %o and rejects %o', ([rule, good, bad]) => {
  for (const value of good) expect(readValue(rule, value)).toEqual(value)
  for (const value of bad) expect(readValue(rule, value)).toBeUndefined()
})

test('a text loses the spaces around it, before it is measured', () => {
  expect(readValue({ is: 'text', min: 0, max: 3 }, '  abc ')).toBe('abc')
})
