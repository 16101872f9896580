import { expect, test } from 'vitest'
import { Mask } from './mask.ts'

const mask = new Mask(['sk-live-Abc123', null, ''], ['ana-1', 'go'])

test.each([
  ['the token', 'Bearer sk-live-Abc123 is over', 'Bearer […] is over'],
  ['its first part', 'token "sk-live-…" is over', 'token "[…] is over'],
  ['it in other letters', 'SK-LIVE-ABC123', '[…]'],
  ['an id that was asked for', 'no order ana-1', 'no order […]'],
  ['a short id, which may be a word', 'go away', 'go away'],
  ['an e-mail address', 'sent to ana.diaz@example.com, twice', 'sent to […], twice'],
  ['one in an address', '?email=ana%40example.com&x', '[…]'],
  ['a telephone number', 'call +56 9 8765 4321 now', 'call […] now'],
  ['another', '(02) 2345-6789', '([…]'],
  ['a long id', 'no client Li4eEa3W2hiuGGCFa', 'no client […]'],
  ['a web token', 'eyJhbGciOi1NiJ9.eyJzdWIiOi1xMjM', '[…].[…]'],
  [
    'a field',
    'data.items.0.itemsPrice: expected number',
    'data.items.0.itemsPrice: expected number',
  ],
  ['a limit', 'limit must be at most 100', 'limit must be at most 100'],
  ['lines and turned letters', 'one\ntwo\u202Eeerht\u0007', 'one two eerht '],
])('%s', (_case, text, expected) => {
  expect(mask.hide(text)).toBe(expected)
})
