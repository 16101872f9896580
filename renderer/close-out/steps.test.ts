import { expect, test } from 'vitest'
import { openSteps } from './steps.ts'

type Asked = Parameters<typeof openSteps>[0]
const figures = {} as Asked['figures']

test.for<[string, Asked['count']['state'], Asked['figures'], number[], string[]]>([
  ['a blind count', 'counting', null, [], ['find', 'count']],
  ['a count that is not blind', 'counting', figures, [], ['find', 'count', 'compare', 'review']],
  ['a finished count', 'counted', figures, [], ['find', 'count', 'compare', 'review', 'sign']],
  ['one whose figures are being read', 'counted', null, [], ['find', 'count', 'compare', 'review']],
  ['a recount', 'recounting', figures, [], ['find', 'count', 'compare', 'review']],
  ['a closed shift', 'closed', figures, [3], ['find', 'count', 'compare', 'review', 'done']],
])('of %s these can be entered', ([_name, state, seen, closeOuts, open]) => {
  const links = openSteps({ shiftId: 'a/b', figures: seen, closeOuts, count: { state } })
  expect(Object.keys(links)).toEqual(open)
  expect(links.count).toBe('/close-out/shift/a%2Fb/count')
})

test('a count with a recount that is due cannot be signed; one that needs a note can be looked at', () => {
  const linksWith = (code: 'recount-demanded' | 'note-demanded') =>
    openSteps({
      shiftId: 's',
      figures,
      closeOuts: [],
      count: { state: 'counted', objections: [{ code, about: 'card' }] },
    })
  expect(Object.keys(linksWith('recount-demanded'))).toEqual(['find', 'count', 'compare', 'review'])
  expect(Object.keys(linksWith('note-demanded'))).toContain('sign')
})
