import { describe, expect, test } from 'vitest'
import type { CategoryCare } from '#contract/stations/station.ts'
import type { StationWork, TicketItem } from '#contract/tickets/ticket.ts'
import { expoOf, newExpoMarks, type CareOf } from './expo.ts'
import { Routes } from './routes.ts'

const at = (minute: number): string => new Date(Date.UTC(2026, 10, 20, 15, minute)).toISOString()

const work = (station: string, doneAt: string | null): StationWork => ({
  station,
  startedAt: null,
  doneAt,
  by: '',
})

/** A dish that its stations did at these times; null for one that is not done. */
const dish = (product: string, ...doneAt: (string | null)[]): TicketItem => ({
  key: product,
  productId: product,
  stockKey: `product:${product}`,
  name: product,
  amount: 1,
  modifiers: [],
  comment: null,
  allergyWords: [],
  unread: [],
  struck: doneAt.length > 0 && !doneAt.includes(null),
  work: doneAt.map((each, nth) => work(`station-${String(nth)}`, each)),
})

const care = (key: string, waitMinutes: number | null, packing = ''): CategoryCare => ({
  key,
  waitMinutes,
  course: null,
  packing,
})

const noCare: CareOf = () => []
/** What each product's categories say. */
const careFor =
  (all: Record<string, CategoryCare[]>): CareOf =>
  (key) =>
    all[key.replace('product:', '')] ?? []

describe('what a store says about categories', () => {
  test('is found by a product’s categories, in their order, and nothing for the others', () => {
    const [hot, cold] = [care('hot', 10), care('cold', null, 'ice')]
    const routes = new Routes(
      { stations: [], rules: [], care: [hot, cold] },
      {
        categoriesOf: (key) => (key === 'product:soup' ? ['cold', 'new', 'hot'] : ['new']),
        stationOf: () => null,
        courseOf: () => null,
      },
    )
    expect(routes.careOf('product:soup')).toEqual([cold, hot])
    expect(routes.careOf('product:bread')).toEqual([])
  })
})

describe('a ticket is done', () => {
  test('when the last station of its last dish was', () => {
    const items = [dish('soup', at(3), at(9)), dish('cola', at(7))]
    expect(expoOf(items, newExpoMarks, null, noCare)?.doneAt).toBe(at(9))
  })

  test('not while one station is left, and then there is nothing to say', () => {
    const items = [dish('soup', at(3), null), dish('cola', at(7))]
    expect(expoOf(items, newExpoMarks, null, noCare)).toBeNull()
  })

  test('when somebody bumped it, for the dishes that no station marked', () => {
    const items = [dish('soup', null), dish('cola', at(7))]
    expect(expoOf(items, newExpoMarks, at(12), noCare)?.doneAt).toBe(at(12))
    expect(expoOf(items, newExpoMarks, at(5), noCare)?.doneAt).toBe(at(7))
  })

  test('not if it has no dishes', () => {
    expect(expoOf([], newExpoMarks, at(12), noCare)).toBeNull()
  })
})

describe('a ticket waits too long', () => {
  const limits = careFor({
    soup: [care('hot', 20), care('lunch', 5)],
    steak: [care('hot', 20)],
    cola: [care('drinks', null)],
  })

  test('by the shortest limit of a dish’s categories', () => {
    expect(expoOf([dish('soup', at(0))], newExpoMarks, null, limits)?.coolsAt).toBe(at(5))
  })

  test('by the dish that cools first, not by the one that was done first', () => {
    const items = [dish('steak', at(0)), dish('soup', at(10))]
    expect(expoOf(items, newExpoMarks, null, limits)?.coolsAt).toBe(at(15))
    const sooner = [dish('steak', at(0)), dish('soup', at(18))]
    expect(expoOf(sooner, newExpoMarks, null, limits)?.coolsAt).toBe(at(20))
  })

  test('also while other dishes are not done', () => {
    const items = [dish('steak', at(0)), dish('soup', null)]
    expect(expoOf(items, newExpoMarks, null, limits)).toMatchObject({
      doneAt: null,
      coolsAt: at(20),
    })
  })

  test('since the bump, for a dish that no station marked', () => {
    expect(expoOf([dish('steak', null)], newExpoMarks, at(30), limits)?.coolsAt).toBe(at(50))
  })

  test('never, if no category has a limit or no dish with one is done', () => {
    expect(expoOf([dish('cola', at(0))], newExpoMarks, null, limits)?.coolsAt).toBeNull()
    const unlinked = { ...dish('soup', at(0)), stockKey: null }
    expect(expoOf([unlinked], newExpoMarks, null, limits)?.coolsAt).toBeNull()
    expect(expoOf([dish('soup', null)], newExpoMarks, null, limits)).toBeNull()
  })
})

test('what to pack is said once each, in the order of the dishes, also before anything is done', () => {
  const packing = careFor({
    soup: [care('hot', null, 'spoon'), care('lunch', null, 'napkin')],
    cola: [care('drinks', 10, '')],
    stew: [care('hot', null, 'spoon'), care('bread', null, 'butter')],
  })
  const items = [dish('soup', null), dish('cola', null), dish('stew', null)]
  expect(expoOf(items, newExpoMarks, null, packing)).toEqual({
    doneAt: null,
    coolsAt: null,
    shelf: '',
    packing: ['spoon', 'napkin', 'butter'],
    handedOverAt: null,
  })
})

test('a shelf and a hand-over are said for themselves', () => {
  const items = [dish('soup', null)]
  const nothing = { doneAt: null, coolsAt: null, shelf: '', packing: [], handedOverAt: null }
  expect(expoOf(items, { ...newExpoMarks, shelf: 'B2' }, null, noCare)).toEqual({
    ...nothing,
    shelf: 'B2',
  })
  expect(expoOf(items, { ...newExpoMarks, handedOverAt: at(1) }, null, noCare)).toEqual({
    ...nothing,
    handedOverAt: at(1),
  })
})
