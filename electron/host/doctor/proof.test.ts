import { describe, expect, test } from 'vitest'
import type { Proof } from '#contract/doctor/doctor.ts'
import {
  cursorProof,
  defaultOrderProof,
  emptiedProof,
  bothStoresProof,
  narrowedProof,
  orderProof,
  searchProof,
  pageSizeProof,
  statusProofs,
  type List,
  type ListResult,
} from './proof.ts'
import { joinedProof, noStore, proveBothPageNames, confirmContradiction } from './questions.ts'

/** `ab` is a complete list of two, `ab+` has a next page, `ab/9` says that there are 9. */
function list(text: string): ListResult {
  if (text === 'refused') return 'refused'
  if (text === 'nothing') return null
  const [, keys = '', more, total] = /^([a-z]*)(\+?)(?:\/(\d+))?$/.exec(text) ?? []
  return {
    keys: Array.from(keys),
    more: more === '+',
    total: total === undefined ? null : Number(total),
  }
}

test.each([
  ['abc', '', 'proven'],
  ['abc', 'abc', 'contradicted'],
  ['abc', 'refused', 'contradicted'],
  ['abc', 'nothing', 'unclear'],
  ['', '', 'unclear'],
  ['nothing', '', 'unclear'],
])('emptied: without %s, with %s: %s', (base, withName, proof) => {
  expect(emptiedProof(list(base), list(withName))).toBe(proof)
})

test.each([
  ['abc', 'a', 'ab', 'proven'],
  ['abc', 'abc', 'abc', 'contradicted'],
  ['abcd', 'abc', 'abc', 'contradicted'],
  ['abc', 'refused', 'nothing', 'contradicted'],
  ['a', 'a', 'a', 'unclear'],
  ['', '', '', 'unclear'],
  ['abc', 'a', 'refused', 'unclear'],
  ['abc', 'a', 'a', 'unclear'],
])('sized: without %s, of one %s, of two %s: %s', (base, one, two, proof) => {
  expect(pageSizeProof(list(base), list(one), list(two))).toBe(proof)
})

describe('pages', () => {
  test.each([
    ['both names', 'abc', { s1: 'a', s2: 'ab', s1p2: 'b' }, 'proven', 'proven'],
    ['no page', 'abc', { s1: 'a', s2: 'ab', s1p2: 'a' }, 'proven', 'contradicted'],
    ['a page that is another', 'abc', { s1: 'a', s2: 'ab', s1p2: 'z' }, 'proven', 'unclear'],
    ['two alike', 'aab', { s1: 'a', s2: 'aa', s1p2: 'a' }, 'proven', 'unclear'],
    ['no size', 'abc+', { s1: 'abc+', s2: 'abc+', p2: 'def' }, 'contradicted', 'proven'],
    ['neither', 'abc+', { s1: 'abc+', s2: 'abc+', p2: 'abc+' }, 'contradicted', 'contradicted'],
    ['one page', 'abc', { s1: 'abc', s2: 'abc', p2: '' }, 'contradicted', 'unclear'],
    ['a refused page', 'abc', { s1: 'a', s2: 'ab', s1p2: 'refused' }, 'proven', 'contradicted'],
    ['a refused size', 'abc+', { s1: 'refused', p2: 'def' }, 'contradicted', 'proven'],
    ['one item', 'a', { s1: 'a', s2: 'a', p2: '' }, 'unclear', 'unclear'],
  ])('%s', async (_case, base, answers: Record<string, string>, size, page) => {
    const proofs = await proveBothPageNames(list(base), (query) => {
      const name = `${query.size === undefined ? '' : `s${query.size}`}${query.page === undefined ? '' : `p${query.page}`}`
      const answer = answers[name]
      if (answer === undefined) throw new Error(`not to be asked: ${name}`)
      return Promise.resolve(list(answer))
    })
    expect(proofs).toEqual({ size, page })
  })

  test.each<[string, Proof[], Proof]>([
    ['once', ['contradicted', 'proven'], 'unclear'],
    ['twice', ['contradicted', 'contradicted'], 'contradicted'],
    ['never', ['proven', 'contradicted'], 'proven'],
  ])('a contradiction that comes %s', async (_case, proofs, expected) => {
    let asked = 0
    const page = () => Promise.resolve({ page: proofs[asked++] ?? ('unclear' as const) })
    expect(await confirmContradiction(page)).toEqual({ page: expected })
  })
})

test.each([
  ['abc', ['a', 'b'], 'proven'],
  ['abc/30', ['abc/20', 'abc/4'], 'proven'],
  ['abc/30', ['abc/30', 'abc/30'], 'contradicted'],
  ['abc', ['a', 'abc'], 'unclear'],
  ['abc', ['refused', 'refused'], 'contradicted'],
  ['abc', ['refused', 'a'], 'unclear'],
  ['', ['', ''], 'unclear'],
])('narrowed: %s, to %s: %s', (base, each, proof) => {
  expect(narrowedProof(list(base), ...each.map(list))).toBe(proof)
})

