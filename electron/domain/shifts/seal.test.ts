import { hash } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { CloseOut } from '#contract/shifts/shifts.ts'
import {
  canonicalJson,
  checkChain,
  compareWithRecord,
  noHash,
  sealed,
  type SealedRow,
  type Sealing,
  type SealKey,
  type Unsealed,
} from './seal.ts'

const sha256 = (text: string): string => hash('sha256', text, 'hex')

const sealing: Sealing = { hash: sha256, key: null }
const key: SealKey = { id: 'k1', mac: (text) => sha256(`secret ${text}`) }

function chain(length: number, how: Sealing = sealing): CloseOut[] {
  const closeOuts: CloseOut[] = []
  for (let number = 1; number <= length; number++) {
    const previousHash = closeOuts.at(-1)?.hash ?? noHash
    const place = {
      number,
      previousHash,
      shiftId: 's',
      tapId: `tap-${String(number)}`,
      corrects: null,
    }
    const content = { ...place, notes: `day ${String(number)}`, count: { float: 5 } }
    closeOuts.push(sealed(content as unknown as Unsealed, how))
  }
  return closeOuts
}

const stored = (documents: readonly CloseOut[]): SealedRow[] =>
  documents.map((each) => ({
    number: each.number,
    shiftId: 's',
    tapId: `tap-${String(each.number)}`,
    corrects: null,
    document: JSON.parse(JSON.stringify(each)) as Record<string, unknown>,
  }))

const headOf = (documents: readonly CloseOut[]) => {
  const { number, hash: last } = documents.at(-1) ?? { number: 0, hash: noHash }
  return { number, hash: last }
}

test('an untouched chain is valid, and so is an empty one', () => {
  const documents = chain(5)
  const counts = { checked: 5, withKey: 0, otherKey: 0, keyless: 0 }
  expect(checkChain(stored(documents), headOf(documents), sealing)).toEqual({
    ...counts,
    broken: null,
  })
  expect(checkChain([], null, sealing)).toEqual({ ...counts, checked: 0, broken: null })
})

test('the order of names does not change the seal', () => {
  expect(canonicalJson({ b: [1, { d: null, c: 'ñ' }], a: undefined, e: -0.5 })).toBe(
    '{"b":[1,{"c":"ñ","d":null}],"e":-0.5}',
  )
  fc.assert(
    fc.property(fc.json(), (text) => {
      const value: unknown = JSON.parse(text)
      expect(JSON.parse(canonicalJson(value))).toEqual(value)
      const turned: unknown = JSON.parse(text, (_name, each: unknown) =>
        typeof each === 'object' && each !== null && !Array.isArray(each)
          ? Object.fromEntries(Object.entries(each).toReversed())
          : each,
      )
      expect(canonicalJson(turned)).toBe(canonicalJson(value))
    }),
  )
})

function withoutSeal({ hash: _hash, mac: _mac, ...content }: CloseOut): Unsealed {
  return { ...content, notes: 'new' }
}

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
    (all) => all.map((each, at) => (at === 2 ? sealed(withoutSeal(each), sealing) : each)),
    4,
    'unlinked',
    3,
  ],
  [
    'the last sealed anew',
    (all) => all.map((each, at) => (at === 4 ? sealed(withoutSeal(each), sealing) : each)),
    5,
    'changed',
    5,
  ],
])('%s is named', ([_name, spoil, number, why, checked]) => {
  const documents = chain(5)
  expect(checkChain(stored(spoil(documents)), headOf(documents), sealing)).toMatchObject({
    checked,
    broken: { number, why, record: null },
  })
})

test('a document that is not JSON any more is named', () => {
  const documents = stored(chain(3))
  const spoilt = documents.map((each) => (each.number === 2 ? { ...each, document: null } : each))
  expect(checkChain(spoilt, null, sealing)).toMatchObject({
    checked: 1,
    broken: { number: 2, why: 'unreadable' },
  })
})

test.for<Partial<SealedRow>>([{ shiftId: 't' }, { tapId: 'tap-9' }, { corrects: 1 }])(
  'a column that is not what was sealed is named: %o',
  (other) => {
    const rows = stored(chain(3)).map((row) => (row.number === 2 ? { ...row, ...other } : row))
    expect(checkChain(rows, null, sealing)).toMatchObject({
      checked: 1,
      broken: { number: 2, why: 'columns' },
    })
  },
)

test('a document sealed with a key is verified with it, only counted without it, and cannot be forged', () => {
  const documents = chain(2, { hash: sha256, key })
  const check = (all: readonly CloseOut[], held: SealKey | null) =>
    checkChain(stored(all), headOf(all), { hash: sha256, key: held })
  expect(check(documents, key)).toMatchObject({ withKey: 2, otherKey: 0, broken: null })
  expect(check(documents, null)).toMatchObject({ withKey: 0, otherKey: 2, broken: null })
  expect(check(documents, { ...key, id: 'k2' })).toMatchObject({ otherKey: 2, broken: null })
  const forged = chain(2, { hash: sha256, key: { id: key.id, mac: sha256 } })
  expect(check(forged, key)).toMatchObject({ checked: 0, broken: { number: 1, why: 'forged' } })
  const [first] = documents
  if (first === undefined) throw new Error('no document')
  const place = { number: 2, previousHash: first.hash, tapId: 'tap-2' }
  const plain = sealed({ ...withoutSeal(first), ...place }, sealing)
  expect(check([first, plain], key)).toMatchObject({ withKey: 1, keyless: 1, broken: null })
})

test('a record matches the start of a seal, and names missing or replaced documents', () => {
  const hash = 'ab'.repeat(32)
  const record = { number: 3, hash: 'abab', source: 'paper' }
  expect(compareWithRecord(record, hash)).toBeNull()
  const broken = { number: 3, record: 'paper' }
  expect(compareWithRecord(record, null)).toEqual({ ...broken, why: 'missing' })
  expect(compareWithRecord(record, `b${hash}`)).toEqual({ ...broken, why: 'replaced' })
})
