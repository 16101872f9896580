import { expect, test } from 'vitest'
import { pictureKey } from './picture.ts'

test.for<[string, string | null]>([
  ['/pictures/product%3AP101', 'product:P101'],
  ['/pictures/product%3AP101?2026-11-20T15%3A30%3A00.000Z', 'product:P101'],
  ["/pictures/option%3AG1%2FO'1(b)!*~", "option:G1/O'1(b)!*~"],
  ['/pictures/product%3A%C3%B1', 'product:ñ'],
  ['/pictures/', null],
  ['/pictures/a/b', null],
  ['/pictures/%E0%A4', null],
  ['/pictures/../index.html', null],
  ['/assets/index.js', null],
])('%s asks for %j', ([url, expected]) => {
  expect(pictureKey(url)).toBe(expected)
})