test.each([
  ['abu', 'cu', 'abcu', 'proven'],
  ['abu', 'cu', 'abu', 'contradicted'],
  ['abu', 'cu', '', 'contradicted'],
  ['abu', 'cu', 'abcuz', 'contradicted'],
  ['abu', 'cu', 'u', 'unclear'],
  ['abu', 'abu', 'abu', 'unclear'],
  ['abu+', 'cu', 'abcu', 'unclear'],
  ['abu', 'cu', 'refused', 'contradicted'],
  ['abu', 'nothing', 'abu', 'unclear'],
])('joined: %s and %s: %s is %s', (one, other, both, proof) => {
  expect(bothStoresProof(list(one), list(other), list(both))).toBe(proof)
})

test.each([
  ['all has more than both', 'abcuz', 'never asked', 'proven'],
  ['both is all, one and nobody is one', 'abcu', 'abu', 'proven'],
  // A question that the platform ignores returns everybody.
  ['both is all, one and nobody is all', 'abcu', 'abcu', 'unclear'],
  ['both is all, nobody is refused', 'abcu', 'refused', 'unclear'],
])('joined among all: %s', async (_case, base, oneAndNone, proof) => {
  const asked: Record<string, string> = {
    one: 'abu',
    other: 'cu',
    'one other': 'abcu',
    [`one ${noStore}`]: oneAndNone,
  }
  const ofStores = (...ids: string[]) => {
    const answer = asked[ids.join(' ')] ?? 'never asked'
    if (answer === 'never asked') throw new Error(answer)
    return Promise.resolve(list(answer))
  }
  expect(await joinedProof(['one', 'other'], list(base), ofStores)).toBe(proof)
})

test.each([
  ['abc/9', 'b', 'proven'],
  ['abc/9', 'abc/9', 'contradicted'],
  ['abc/9', 'c', 'unclear'],
  ['abc/9', '', 'unclear'],
  ['abc/9', 'refused', 'contradicted'],
  ['b', 'b', 'unclear'],
])('search: %s, found %s: %s', (base, matches, proof) => {
  expect(searchProof(list(base), list(matches), 'b')).toBe(proof)
})

test.each([
  ['each narrows', 'abc/9', ['abc/9', 'ab/5', 'c/4'], 'proven', 'proven'],
  ['nothing changes', 'abc/9', ['abc/9', 'abc/9', 'abc/9'], 'contradicted', undefined],
  ['a word is refused', 'abc/9', ['abc/9', 'ab/5', 'refused'], 'proven', 'contradicted'],
  ['every word is refused', 'abc/9', ['refused', 'refused'], 'contradicted', undefined],
  ['a word finds nobody', 'abc/9', ['abc/9', 'abc/9', '/0'], 'proven', 'unclear'],
  ['the first leaves some out', 'abc/9', ['ab/5', 'abc/9', 'c/4'], 'proven', 'contradicted'],
  ['no clients', '/0', ['/0', '/0', '/0'], undefined, undefined],
])('status: %s', (_case, base, each, parameter, words) => {
  const proofs = statusProofs(list(base), each.map(list))
  expect([proofs.clientsStatusParameter, proofs.clientStatuses]).toEqual([parameter, words])
})

test.each([
  ['ab', 'cd', 'proven'],
  ['ab', 'ab', 'contradicted'],
  ['ab', 'bc', 'unclear'],
  ['ab', '', 'unclear'],
  ['ab', 'refused', 'contradicted'],
])('cursor: %s, then %s: %s', (before, after, proof) => {
  expect(cursorProof(list(before), list(after))).toBe(proof)
})

describe('sorting', () => {
  const ofDays = (text: string): List => ({
    keys: ['x'],
    total: null,
    more: null,
    dates: Array.from(text, (day) => `2026-11-0${day}T12:00:00.000Z`),
  })

  test.each([
    ['12', '98', 'proven'],
    ['98', '98', 'contradicted'],
    ['98', '12', 'unclear'],
    ['11', '11', 'unclear'],
    ['13', '39', 'unclear'],
  ])('up %s, down %s: %s', (up, down, proof) => {
    expect(orderProof(ofDays(up), ofDays(down))).toBe(proof)
  })

  test.each([
    ['321', 'desc', 'proven'],
    ['123', 'desc', 'contradicted'],
    ['123', 'asc', 'proven'],
    ['21', 'desc', 'unclear'],
    ['12', 'desc', 'contradicted'],
    ['111', 'desc', 'unclear'],
    ['', 'desc', 'unclear'],
  ])('%s for %s: %s', (dates, order, proof) => {
    expect(defaultOrderProof(ofDays(dates), order)).toBe(proof)
  })
})
