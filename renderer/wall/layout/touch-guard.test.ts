import { expect, test } from 'vitest'
import {
  approach,
  draw,
  isHeld,
  nothingDrawn,
  tapTarget,
  guardAfterPointer,
  guardAfterMove,
  type TouchGuard,
} from './touch-guard.ts'

// Pictures as letters: the first letter is in the first place, and so on; a dot is an empty place.
const nth = (place: number) => (picture: string) => {
  const target = picture[place]
  return target === undefined || target === '.' ? null : target
}
const drawAll = (pictures: [number, string][]) =>
  pictures.reduce<TouchGuard<string>>((stable, [at, one]) => draw(stable, one, at), nothingDrawn)

test.for<[string, [number, string][], number, string | null, boolean]>([
  ['nothing drawn', [], 0, null, false],
  ['what is drawn', [[0, 'ab']], 0, 'a', false],
  ['nothing where nothing stands', [[0, '.b']], 0, null, false],
  [
    'another stood there',
    [
      [0, 'ab'],
      [1000, 'ba'],
    ],
    1399,
    null,
    true,
  ],
  [
    'it stood there long ago',
    [
      [0, 'ab'],
      [1000, 'ba'],
    ],
    1400,
    'b',
    false,
  ],
  [
    'the same stood there',
    [
      [0, 'ab'],
      [1000, 'ac'],
    ],
    1001,
    'a',
    false,
  ],
  [
    'nothing stood there: nobody aimed at it',
    [
      [0, '.b'],
      [1000, 'ab'],
    ],
    1001,
    'a',
    false,
  ],
  [
    'it left: the tap was meant for it',
    [
      [0, 'ab'],
      [1000, '.b'],
    ],
    1001,
    null,
    true,
  ],
  [
    'one before the last',
    [
      [0, 'ab'],
      [1000, 'cb'],
      [1100, 'ab'],
    ],
    1200,
    null,
    true,
  ],
  [
    'a picture stood until the next came',
    [
      [0, 'ab'],
      [5000, 'ba'],
    ],
    5001,
    null,
    true,
  ],
  [
    'of two moves the first is long ago',
    [
      [0, 'ab'],
      [1000, '.b'],
      [1300, 'cb'],
    ],
    1400,
    'c',
    false,
  ],
])('a tap: %s', ([, pictures, now, target, moved]) => {
  expect(tapTarget(drawAll(pictures), nth(0), now)).toEqual({ target, moved })
})

test.for<[string, (stable: TouchGuard<never>) => TouchGuard<never>, number, boolean]>([
  ['no hand was there', (stable) => stable, 0, false],
  ['a hand just came near', (stable) => approach(stable, 1000), 1000, true],
  ['a moment ago', (stable) => approach(stable, 1000), 1000 + guardAfterPointer - 1, true],
  ['it has gone', (stable) => approach(stable, 1000), 1000 + guardAfterPointer, false],
  ['a finger is down, however long', (stable) => approach(stable, 1000, true), 99_000, true],
  [
    'it is lifted, and may come down again',
    (stable) => approach(approach(stable, 1000, true), 9000, false),
    9001,
    true,
  ],
  [
    'it moves while it is down',
    (stable) => approach(approach(stable, 1000, true), 2000),
    99_000,
    true,
  ],
  [
    'it was lifted long ago',
    (stable) => approach(approach(stable, 1000, true), 2000, false),
    2000 + guardAfterPointer,
    false,
  ],
])('held: %s', ([, hand, now, expected]) => {
  expect(isHeld(hand(nothingDrawn), now)).toBe(expected)
})

test('of what was drawn only what a finger may still aim at is kept', () => {
  let stable: TouchGuard<string> = nothingDrawn
  for (let at = 0; at < 60_000; at += 100) stable = draw(stable, String(at), at)
  expect(stable.drawn.length).toBeLessThanOrEqual(guardAfterMove / 100 + 1)
})
