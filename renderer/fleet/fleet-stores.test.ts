import { expect, test } from 'vitest'
import { compareStores, type FleetMessage, type FleetStore } from '#contract/relay/fleet.ts'
import {
  applyMessage,
  comparePlaces,
  countStates,
  csvAddress,
  distinct,
  filterStores,
  followFleet,
  followOrder,
  isFiltering,
  nameOf,
  noFleet,
  noFilter,
} from './fleet-stores.ts'
import { filterOfQuery } from '#contract/relay/store-filter.ts'

const makeStore = (storeId: string, more: Partial<FleetStore> = {}): FleetStore => ({
  id: `web.${storeId}`,
  websiteId: 'web',
  storeId,
  name: `Store ${storeId}`,
  region: '',
  tags: [],
  state: 'well',
  troubles: [],
  since: 0,
  seenAt: 0,
  status: null,
  ...more,
})
const allOf = (stores: FleetStore[]): FleetMessage => ({ type: 'all', now: 0, stores, left: 0 })
const namesOf = (stores: readonly FleetStore[]): string[] => stores.map(nameOf)

test('a message replaces all stores, or some, and takes out those that are gone', () => {
  const [one, two] = [makeStore('1'), makeStore('2')]
  const all = applyMessage(new Map(), allOf([one, two]))
  const silent = makeStore('2', { state: 'silent' })
  const next = applyMessage(all, {
    type: 'changed',
    now: 0,
    stores: [silent, makeStore('3')],
    gone: [one.id],
  })
  expect([...next.keys()]).toEqual(['web.2', 'web.3'])
  expect(next.get('web.2')).toBe(silent)
  // A page may still show the older map.
  expect([...all.values()]).toEqual([one, two])
  expect([...applyMessage(next, allOf([one])).keys()]).toEqual(['web.1'])
})

test('on the map a store has its place by website and name, whatever its state', () => {
  const stores = [
    makeStore('a', { name: 'Centro 10' }),
    makeStore('b', { name: 'centro 9', state: 'silent' }),
    makeStore('c', { name: 'Ñuñoa' }),
    makeStore('d', { name: '', storeId: 'Ahora' }),
    makeStore('e', { name: 'Aaa', websiteId: 'zzz' }),
  ]
  const byId = applyMessage(new Map(), allOf(stores))
  expect(namesOf(followOrder([], byId, comparePlaces))).toEqual([
    'Ahora',
    'centro 9',
    'Centro 10',
    'Ñuñoa',
    'Aaa',
  ])
})

test('a filter has any of its states, and all words of the search, without accents', () => {
  const stores = [
    makeStore('st-1', { name: 'Viña del Mar', state: 'silent' }),
    makeStore('st-2', { name: 'Valparaíso', state: 'late', websiteId: 'pizza' }),
    makeStore('st-3', { name: 'Mar Azul' }),
  ]
  const search = (text: string) =>
    namesOf(filterStores(stores, { ...noFilter(), search: text }).stores)
  expect(search('mar VINA')).toEqual(['Viña del Mar'])
  expect(search('mar')).toEqual(['Viña del Mar', 'Mar Azul'])
  expect(search('st-2')).toEqual(['Valparaíso'])
  expect(search('pizza')).toEqual(['Valparaíso'])
  expect(search(' ')).toHaveLength(3)
  const { stores: shown, counts } = filterStores(stores, {
    ...noFilter(),
    states: new Set(['silent', 'late']),
    website: 'web',
  })
  expect(namesOf(shown)).toEqual(['Viña del Mar'])
  // The counts are of everything that the buttons could add.
  expect(counts).toMatchObject({ silent: 1, late: 0, well: 1 })
})

test('a version that no store reports is no choice, and chooses nobody', () => {
  const status = { app: '0.2.0' } as FleetStore['status']
  const stores = [makeStore('1', { status }), makeStore('2')]
  expect(distinct(stores.map((store) => store.status?.app))).toEqual(['0.2.0'])
  expect(filterStores(stores, { ...noFilter(), version: '0.2.0' }).stores).toEqual([stores[0]])
})

test('a store must be in the region, and have all tags', () => {
  const stores = [
    makeStore('1', { region: 'Norte', tags: ['Airport', 'Drive-thru'] }),
    makeStore('2', { region: 'Norte', tags: ['Airport'] }),
    makeStore('3', { region: 'Sur', tags: ['Drive-thru'] }),
  ]
  const namesWith = (part: object) =>
    namesOf(filterStores(stores, { ...noFilter(), ...part }).stores)
  expect(namesWith({ region: 'Norte' })).toEqual(['Store 1', 'Store 2'])
  expect(namesWith({ tags: new Set(['Airport', 'Drive-thru']) })).toEqual(['Store 1'])
  expect(namesWith({ listed: new Set(['web.3', 'web.9']) })).toEqual(['Store 3'])
  expect(namesWith({ listed: new Set() })).toEqual([])
  expect(namesWith({ search: 'sur drive' })).toEqual(['Store 3'])
})

test('both orders follow what changed, as if all were sorted anew', () => {
  const states = ['well', 'late', 'silent', 'closed'] as const
  const storeAt = (nth: number, turn: number): FleetStore =>
    makeStore(String(nth), { state: states[(nth * 7 + turn * 5) % 4] ?? 'well', since: nth % 13 })
  let byId = new Map(
    Array.from({ length: 200 }, (_, nth) => [`web.${String(nth)}`, storeAt(nth, 0)] as const),
  )
  let fleet = followFleet(noFleet, byId)
  for (let turn = 1; turn < 20; turn++) {
    byId = new Map(byId)
    byId.delete(`web.${String(turn * 3)}`)
    for (const nth of [turn, turn * 9, 200 + turn])
      byId.set(`web.${String(nth)}`, storeAt(nth, turn))
    fleet = followFleet(fleet, byId)
    expect(fleet.byTrouble).toEqual([...byId.values()].toSorted(compareStores))
    expect(fleet.inPlace).toEqual([...byId.values()].toSorted(comparePlaces))
  }
  expect(followFleet(fleet, byId).byTrouble).toBe(fleet.byTrouble)
})

test('counts name every state', () => {
  expect(Object.keys(countStates([]))).toHaveLength(10)
  expect(countStates([makeStore('1'), makeStore('2')]).well).toBe(2)
})

test('the table as a file has the same filter', () => {
  expect(csvAddress(noFilter())).toBe('stores.csv')
  expect(isFiltering(noFilter())).toBe(false)
  const filter = {
    states: new Set(['silent', 'needs-person'] as const),
    search: ' Viña & co ',
    website: 'web',
    version: null,
    region: 'Sur & co',
    tags: new Set(['Airport', 'Drive, in']),
    listed: null,
  }
  expect(isFiltering(filter)).toBe(true)
  const query = new URL(csvAddress(filter), 'http://here/').searchParams
  expect(Object.fromEntries(query)).toEqual({
    state: 'silent,needs-person',
    website: 'web',
    search: 'Viña & co',
    region: 'Sur & co',
    tags: 'Airport\nDrive, in',
  })
  expect(filterOfQuery(Object.fromEntries(query))).toEqual({ ...filter, search: 'Viña & co' })
})
