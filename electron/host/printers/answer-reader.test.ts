import { expect, test } from 'vitest'
import { AnswerReader, type Question } from './answer-reader.ts'

/** What a reader that asked these questions recognises in each chunk. */
function received(asked: Question[], chunks: number[][]): string[] {
  const reader = new AnswerReader()
  for (const question of asked) reader.asked(question)
  return chunks.map((bytes) => {
    const read = reader.read(Uint8Array.from(bytes))
    return read === 'foreign' ? read : [...read].join(' ')
  })
}

const both: Question[] = ['real-time', 'paper']

test.for<[string, Question[], number[][], string[]]>([
  [
    'paper there, ending, gone',
    ['paper', 'paper', 'paper'],
    [[0x00], [0x03], [0x0c]],
    ['paper', 'paper', 'paper'],
  ],
  [
    'its state at once, off and on',
    ['real-time', 'real-time'],
    [[0x12], [0x1e]],
    ['real-time', 'real-time'],
  ],
  ['a late answer together with the next', both, [[0x16, 0x00]], ['real-time paper']],
  ['what it tells unasked', both, [[0x14, 0x00, 0x00, 0x0f]], ['']],
  ['the same in two pieces', both, [[0x10], [0x00, 0x00], [0x0f]], ['', '', '']],
  [
    'an answer behind it',
    both,
    [
      [0x1c, 0x00],
      [0x00, 0x0f, 0x00],
    ],
    ['', 'paper'],
  ],
  ['XON and XOFF', both, [[0x11, 0x13]], ['']],
  ['a state before it was asked for', [], [[0x00]], ['foreign']],
  ['one more than was asked for', ['real-time'], [[0x12], [0x12]], ['real-time', 'foreign']],
  ['one sensor that contradicts itself', both, [[0x08]], ['foreign']],
  ['something else where it tells unasked', both, [[0x10, 0x04, 0x1b]], ['foreign']],
])('%s', ([, asked, chunks, expected]) => {
  expect(received(asked, chunks)).toEqual(expected)
})

test.each(
  ['HTTP/1.1 400', 'OK\r\n', '220 mail', '-ERR', 'ERROR\r\n', '\r\n', '@', '+OK'].map((text) => [
    text,
  ]),
)('of the words “%s” nothing but a letter or two looks like a state', (text) => {
  const read = received(both, [[...Buffer.from(text)]])
  expect(read).toEqual([text === '@' ? 'paper' : 'foreign'])
})
