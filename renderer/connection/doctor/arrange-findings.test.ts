import { expect, test } from 'vitest'
import type { Finding, Proof } from '#contract/doctor/doctor.ts'
import { countNames, countTried, groupNames, groupOperations } from './arrange-findings.ts'
import { makeName, makeOperation } from '../../test-support/sample-examination.ts'

const operation = (name: string, finding: Finding) => makeOperation(name, { finding })
const name = (of: string, proof: Proof) => makeName(of, { proof })

test('operations are grouped, what needs a person first, each group in the order of the host', () => {
  const groups = groupOperations([
    operation('a', 'reached'),
    operation('b', 'writes'),
    operation('c', 'unreachable'),
    operation('d', 'nothing-to-ask'),
    operation('e', 'refused'),
    operation('f', 'reached'),
    operation('g', 'something-else'),
  ])
  expect(groups.map(({ kind, lines }) => [kind, ...lines.map((line) => line.operation)])).toEqual([
    ['refused', 'e'],
    ['something-else', 'g'],
    ['unreachable', 'c'],
    ['nothing-to-ask', 'd'],
    ['reached', 'a', 'f'],
    ['writes', 'b'],
  ])
})

test.for<[string, Finding[], { tried: number; bad: number }]>([
  ['nothing', [], { tried: 0, bad: 0 }],
  ['what is not tried is not bad', ['writes', 'nothing-to-ask'], { tried: 0, bad: 0 }],
  ['all well', ['reached', 'reached', 'writes'], { tried: 2, bad: 0 }],
  [
    'every way to go wrong',
    ['refused', 'something-else', 'unreachable', 'reached'],
    { tried: 4, bad: 3 },
  ],
])('counts of tried and failed operations: %s', ([, findings, expected]) => {
  expect(countTried(findings.map((finding) => operation(finding, finding)))).toEqual(expected)
})

test('names are grouped with the contradicted first and the proven last', () => {
  const proofs: Proof[] = [
    'proven',
    'only-by-writing',
    'not-reached',
    'contradicted',
    'only-by-event',
    'unclear',
  ]
  expect(groupNames(proofs.map((proof) => name(proof, proof))).map(({ kind }) => kind)).toEqual([
    'contradicted',
    'unclear',
    'not-reached',
    'only-by-event',
    'only-by-writing',
    'proven',
  ])
})

test('the four counts of the names add up to all of them', () => {
  const proofs: Proof[] = [
    'proven',
    'proven',
    'contradicted',
    'unclear',
    'only-by-writing',
    'only-by-event',
    'not-reached',
  ]
  expect(countNames(proofs.map((proof) => name(proof, proof)))).toEqual({
    seen: 2,
    wrong: 1,
    unclear: 1,
    untried: 3,
  })
})
