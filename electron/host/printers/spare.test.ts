import { expect, test } from 'vitest'
import type { Prints } from '#contract/printers/printers.ts'
import { fail, ok } from '#contract/shared/result.ts'
import { post } from '#test/support/day-of-orders.ts'
import {
  addPrinter,
  jobsOf,
  statesOf,
  until,
  type KitchenPrinter,
} from '#test/support/printing-kitchen.ts'
import type { PrinterBehaviour } from '#test/support/receipt-printer.ts'
import { dish, openStationStore, type StationStore } from '#test/support/station-store.ts'

const whole: Prints = { what: 'full', stations: [], when: 'arrival' }
const items = [dish('soup')]

/** A grill with a spare printer, which has a spare one itself. */
async function openKitchen() {
  const store = await openStationStore([])
  const last = await addPrinter(store, store.clock, 'Last', null)
  const spare = await addPrinter(store, store.clock, 'Spare', null, { spareId: last.id })
  const grill = await addPrinter(store, store.clock, 'Grill', whole, { spareId: spare.id })
  return { store, grill, spare, last }
}

const reasonOf = async (store: StationStore, printer: KitchenPrinter) =>
  (await jobsOf(store, printer))[0]?.delivery.reason

test('a ticket that waits for a minute is printed by the spare printer, which says for whom', async () => {
  const { store, grill, spare } = await openKitchen()
  await grill.machine.close()
  await post(store, '1', { items })
  // Until then it may be busy.
  await until(store.clock, () => reasonOf(store, grill), 500).toBe('nobody-listens')
  const manual = { jobId: 'by-hand', printerId: grill.id, ticketId: '1' }
  await store.call('printers.printTicket', manual)
  await store.call('printers.try', { jobId: 'strip', printerId: grill.id })
  await store.clock.advance(20_000)
  expect(spare.machine.papers).toHaveLength(0)
  await until(store.clock, () => statesOf(store, spare), 2_000).toEqual(['confirmed', 'confirmed'])
  for (const text of spare.texts()) expect(text).toMatch(/^ ?For printer Grill[^]*1x soup/)
  // A test strip says something about its own printer alone.
  expect((await jobsOf(store, grill)).map(({ id }) => id)).toEqual(['strip'])
  // What changes is printed where the ticket is, also when its own printer is back.
  await grill.machine.open()
  await post(store, '1', { items: [...items, dish('cola')] }, 20)
  await until(store.clock, () => spare.machine.papers.length).toBe(3)
  await store.clock.advance(5_000)
  expect(spare.texts()[2]).toMatch(/^ ?For printer Grill[^]*CHANGED[^]*cola/)
  expect(grill.machine.papers.length).toBeLessThan(2)
})

test('a spare printer’s own spare does not get it', async () => {
  const { store, grill, spare, last } = await openKitchen()
  await grill.machine.close()
  await spare.machine.close()
  await post(store, '1', { items })
  await until(store.clock, () => jobsOf(store, spare), 2_000).toMatchObject([{ title: '1' }])
  await store.clock.advance(300_000)
  expect(await jobsOf(store, last)).toEqual([])
  await spare.machine.open()
  await until(store.clock, () => statesOf(store, spare), 2_000).toEqual(['confirmed'])
})

test.for<PrinterBehaviour>(['dies', 'dies-halfway', 'silent'])(
  'a ticket that may have been printed stays with its printer: %s',
  async (behaviour) => {
    const { store, grill, spare } = await openKitchen()
    grill.machine.behaviour = behaviour
    await post(store, '1', { items })
    await until(store.clock, () => statesOf(store, grill), 1_000).toEqual(['unknown'])
    await store.clock.advance(300_000)
    expect(await jobsOf(store, spare)).toEqual([])
  },
)

test('tickets that wait only because their printer is slow stay with it', async () => {
  const { store, grill, spare } = await openKitchen()
  grill.machine.behaviour = 'silent'
  for (const id of ['1', '2', '3', '4', '5', '6']) await post(store, id, { items })
  await until(store.clock, () => statesOf(store, grill), 1_000).toEqual(Array(6).fill('unknown'))
  expect(await jobsOf(store, spare)).toEqual([])
})

test('a printer is no spare of itself, and one that is removed is none any more', async () => {
  const { store, grill, spare } = await openKitchen()
  const read = await store.call('printers.get', {})
  const stored = read.ok ? read.value.printers.find(({ id }) => id === grill.id) : undefined
  if (stored === undefined) throw new Error('no printer')
  for (const spareId of [grill.id, 'nobody'])
    expect(await store.call('printers.save', { ...stored, spareId })).toEqual(
      fail('bad-input', 'spareId'),
    )
  expect(await store.call('printers.remove', { printerId: spare.id })).toEqual(ok(null))
  const after = await store.call('printers.get', {})
  expect(after).toMatchObject(
    ok({ printers: [{ name: 'Last' }, { name: 'Grill', spareId: null }] }),
  )
})
