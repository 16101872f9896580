import fc from 'fast-check'
import { expect, test } from 'vitest'
import { wallCommands, type WallCommand } from '#contract/settings/fields.ts'
import {
  cardCommands,
  commandOf,
  keyOf,
  learnable,
  learnKey,
  type LearnedKeys,
} from './wall-keys.ts'

test.for<[string, LearnedKeys, WallCommand | null]>([
  ['1', {}, 'card1'],
  ['0', {}, 'card10'],
  ['PageDown', {}, 'nextPage'],
  ['u', {}, 'undo'],
  ['U', {}, 'undo'],
  ['?', {}, 'keys'],
  ['q', {}, null],
  ['Enter', {}, null],
  // A learned key replaces the standard one.
  ['q', { undo: 'q' }, 'undo'],
  ['Q', { undo: 'q' }, 'undo'],
  ['u', { undo: 'q' }, null],
  // A learned key is taken from the command whose standard key it is.
  ['u', { card1: 'u' }, 'card1'],
  ['1', { card1: 'u' }, null],
  ['F1', { card1: 'F1' }, 'card1'],
  // Two commands that swapped their keys.
  ['1', { card1: '2', card2: '1' }, 'card2'],
  ['2', { card1: '2', card2: '1' }, 'card1'],
])('%s, learned %o, means %s', ([key, learned, command]) => {
  expect(commandOf(key, learned)).toBe(command)
})

test('a command shows the key that it answers to, and none where another has taken it', () => {
  expect(cardCommands.map((command) => keyOf(command, {})).join('')).toBe('1234567890')
  expect(keyOf('undo', { undo: 'q' })).toBe('q')
  expect(keyOf('undo', { card1: 'u' })).toBeNull()
})

test.for<[WallCommand, string, LearnedKeys, LearnedKeys]>([
  ['undo', 'Q', {}, { undo: 'q' }],
  ['undo', 'x', { undo: 'q' }, { undo: 'x' }],
  ['card1', 'q', { undo: 'q', card2: 'w' }, { card1: 'q', card2: 'w' }],
  // Back to the standard key: nothing is stored, and the other command gets its own key back.
  ['undo', 'u', { undo: 'q' }, {}],
  ['undo', 'u', { card1: 'u' }, {}],
])('%s learns %s', ([command, key, before, after]) => {
  expect(learnKey(command, key, before)).toEqual(after)
})

test('whatever was learned, the key that was learned last means its command, and no key means two', () => {
  const lesson = fc.tuple(
    fc.constantFrom(...wallCommands),
    fc.constantFrom('1', '2', '0', 'u', 'U', 'q', '?', 'PageDown', 'F1'),
  )
  fc.assert(
    fc.property(fc.array(lesson, { minLength: 1, maxLength: 12 }), (lessons) => {
      let learned: LearnedKeys = {}
      for (const [command, key] of lessons) {
        learned = learnKey(command, key, learned)
        expect(commandOf(key, learned)).toBe(command)
      }
      const keys = wallCommands.flatMap((command) => keyOf(command, learned) ?? [])
      expect(new Set(keys).size).toBe(keys.length)
    }),
  )
})

test.for([
  ['q', 'yes'],
  ['F5', 'yes'],
  ['Backspace', 'yes'],
  ['Enter', 'fixed'],
  [' ', 'fixed'],
  ['Tab', 'fixed'],
  ['Escape', 'fixed'],
  ['ArrowDown', 'fixed'],
  ['Shift', 'none'],
  ['CapsLock', 'none'],
  ['NumLock', 'none'],
  ['Dead', 'none'],
  ['Unidentified', 'none'],
] as const)('“%s” can be learned: %s', ([key, answer]) => {
  expect(learnable(key)).toBe(answer)
})
