import { readFileSync } from 'node:fs'
import { expect } from 'vitest'
import { booking, counter, valueOfOk, tap } from './reservations.ts'
import { list } from './coupons.ts'
import type { TestStore } from './kitchen.ts'
import { closeEnded, office, openShifts, pin } from './shifts.ts'

/** The file of a store after some work, with rows in every table. It was closed normally. */
export interface FullStore {
  bytes: Buffer
  v3Url: string
  storeId: string
  /** ISO, some time after the last row. */
  at: string
}

const days = (ahead: number): string =>
  new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)

async function place(store: TestStore, count: number): Promise<string[]> {
  const ids: string[] = []
  for (let nth = 0; nth < count; nth++)
    ids.push((await store.practice.placeOrder({ phone: `+5690000${String(1000 + nth)}` }))._id)
  await expect.poll(() => store.ticket(ids.at(-1) ?? '')).toBeDefined()
  return ids
}

/** Tickets that are bumped and confirmed, cancelled, waiting to be sent, and open. */
async function workOnTickets(store: TestStore): Promise<void> {
  store.practice.setReceiver(store.host.webhookUrl)
  const past = await place(store, 24)
  for (const ticketId of past)
    valueOfOk(await store.call('tickets.markReady', { ticketId, tapId: tap() }))
  await expect
    .poll(async () => (await store.ticket(past.at(-1) ?? ''))?.bump?.delivery.state)
    .toBe('confirmed')
  const open = await place(store, 8)
  valueOfOk(await store.call('settings.change', { undoSeconds: 60 }))
  for (const ticketId of open.slice(0, 3))
    valueOfOk(await store.call('tickets.markReady', { ticketId, tapId: tap() }))
}

async function workOnStock(store: TestStore): Promise<void> {
  await expect
    .poll(async () => valueOfOk(await store.call('stock.board', {})).items.length)
    .toBeGreaterThan(3)
  const { items } = valueOfOk(await store.call('stock.board', {}))
  const keys = items.slice(0, 3).map(({ key }) => key)
  valueOfOk(await store.call('stock.set', { tapId: tap(), keys, act: { kind: 'count', left: 7 } }))
  valueOfOk(
    await store.call('stock.set', {
      tapId: tap(),
      keys: keys.slice(0, 1),
      act: { kind: 'out', until: { kind: 'notice' } },
    }),
  )
  valueOfOk(await store.call('stock.saveIngredient', { id: null, name: 'Palta', keys }))
  await expect
    .poll(async () => valueOfOk(await store.call('status.get', {})).outbox.pending)
    .toBe(0)
}

async function workOnPeople(store: TestStore): Promise<void> {
  for (const firstName of ['Amparo', 'Bruno', 'Carla'])
    valueOfOk(
      await store.call(
        'reservations.create',
        {
          tapId: tap(),
          kind: 'booked',
          booking: booking({ firstName, tableIds: [] }),
          accepted: ['closed-day', 'closed-then'],
        },
        counter,
      ),
    )
  const { guests } = valueOfOk(await store.call('guests.list', { text: '', page: 1 }))
  for (const { clientId } of guests.slice(0, 3))
    valueOfOk(await store.call('guests.setAllergies', { clientId, allergies: 'maní' }))
  await list(store)
}

export async function fullStore(): Promise<FullStore> {
  const store = await openShifts({ processMs: 50 }, { undoSeconds: 0 })
  await store.post({ type: 'no.such.type', eventId: 'evt-unread', data: {} })
  await workOnStock(store)
  await workOnPeople(store)
  await closeEnded(store)
  valueOfOk(await store.call('settings.change', { anyPrinterAddress: true }))
  const fields = {
    name: 'Grill',
    address: '127.0.0.1',
    width: 80,
    language: 'es',
    port: 9,
  } as const
  const printer = valueOfOk(await store.call('printers.save', { id: null, ...fields }))
  await workOnTickets(store)
  const { tickets } = valueOfOk(await store.call('tickets.list', {}))
  valueOfOk(
    await store.call('printers.printTicket', {
      jobId: 'job',
      printerId: printer.id,
      ticketId: tickets[0]?.id ?? '',
    }),
  )
  const grill = { screen: 'grill', name: '', role: 'manager' } as const
  valueOfOk(await store.call('screens.rename', { name: 'Grill' }, grill))
  valueOfOk(
    await store.call('screens.assign', { screenId: 'grill', name: 'Grill', role: 'kitchen' }),
  )
  valueOfOk(await store.call('screens.setPin', { pin }, office))
  await store.host.close()
  const { v3 } = store.practice
  const at = new Date(Date.now() + 120_000).toISOString()
  return { bytes: readFileSync(store.file), v3Url: v3, storeId: store.practice.storeId, at }
}

/** The queries of screens for all of it. */
export const asked: readonly [string, object][] = [
  ['status.get', {}],
  ['settings.get', {}],
  ['screens.get', {}],
  ['inbox.unread', {}],
  ['tickets.list', {}],
  ['tickets.recent', {}],
  ['tickets.pace', {}],
  ['tickets.search', { text: 'a' }],
  ['stock.board', {}],
  ['stock.history', { days: 30 }],
  ['reservations.list', { from: days(-9), to: days(9) }],
  ['coupons.list', { text: '', onlyThisStore: false, page: 1 }],
  ['printers.get', {}],
  ['shifts.closeOuts', { before: null }],
  ['shifts.verify', {}],
]
