import { expect, test } from 'vitest'
import { createAnswerReader } from './answer.ts'

test.for<[string, number[][], boolean]>([
  ['the state that was asked for', [[0x00]], true],
  ['the state of paper that ends', [[0x0c]], true],
  [
    'what it tells unasked, of which three bytes look like a state',
    [[0x14, 0x00, 0x00, 0x0f]],
    false,
  ],
  ['the same in two pieces', [[0x10], [0x00, 0x00], [0x0f]], false],
  [
    'a state behind it',
    [
      [0x1c, 0x00],
      [0x00, 0x0f, 0x00],
    ],
    true,
  ],
  ['XON and XOFF', [[0x11, 0x13]], false],
  ['nothing', [[]], false],
])('%s', ([, pieces, expected]) => {
  const heard = createAnswerReader()
  expect(pieces.map((bytes) => heard(Uint8Array.from(bytes))).includes(true)).toBe(expected)
})
