import { expect, test } from 'vitest'
import { applyChange, catchUp, type Known, type Told } from './revision.ts'

const told = (revision: number, names: string[], gone: string[] = []): Told<string> => ({
  revision,
  things: names.map((name) => [name, `${name}@${String(revision)}`]),
  gone,
})
const whole = told(7, ['a'])
const shown = (known: Known<string> | null) =>
  known === null ? 'ask again' : [...known.things.values()].join(' ')

test.for<[string, Told<string>, string]>([
  ['the next revision', told(8, ['b']), 'a@7 b@8'],
  ['a known one is replaced', told(8, ['a']), 'a@8'],
  ['one goes', told(8, ['b'], ['a']), 'b@8'],
  ['one that was never known goes', told(8, [], ['z']), 'a@7'],
  ['a revision was missed', told(9, ['b']), 'ask again'],
  ['a revision comes twice', told(7, ['b']), 'ask again'],
])('%s', ([, change, expected]) => {
  const known = { revision: 7, things: new Map(whole.things) }
  expect(shown(applyChange(known, change))).toBe(expected)
  expect(shown(known), 'what was known is not touched').toBe('a@7')
})

test.for<[string, Told<string>[], string]>([
  ['nothing came meanwhile', [], 'a@7'],
  ['what the whole has already is skipped', [told(6, ['x']), told(7, ['y'])], 'a@7'],
  ['what came later is applied', [told(7, ['y']), told(8, ['b']), told(9, ['c'])], 'a@7 b@8 c@9'],
  ['one is missing', [told(9, ['c'])], 'ask again'],
])('catching up: %s', ([, changes, expected]) => {
  expect(shown(catchUp(whole, changes))).toBe(expected)
})
