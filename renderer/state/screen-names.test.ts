import { expect, test } from 'vitest'
import { freeName, isNameTaken, suggestNames } from './screen-names.ts'

test('case, accents and spaces don’t tell two names apart', () => {
  expect(isNameTaken(' cafe ', ['Café'])).toBe(true)
  expect(isNameTaken('Grill', ['Café', ''])).toBe(false)
})

test('screens without a name take none', () => {
  expect(isNameTaken('', ['', ''])).toBe(false)
})

test('a name that is taken gets the first free number', () => {
  expect(freeName('Kitchen', [])).toBe('Kitchen')
  expect(freeName('Kitchen', ['Kitchen'])).toBe('Kitchen 2')
  expect(freeName('Kitchen', ['kitchen', 'Kitchen 2', 'Kitchen 4'])).toBe('Kitchen 3')
})

test('every suggestion is free, and none comes twice', () => {
  expect(suggestNames(['Kitchen', 'Grill', 'Kitchen'], ['Kitchen', 'Bar'])).toEqual([
    'Kitchen 2',
    'Grill',
  ])
})
