import { expect } from 'vitest'
import type { StationRule } from '#contract/stations/station.ts'
import type { Ticket } from '#contract/tickets/ticket.ts'
import type { Order } from '#platform/order.ts'
import { iso, place } from './day-of-orders.ts'
import { FakeClock } from './fake-clock.ts'
import { openTestStore, type TestStore } from './kitchen.ts'
import { valueOfOk } from './reservations.ts'

type Items = NonNullable<Order['items']>

/** A dish of an order, by the id of its product. */
export const dish = (product: string, request: object = {}): Items[number] => ({
  _id: `it-${product}`,
  product: { _id: product, name: product, externalId: product },
  amount: 1,
  ...request,
})

/** A kitchen whose stations have their names as names of rules. */
export interface StationStore extends TestStore {
  readonly clock: FakeClock
  /** The ids of stations by their names. */
  ids(...names: string[]): string[]
  nameOf(stationId: string): string
  /** Which stations make a product, by their names. */
  route(product: string, ...names: string[]): Promise<void>
  rule(by: StationRule['by'], key: string, ...names: string[]): Promise<void>
  order(id: string, ...items: Items): Promise<void>
  /** `open`, `started` or `done` of each dish at each station, by their names. */
  work(id: string): Promise<Record<string, Record<string, string>>>
  now(id: string): Promise<Ticket>
}

/** Opens a store with these stations, and everything else. */
export async function openStationStore(
  stations: readonly string[],
  options: Parameters<typeof openTestStore>[0] = {},
): Promise<StationStore> {
  const clock = new FakeClock(iso(60))
  const store = await openTestStore({ clock, ...options })
  await store.call('settings.change', { undoSeconds: 0 })
  const byName = new Map([['rest', 'rest']])
  for (const name of stations) {
    const fields = { name, color: 'red', icon: 'flame' } as const
    byName.set(name, valueOfOk(await store.call('stations.save', { id: null, ...fields })).id)
  }
  const names = new Map([...byName].map(([name, id]) => [id, name]))
  const nameOf = (id: string) => names.get(id) ?? id
  const ids = (...stationNames: string[]) => stationNames.map((name) => byName.get(name) ?? name)
  const now = async (id: string): Promise<Ticket> => {
    const ticket = await store.ticket(id)
    if (ticket === undefined) throw new Error(`no ticket ${id}`)
    return ticket
  }
  const rule: StationStore['rule'] = async (by, key, ...stationNames) => {
    const rules = { by, keys: [key], stations: ids(...stationNames) }
    expect(await store.call('stations.setRules', rules)).toMatchObject({ ok: true })
  }
  return Object.assign(Object.create(store, Object.getOwnPropertyDescriptors(store)) as TestStore, {
    clock,
    ids,
    nameOf,
    rule,
    now,
    route: (product: string, ...stationNames: string[]) =>
      rule('product', `product:${product}`, ...stationNames),
    order: (id: string, ...items: Items) => place(store, id, { items }),
    work: async (id: string) =>
      Object.fromEntries(
        (await now(id)).items.map(({ key, work = [] }) => [
          key.replace('it-', ''),
          Object.fromEntries(
            work.map(({ station, startedAt, doneAt }) => [
              nameOf(station),
              doneAt !== null ? 'done' : startedAt !== null ? 'started' : 'open',
            ]),
          ),
        ]),
      ),
  })
}
