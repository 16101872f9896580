import { expect, test } from 'vitest'
import type { MenuChoice } from '#contract/stock.ts'
import { menuWords } from './menu-words.ts'

test.each<[MenuChoice, string]>([
  [{ by: 'name', taken: 1, others: 0 }, 'the one that names this store'],
  [
    { by: 'name', taken: 2, others: 1 },
    'the 2 that name this store · one that names no store is left out',
  ],
  [
    { by: 'no-name', taken: 3, others: 4 },
    'none names this store, so the 3 that name no store are taken for yours',
  ],
  [{ by: 'none', taken: 0, others: 2 }, 'all 2 name other stores: none is taken for yours'],
  [{ by: 'none', taken: 0, others: 0 }, 'the platform has none for this token'],
])('%o', (choice, words) => {
  expect(menuWords(choice)).toBe(words)
})
