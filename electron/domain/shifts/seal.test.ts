import { hash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CloseOut } from '#contract/shifts.ts'
import { canonical, checkChain, noHash, sealed, type KeptDocument } from './seal.ts'

const sha256 = (text: string): string => hash('sha256', text, 'hex')

/** As much of a document as the chain looks at. */
function chain(length: number): CloseOut[] {
  const made: CloseOut[] = []
  for (let number = 1; number <= length; number++) {
    const previousHash = made.at(-1)?.hash ?? noHash
    const content = { number, previousHash, notes: `day ${String(number)}`, count: { float: 5 } }
    made.push(sealed(content as unknown as CloseOut, sha256))
  }
  return made
}

const kept = (documents: readonly object[]): KeptDocument[] =>
  documents.map((each) => ({
    number: (each as CloseOut).number,
    document: JSON.parse(JSON.stringify(each)) as Record<string, unknown>,
  }))

const headOf = (documents: readonly CloseOut[]) => {
  const { number, hash: last } = documents.at(-1) ?? { number: 0, hash: noHash }
  return { number, hash: last }
}

test('a chain that nobody touched holds, and so does an empty one', () => {
  const documents = chain(5)
  expect(checkChain(kept(documents), headOf(documents), sha256)).toEqual({
    checked: 5,
    broken: null,
  })
  expect(checkChain([], null, sha256)).toEqual({ checked: 0, broken: null })
})

test('names in another order are the same content', () => {
  expect(canonical({ b: [1, { d: null, c: 'ñ' }], a: undefined, e: -0.5 })).toBe(
    '{"b":[1,{"c":"ñ","d":null}],"e":-0.5}',
  )
  fc.assert(
    fc.property(fc.json(), (text) => {
      const value: unknown = JSON.parse(text)
      expect(JSON.parse(canonical(value))).toEqual(value)
      const turned: unknown = JSON.parse(text, (_name, each: unknown) =>
        typeof each === 'object' && each !== null && !Array.isArray(each)
          ? Object.fromEntries(Object.entries(each).toReversed())
          : each,
      )
      expect(canonical(turned)).toBe(canonical(value))
    }),
  )
})

const changed = (documents: CloseOut[], index: number, more: object): CloseOut[] =>
  documents.map((each, at) => (at === index ? { ...each, ...more } : each))

test.for<[string, (documents: CloseOut[]) => CloseOut[], number, string, number]>([
  ['a word changed', (all) => changed(all, 2, { notes: 'another' }), 3, 'changed', 2],
  ['an amount within', (all) => changed(all, 1, { count: { float: 6 } }), 2, 'changed', 1],
  ['a field more', (all) => changed(all, 0, { more: 1 }), 1, 'changed', 0],
  ['one taken out', (all) => all.filter((_, at) => at !== 1), 2, 'missing', 1],
  ['the first taken out', (all) => all.slice(1), 1, 'missing', 0],
  ['the last taken away', (all) => all.slice(0, 4), 5, 'missing', 4],
  ['all taken away', () => [], 1, 'missing', 0],
  [
    'one sealed anew, so that it holds by itself',
    (all) =>
      all.map((each, at) =>
        at === 2 ? sealed({ ...each, notes: 'new', hash: undefined } as never, sha256) : each,
      ),
    4,
    'unlinked',
    3,
  ],
  [
    'the last sealed anew',
    (all) =>
      all.map((each, at) =>
        at === 4 ? sealed({ ...each, notes: 'new', hash: undefined } as never, sha256) : each,
      ),
    5,
    'changed',
    5,
  ],
])('%s is named', ([_name, spoil, number, why, checked]) => {
  const documents = chain(5)
  expect(checkChain(kept(spoil(documents)), headOf(documents), sha256)).toEqual({
    checked,
    broken: { number, why },
  })
})

test('one that is no JSON any more is named', () => {
  const documents = kept(chain(3))
  const spoilt = documents.map((each) => (each.number === 2 ? { ...each, document: null } : each))
  expect(checkChain(spoilt, null, sha256)).toEqual({
    checked: 1,
    broken: { number: 2, why: 'unreadable' },
  })
})
