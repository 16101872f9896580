import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeTicket } from '../../test-support/sample-ticket.ts'
import { areaOf, madeUpWalls, ticketsOf } from '../../test-support/sample-wall.ts'
import { cardsOf, targetAt } from './cards.ts'
import { layPages, type Page } from './pages.ts'

const nobody = { shown: 0, stood: [], wasFull: false } as const
const contentOf = (id: string) => makeTicket({ id })
const roomOf = (columns: number, height: number) => ({
  ...areaOf(columns, height),
  columnWidth: 100,
  dish: 20,
  scrolls: false,
})

/** The cards of one page of a wall with the given columns and height. */
function cardsOn(shown: number, written: string, columns: number, height: number) {
  const area = roomOf(columns, height)
  const pages = layPages(ticketsOf(written), area, nobody)
  return cardsOf(pages, shown, pages[shown] as Page, area, contentOf)
}
/** "1/2": the label of each segment of each card, followed by the page on which it continues. */
const saidBy = (cards: ReturnType<typeof cardsOf>) =>
  cards
    .map(({ id, nth, segments }) => {
      const parts = segments.map(({ nth: segment, of, nextPage }) => {
        const next = nextPage === null ? '' : ` on ${String(nextPage)}`
        return `${String(segment)}/${String(of)}${next}`
      })
      return `${String(nth)}. ${id} ${parts.join(', ')}`
    })
    .join('; ')

test.for<[string, string, number, number, number, string]>([
  ['each in one piece', 'A 3, B 4', 0, 2, 16, '1. A 1/1; 2. B 1/1'],
  ['one in two', 'A 5 5 5, B 1', 0, 2, 16, '1. A 1/2, 2/2; 2. B 1/1'],
  ['over three pages: the first', 'A 9 9 9, B 1', 0, 1, 14, '1. A 1/3 on 2'],
  ['the second', 'A 9 9 9, B 1', 1, 1, 14, '1. A 2/3 on 3'],
  ['the last', 'A 9 9 9, B 1', 2, 1, 14, '1. A 3/3'],
  ['over two pages of two columns', 'A 9 9 9, B 1', 0, 2, 14, '1. A 1/3, 2/3 on 2'],
  ['and the other', 'A 9 9 9, B 1', 1, 2, 14, '1. A 3/3; 2. B 1/1'],
])('%s', ([, written, shown, columns, height, expected]) => {
  expect(saidBy(cardsOn(shown, written, columns, height))).toBe(expected)
})

test('the first piece fills its card; the others stand where they are from there', () => {
  const [, card] = cardsOn(0, 'A 1, B 5 5 5 5, C 1', 3, 18)
  expect(card).toMatchObject({ id: 'B', left: 0, top: 6, width: 100, height: 8 })
  expect(card?.segments.map(({ box }) => box)).toEqual([
    undefined,
    { left: '101px', top: '-6px', width: '100px', height: '18px' },
  ])
})

test('a ticket without content has no card, and the others keep their numbers', () => {
  const area = roomOf(2, 16)
  const pages = layPages(ticketsOf('A 3, B 4, C 2'), area, nobody)
  const withoutB = (id: string) => (id === 'B' ? null : contentOf(id))
  expect(saidBy(cardsOf(pages, 0, pages[0] as Page, area, withoutB))).toBe('1. A 1/1; 3. C 1/1')
})

test('a wall says of every point what stands there, and whether it is the foot', () => {
  const area = roomOf(2, 16)
  const [page] = layPages(ticketsOf('A 5 5 5, B 1'), area, nobody) as [Page]
  const at = (x: number, y: number) => targetAt(page, area, x, y)
  expect(at(0, 0)).toBe('A')
  expect(at(99, 12)).toBe('A')
  // Below its tail, and in the gap between columns.
  expect(at(99, 13)).toBeNull()
  expect(at(100, 5)).toBeNull()
  expect(at(101, 5)).toBe('A')
  expect(at(101, 6)).toBe('A foot')
  expect(at(101, 7)).toBe('A foot')
  // Between the two cards of a column.
  expect(at(101, 8)).toBeNull()
  expect(at(101, 9)).toBe('B')
  expect(at(200, 13)).toBe('B foot')
  expect(at(201, 13)).toBeNull()
  expect(at(-1, 5)).toBeNull()
})

test('each point of a card is where the wall says that it stands, on whatever page', () => {
  fc.assert(
    fc.property(madeUpWalls(12), fc.nat({ max: 3 }), ({ area, tickets }, shown) => {
      const room = { ...area, columnWidth: 160, dish: 20, scrolls: false }
      const pages = layPages(tickets, room, nobody)
      const page = pages[shown]
      fc.pre(page !== undefined)
      const cards = cardsOf(pages, shown, page, room, contentOf)
      expect(cards.map(({ nth }) => nth)).toEqual(cards.map((_, nth) => nth + 1))
      for (const { id, left, top, width, height, segments } of cards) {
        const boxes = segments.map(({ box }) => ({
          x: left + parseFloat(box?.left ?? '0'),
          y: top + parseFloat(box?.top ?? '0'),
          width: parseFloat(box?.width ?? String(width)),
          height: parseFloat(box?.height ?? String(height)),
        }))
        for (const [nth, box] of boxes.entries()) {
          const corner = targetAt(page, room, box.x + box.width - 1, box.y + box.height - 1)
          expect(targetAt(page, room, box.x, box.y)).toBe(id)
          expect(corner).toBe(segments[nth]?.isLast === true ? `${id} foot` : id)
          expect(targetAt(page, room, box.x + box.width, box.y)).toBeNull()
        }
      }
    }),
  )
})

test('over all pages the pieces of a ticket are counted through, and only one is its last', () => {
  fc.assert(
    fc.property(madeUpWalls(12), ({ area, tickets }) => {
      const room = { ...area, columnWidth: 160, dish: 20, scrolls: false }
      const pages = layPages(tickets, room, nobody)
      const all = pages.map((page, shown) => cardsOf(pages, shown, page, room, contentOf))
      for (const { id, parts } of tickets) {
        const segments = all.flatMap((cards, page) =>
          cards
            .filter((card) => card.id === id)
            .flatMap((card) => card.segments.map((segment) => ({ ...segment, page }))),
        )
        expect(segments.map(({ nth }) => nth)).toEqual(segments.map((_, nth) => nth + 1))
        expect(new Set(segments.map(({ of }) => of))).toEqual(new Set([segments.length]))
        expect(segments.filter(({ isLast }) => isLast)).toEqual([segments.at(-1)])
        expect(segments.at(-1)?.to).toBe(parts.length)
        for (const [nth, { nextPage, page }] of segments.entries()) {
          const next = segments[nth + 1]?.page ?? page
          expect(nextPage).toBe(next === page ? null : next + 1)
        }
      }
    }),
  )
})
