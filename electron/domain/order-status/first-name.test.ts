import fc from 'fast-check'
import { expect, test } from 'vitest'
import { firstName } from './order-status.ts'

test.for<[string | null, string | null]>([
  ['Ana', 'Ana'],
  ['  Ana   María Soto', 'Ana'],
  ['José-Miguel Soto', 'José-Miguel'],
  ['O’Brien', 'O’Brien'],
  ['Ana (celíaca)', 'Ana'],
  ['🌸Ana🌸', 'Ana'],
  ['Maximiliano-Andrés', 'Maximiliano-'],
  ['محمد علي', 'محمد'],
  ['Soto, Ana', null],
  ['ana@correo.example', null],
  ['Ana ana@correo.example', null],
  ['+56 9 1234 5678', null],
  ['Ana 56912345678', null],
  ['Ana ٠٩١٢٣٤', null],
  ['***', null],
  ['', null],
  [null, null],
])('%s is %s', ([name, expected]) => {
  expect(firstName(name)).toBe(expected)
})

test('whatever the name, there is never a second word, an address or a digit', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (name) => {
      const shown = firstName(name)
      if (shown === null) return
      expect(shown).not.toMatch(/[\s@\p{N}]/u)
      expect([...new Intl.Segmenter().segment(shown)].length).toBeLessThanOrEqual(12)
    }),
  )
})
