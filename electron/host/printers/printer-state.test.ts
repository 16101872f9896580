import { expect, test } from 'vitest'
import type { DeliveryReason } from '#contract/deliveries/delivery.ts'
import type { Prints } from '#contract/printers/printers.ts'
import { post } from '#test/support/day-of-orders.ts'
import { addPrinter, jobsOf, statesOf, until } from '#test/support/printing-kitchen.ts'
import type { ReceiptPrinter } from '#test/support/receipt-printer.ts'
import { counter, valueOfOk } from '#test/support/reservations.ts'
import { dish, openStationStore } from '#test/support/station-store.ts'

const prints: Prints = { what: 'full', stations: [], when: 'arrival' }

async function openKitchen() {
  const store = await openStationStore([])
  const pass = await addPrinter(store, store.clock, 'Pass', prints)
  const lowOnPaper = async () => {
    const read = await store.call('printers.get', {})
    return read.ok && read.value.lowOnPaper?.includes(pass.id) === true
  }
  return { store, pass, lowOnPaper }
}

const ready = { 1: 0x16, 2: 0x12, 4: 0x12 }

test.for<[string, Partial<ReceiptPrinter['states']>, DeliveryReason]>([
  ['no paper, by its sensor', { 4: 0x72 }, 'no-paper'],
  ['no paper, because it stopped', { 1: 0x1e, 2: 0x32 }, 'no-paper'],
  ['an open cover', { 1: 0x1e, 2: 0x16 }, 'cover-open'],
  ['an open cover and no paper', { 1: 0x1e, 2: 0x36, 4: 0x72 }, 'cover-open'],
  ['its button off-line', { 1: 0x1e }, 'printer-offline'],
])('a printer with %s gets nothing, and prints once it is ready', async ([, states, reason]) => {
  const { store, pass } = await openKitchen()
  pass.machine.states = { ...ready, ...states }
  await post(store, '1', { items: [dish('soup')] })
  await until(store.clock, async () => (await jobsOf(store, pass))[0]?.delivery).toMatchObject({
    state: 'queued',
    reason,
  })
  await store.restart()
  await store.clock.advance(60_000)
  await until(store.clock, async () => (await jobsOf(store, pass))[0]?.delivery.reason).toBe(reason)
  expect(pass.machine.papers).toHaveLength(0)
  pass.machine.states = ready
  await until(store.clock, () => statesOf(store, pass), 1_000).toEqual(['confirmed'])
  expect(pass.machine.papers).toHaveLength(1)
})

test('a printer that is to print anyway does so off-line, also after a restart, but not without paper', async () => {
  const { store, pass } = await openKitchen()
  const offline = { ...ready, 1: 0x1e }
  pass.machine.states = offline
  await post(store, '1', { items: [dish('soup')] })
  await until(store.clock, async () => (await jobsOf(store, pass))[0]?.delivery.reason).toBe(
    'printer-offline',
  )
  await store.clock.advance(60_000)
  expect(await store.call('printers.printAnyway', { printerId: pass.id }, counter)).toMatchObject({
    ok: true,
  })
  await until(store.clock, () => statesOf(store, pass), 10).toEqual(['confirmed'])
  await store.restart()
  await post(store, '2', { items: [dish('soup')] })
  await until(store.clock, () => pass.machine.papers.length).toBe(2)
  pass.machine.states = { ...offline, 4: 0x72 }
  await post(store, '3', { items: [dish('soup')] })
  await until(store.clock, async () => (await jobsOf(store, pass)).at(-1)?.delivery.reason).toBe(
    'no-paper',
  )
  pass.machine.states = offline
  const read = valueOfOk(await store.call('printers.get', {}))
  const [printer] = read.printers
  if (printer === undefined) throw new Error('no printer')
  expect(printer.ignoresOffline).toBe(true)
  await store.call('printers.save', { ...printer, ignoresOffline: false })
  await until(store.clock, async () => (await jobsOf(store, pass)).at(-1)?.delivery.reason).toBe(
    'printer-offline',
  )
  expect(pass.machine.papers).toHaveLength(2)
  expect(await store.call('printers.printAnyway', { printerId: 'gone' })).toMatchObject({
    error: { code: 'not-found' },
  })
})

test('a printer whose paper nearly ends prints, and says so until it has a new roll', async () => {
  const { store, pass, lowOnPaper } = await openKitchen()
  pass.machine.states = { ...ready, 4: 0x1e }
  await post(store, '1', { items: [dish('soup')] })
  await until(store.clock, () => statesOf(store, pass)).toEqual(['confirmed'])
  expect(await lowOnPaper()).toBe(true)
  pass.machine.states = ready
  await post(store, '2', { items: [dish('soup')] })
  await until(store.clock, () => pass.machine.papers.length).toBe(2)
  expect(await lowOnPaper()).toBe(false)
})

test('a printer that knows only the first question, or none, prints as before', async () => {
  const { store, pass } = await openKitchen()
  pass.machine.states = { 1: 0x16, 2: null, 4: null }
  await post(store, '1', { items: [dish('soup')] })
  await until(store.clock, () => statesOf(store, pass)).toEqual(['confirmed'])
  expect(pass.machine.papers).toHaveLength(1)
})
