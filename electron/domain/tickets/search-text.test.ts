import { expect, test } from 'vitest'
import { searchTerms } from '../text/search-terms.ts'
import { matches } from './codes.ts'

test.each([
  ['Hamburguesa clásica', ['HAMBURGUESA', 'CLASICA']],
  ['C#15244', ['C', '15244']],
  ['Ñandú  ñandú', ['NANDU']],
  ['Straße', ['STRASSE']],
  ['ΣΊΓΜΑΣ σίγμας', ['ΣΙΓΜΑΣ']],
  ['İstanbul', ['ISTANBUL']],
  [
    'café 2×1 (½)',
    ['CAFE', '2', '1', '1', '2'].filter((word, nth, all) => all.indexOf(word) === nth),
  ],
  ['🍣 寿司', ['寿司']],
  ['"* OR -- )', ['OR']],
  ['#!', []],
])('%s', (text, words) => {
  expect(searchTerms(text)).toEqual(words)
})

test.each([
  ['ham cla', true],
  ['CLÁS', true],
  ['152 ham', true],
  ['amburguesa', false],
  ['ham pizza', false],
])('%s in a hamburger’s words: %s', (text, expected) => {
  expect(matches(searchTerms('15244 Hamburguesa clásica'), searchTerms(text))).toBe(expected)
})
