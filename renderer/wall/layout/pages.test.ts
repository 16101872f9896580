import { expect, test } from 'vitest'
import { areaOf, ticketsOf, writeSegments } from '../../test-support/sample-wall.ts'
import { holdPage, layPages, type Page } from './pages.ts'

const nobody = { shown: 0, stood: [], wasFull: false } as const
const written = (pages: readonly Page[]) =>
  pages.map(({ segments, tickets }) => writeSegments(segments, tickets)).join('; ')

test.for<[string, string, number, number, string]>([
  ['no tickets, no page', '', 2, 16, ''],
  ['all on one', 'A 3, B 4', 2, 16, 'A 3, B 4'],
  ['what has no room is on the next', 'A 9, B 9, C 9', 2, 14, 'A 9 | B 9; C 9'],
  ['a small one fills a column', 'A 3, B 9 9, C 1', 2, 14, 'A 3, C 1 | B 9 ..; .. B 9'],
  [
    'one for more than a page has pages of its own',
    'A 9 9 9, B 1',
    1,
    14,
    'A 9 ..; .. A 9 ..; .. A 9; B 1',
  ],
  ['behind its end others follow', 'A 9 9 3, B 1', 1, 14, 'A 9 ..; .. A 9 ..; .. A 3, B 1'],
])('%s', ([, tickets, columns, height, expected]) => {
  expect(written(layPages(ticketsOf(tickets), areaOf(columns, height), nobody))).toBe(expected)
})

test.for<[string, string, string[], string]>([
  ['a more urgent one comes behind those that stood', 'N 1, A 2, B 2', ['A', 'B'], 'A 2, B 2, N 1'],
  ['what left gives its room up', 'A 2, C 2', ['A', 'B', 'C'], 'A 2, C 2'],
  [
    'for one that has to be on the page the last leaves',
    'N 5, A 4, B 4',
    ['A', 'B'],
    'A 4, N 5; B 4',
  ],
  [
    'as they stood, though their promises changed',
    'B 2, A 2, C 2',
    ['A', 'B', 'C'],
    'A 2, B 2, C 2',
  ],
])('%s', ([, tickets, stood, expected]) => {
  const pages = layPages(ticketsOf(tickets), areaOf(1, 20), { shown: 0, stood, wasFull: false })
  expect(written(pages)).toBe(expected)
})

test('one that stood leaves if a more urgent new one needs its room', () => {
  const tickets = ticketsOf('N 9 9, A 7, B 12')
  const area = areaOf(1, 40)
  expect(written(layPages(tickets, area, nobody))).toBe('N 9 9, B 12; A 7')
  const stood = ['A', 'B']
  expect(written(layPages(tickets, area, { shown: 0, stood, wasFull: true }))).toBe(
    'B 12, N 9 9; A 7',
  )
})

test.for<[string, string[], string]>([
  [
    'none of those that stood is left, nobody has seen the order',
    ['X'],
    'A 180, C 8 | B 190 | D 190',
  ],
  ['one of them is left, a small ticket does not move', ['X', 'A'], 'A 180 | B 190 | D 190'],
])('on a page where %s', ([, stood, expected]) => {
  const tickets = ticketsOf('A 180, B 190, D 190, C 8, E 190')
  const [page] = layPages(tickets, areaOf(3, 200), { shown: 0, stood, wasFull: true }) as [Page]
  expect(written([page])).toBe(expected)
})

test.for<[string, string, number, number, string[], string]>([
  [
    'on this page',
    'A 8, B 4, C 5, D 8 2, E 2',
    12,
    0,
    ['D'],
    'A 8 | D 8 ..; .. D 2, E 2 | B 4; C 5',
  ],
  [
    'on this page and on one before',
    'A 1, B 6, C 4, D 8, E 8, F 6 8',
    13,
    1,
    ['B'],
    'A 1 | D 8; B 6 | F 6 ..; .. F 8 | C 4; E 8',
  ],
])(
  'a ticket that as many as allowed have passed %s is the next',
  ([, tickets, height, shown, stood, expected]) => {
    const pages = layPages(ticketsOf(tickets), areaOf(2, height), {
      ...{ shown, stood },
      wasFull: shown === 0,
    })
    expect(written(pages)).toBe(expected)
  },
)

test('what goes on from the page before stays in front', () => {
  const pages = layPages(ticketsOf('A 9 9 3, B 1'), areaOf(1, 14), {
    shown: 2,
    stood: ['B', 'A'],
    wasFull: false,
  })
  expect(written(pages)).toBe('A 9 ..; .. A 9 ..; .. A 3, B 1')
})

test('only the page in sight keeps what stood; behind it all stand by their promise', () => {
  const tickets = ticketsOf('B 9, A 9, D 9, C 9')
  const stood = ['A', 'B', 'C', 'D']
  const area = areaOf(2, 14)
  expect(written(layPages(tickets, area, { shown: 0, stood, wasFull: false }))).toBe(
    'A 9 | B 9; D 9 | C 9',
  )
  expect(written(layPages(tickets, area, { shown: 1, stood, wasFull: false }))).toBe(
    'B 9 | A 9; C 9 | D 9',
  )
})

test.for<[string, string, string, string]>([
  ['a new one comes behind', 'A 2, B 2', 'N 1', 'A 2, B 2, N 1'],
  ['of new ones as many as there is room for', 'A 2, B 2', 'N 1, O 9', 'A 2, B 2, N 1'],
  ['none where there is no room', 'A 9', 'N 9', 'A 9'],
  ['none beside what needs more than a page', 'A 9 9', 'N 1', 'A 9 ..'],
])('held: %s', ([, tickets, fresh, expected]) => {
  const area = areaOf(1, 20)
  const [page] = layPages(ticketsOf(tickets), area, nobody) as [Page]
  expect(written([holdPage(page, ticketsOf(fresh), area)])).toBe(expected)
})

test('held: what is new comes behind also where the page is dense', () => {
  const area = areaOf(2, 30)
  const tickets = ticketsOf('A 17, B 5 12')
  const [page] = layPages(tickets, area, { ...nobody, wasFull: true }) as [Page]
  expect(written([page])).toBe('A 17, B 5 .. | .. B 12')
  expect(written([holdPage(page, ticketsOf('N 10'), area)])).toBe('A 17, B 5 .. | .. B 12, N 10')
})
