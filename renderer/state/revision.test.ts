import { expect, test } from 'vitest'
import { applyChange, catchUp, type Current, type Reported } from './revision.ts'

const reported = (revision: number, names: string[], gone: string[] = []): Reported<string> => ({
  revision,
  entries: names.map((name) => [name, `${name}@${String(revision)}`]),
  gone,
})
const whole = reported(7, ['a'])
const shown = (current: Current<string> | null) =>
  current === null ? 'ask again' : [...current.entries.values()].join(' ')

test.for<[string, Reported<string>, string]>([
  ['the next revision', reported(8, ['b']), 'a@7 b@8'],
  ['a known one is replaced', reported(8, ['a']), 'a@8'],
  ['one goes', reported(8, ['b'], ['a']), 'b@8'],
  ['one that was never known goes', reported(8, [], ['z']), 'a@7'],
  ['a revision was missed', reported(9, ['b']), 'ask again'],
  ['a revision comes twice', reported(7, ['b']), 'ask again'],
])('%s', ([, change, expected]) => {
  const current = { revision: 7, entries: new Map(whole.entries) }
  expect(shown(applyChange(current, change))).toBe(expected)
  expect(shown(current), 'what was known is not touched').toBe('a@7')
})

test.for<[string, Reported<string>[], string]>([
  ['nothing came meanwhile', [], 'a@7'],
  ['what the whole has already is skipped', [reported(6, ['x']), reported(7, ['y'])], 'a@7'],
  [
    'what came later is applied',
    [reported(7, ['y']), reported(8, ['b']), reported(9, ['c'])],
    'a@7 b@8 c@9',
  ],
  ['one is missing', [reported(9, ['c'])], 'ask again'],
])('catching up: %s', ([, changes, expected]) => {
  expect(shown(catchUp(whole, changes))).toBe(expected)
})
