import { describe, expect, test } from 'vitest'
import { createDialect } from '#platform/dialect.ts'
import { observedFields, observedNames, unclaimedFields } from './observed-names.ts'

const dialect = createDialect()
const times = <Entry>(count: number, entry: Entry): Entry[] =>
  Array.from({ length: count }, () => entry)

describe('a field', () => {
  test.each<[string, object[], string | undefined]>([
    ['that one record has', [{ name: 'Rosa' }, { phone: '1' }, { phone: '2' }], 'proven'],
    ['that two records lack', times(2, { phone: '1' }), undefined],
    ['that three records lack', times(3, { phone: '1' }), 'contradicted'],
    ['that a record has as null', [{ name: null }], 'proven'],
    ['of things that are none', times(9, {}), undefined],
  ])('%s', (_case, drivers, proof) => {
    const wire = drivers as Record<string, unknown>[]
    expect(observedFields(dialect, 'driver', wire)['driver.name']).toBe(proof)
  })

  test('without a known name is listed, most frequent first, five at most', () => {
    const drivers = [
      { fullName: 'Rosa', name: 'R', plate: 'x', 'rosa@example.com': 1, Li4eEa3W2hiuGGCFa: 1 },
      { fullName: 'Ana', plate: 'y', a: 1, b: 1, c: 1, d: 1, specified: 1 },
      { fullName: 'Eva' },
    ]
    expect(unclaimedFields(dialect, 'driver', drivers, ['specified'])).toEqual([
      'fullName',
      'plate',
      'a',
      'b',
      'c',
    ])
  })
})

test.each<[string, string[], string | undefined]>([
  ['all of them', ['credit', 'debit'], 'proven'],
  ['one of them', ['credit', 'credit', 'credit'], undefined],
  ['another among three', ['credit', 'debit', 'in'], 'contradicted'],
  ['another, of too few', ['in'], undefined],
  ['none', [], undefined],
])('words that each mean something: %s', (_case, directions, proof) => {
  const movements = directions.map((direction) => ({ direction }))
  const verdicts = observedNames(dialect, 'movementDirections', 'direction', movements)
  expect(verdicts.movementDirections).toBe(proof)
})
