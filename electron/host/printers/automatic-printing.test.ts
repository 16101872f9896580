import { describe, expect, test } from 'vitest'
import type { Prints } from '#contract/printers/printers.ts'
import type { Order } from '#platform/order.ts'
import { iso, post } from '#test/support/day-of-orders.ts'
import { readReceipt } from '#test/support/read-receipt.ts'
import { openDatabase } from '../db/open.ts'
import { lineImage } from './line-image.ts'
import { loadPrinterFont } from './printer-font.ts'
import { addPrinter, jobsOf, statesOf, until } from '#test/support/printing-kitchen.ts'
import { dish, openStationStore, type StationStore } from '#test/support/station-store.ts'
import { sample } from '#test/support/samples.ts'

const whole: Prints = { what: 'full', stations: [], when: 'arrival' }
const due: Prints = { ...whole, when: 'due' }

/** A kitchen with a grill and a bar. */
async function openKitchen(): Promise<StationStore> {
  const store = await openStationStore(['grill', 'bar'])
  await store.route('soup', 'grill')
  await store.route('steak', 'grill')
  await store.route('cola', 'bar')
  return store
}

const ofStation = (store: StationStore, ...names: string[]): Prints => ({
  what: 'station',
  stations: store.ids(...names),
  when: 'arrival',
})

/** The order as it is some seconds after the start. */
async function change(store: StationStore, seconds: number, request: Partial<Order>) {
  await post(store, '1', request, seconds)
  await store.clock.advance(2_000)
}

const soup = dish('soup')
const cola = dish('cola')
const cancelled = { orderStatus: 'cancelled' }
const inAnHour: Partial<Order> = {
  isScheduled: true,
  deliverAt: iso(3_600),
  expectedPreparationDuration: 10,
}

describe('a ticket', () => {
  test('is printed once when its order comes, however often its event comes, and over restarts', async () => {
    const store = await openKitchen()
    const pass = await addPrinter(store, store.clock, 'Pass', whole)
    await post(store, '1', { items: [soup, cola], ...inAnHour })
    await until(store.clock, () => statesOf(store, pass)).toEqual(['confirmed'])
    expect(pass.texts()[0]).toMatch(/1x soup[^]*1x cola/)
    await post(store, '1', { items: [soup, cola], ...inAnHour })
    await post(store, '1', { items: [soup, cola], ...inAnHour }, 20)
    await store.restart()
    await post(store, '1', { items: [soup, cola], ...inAnHour }, 30)
    await store.clock.advance(60_000)
    expect(await statesOf(store, pass)).toEqual(['confirmed'])
    expect(pass.machine.papers).toHaveLength(1)
  })

  test.each(['豚骨', '🍜', 'Том Ям'])(
    'with %s, which no code page has, comes to the printer as its image; the rest stays text',
    async (name) => {
      const store = await openKitchen()
      const pass = await addPrinter(store, store.clock, 'Pass', whole)
      const ramen = dish('ramen', { amount: 2, product: { _id: 'ramen', name } })
      await post(store, '1', { items: [soup, ramen, cola] })
      await until(store.clock, () => statesOf(store, pass)).toEqual(['confirmed'])
      const paper = Buffer.from(pass.machine.papers[0] ?? [])
      const look = { wide: 2, high: 2, bold: true, loud: false, indent: 0 }
      const image = Buffer.from(lineImage(`2x ${name}`, look, await loadPrinterFont()))
      expect(image.subarray(0, 3).toString('latin1')).toBe('\x1dv0')
      expect(paper.includes(image)).toBe(true)
      const { images, cuts, asked } = readReceipt(paper)
      expect({ images: images.length, cuts, asked }).toEqual({ images: 1, cuts: 1, asked: 1 })
      expect(pass.texts()[0]).toMatch(/1x soup\s+1x cola/)
      expect(pass.texts()[0]).not.toContain('?')
    },
  )

  test('is printed once when it is due, also if the program restarts in between', async () => {
    const store = await openKitchen()
    const pass = await addPrinter(store, store.clock, 'Pass', due)
    await post(store, '1', { items: [soup], ...inAnHour })
    await post(store, '2', { items: [cola] })
    await until(store.clock, () => pass.texts()).toEqual([expect.stringContaining('1x cola')])
    await store.restart()
    await store.clock.advance(2_900_000 - 60_000)
    expect(pass.machine.papers).toHaveLength(1)
    await store.clock.advance(100_000)
    await store.restart()
    await store.clock.advance(60_000)
    await until(store.clock, () => statesOf(store, pass)).toEqual(['confirmed', 'confirmed'])
    expect(pass.texts()[1]).toContain('1x soup')
  })

  test('of which the newer event came first is printed as it is, and the older adds nothing', async () => {
    const store = await openKitchen()
    const pass = await addPrinter(store, store.clock, 'Pass', whole)
    await post(store, '1', { items: [soup, cola] }, 30)
    await until(store.clock, () => pass.machine.papers.length).toBe(1)
    await post(store, '1', { items: [soup] })
    await store.clock.advance(60_000)
    expect(pass.texts()).toEqual([expect.stringMatching(/1x soup[^]*1x cola/)])
  })

  test('is not printed if it was cancelled, handed over or too old when it came, or known before', async () => {
    const store = await openKitchen()
    await post(store, '5', { items: [soup] })
    await expect.poll(() => store.ticket('5')).toBeDefined()
    const pass = await addPrinter(store, store.clock, 'Pass', whole)
    await post(store, '1', { items: [soup], ...cancelled })
    await post(store, '2', { items: [soup], createdAt: iso(60 - 3 * 3_600 - 5) })
    await post(store, '3', { items: [soup], orderStatus: 'done' })
    await post(store, '4', { items: [soup], createdAt: iso(60 - 3 * 3_600 + 60) })
    await until(store.clock, () => pass.machine.papers.length).toBe(1)
    for (const id of ['1', '2', '5']) await post(store, id, { items: [soup, cola] }, 40)
    await store.clock.advance(60_000)
    // The first one is to be made after all.
    expect((await jobsOf(store, pass)).map(({ title }) => title)).toEqual(['4', '1'])
  })

  test('of an order that is not scheduled is due at once, also if the platform’s clock is ahead', async () => {
    const store = await openKitchen()
    const pass = await addPrinter(store, store.clock, 'Pass', due)
    await post(store, '1', { items: [soup], createdAt: iso(90) })
    await until(store.clock, () => pass.machine.papers.length).toBe(1)
    expect(store.clock.now()).toBeLessThan(Date.parse(iso(90)))
  })

  test('that was ready before it was due is not printed', async () => {
    const store = await openKitchen()
    const pass = await addPrinter(store, store.clock, 'Pass', due)
    await post(store, '1', { items: [soup], ...inAnHour })
    await expect.poll(() => store.ticket('1')).toBeDefined()
    await store.call('tickets.markReady', { ticketId: '1', tapId: 'tap' })
    await store.clock.advance(3_600_000)
    expect(await jobsOf(store, pass)).toEqual([])
  })

  test('that is due earlier than planned is printed then', async () => {
    const store = await openKitchen()
    const pass = await addPrinter(store, store.clock, 'Pass', due)
    const { expectedPreparationDuration: _, ...scheduled } = inAnHour
    await post(store, '1', { items: [soup], ...scheduled, expectedPreparationDuration: null })
    await expect.poll(() => store.ticket('1')).toBeDefined()
    await store.clock.advance(20_000)
    await store.call('settings.change', { fallbackPreparationMinutes: 58 })
    await store.clock.advance(60_000)
    await until(store.clock, () => pass.machine.papers.length).toBe(1)
    expect(store.clock.now()).toBeLessThan(Date.parse(iso(600)))
  })

  test('that became due during a long outage is not printed', async () => {
    const store = await openKitchen()
    const pass = await addPrinter(store, store.clock, 'Pass', due)
    await post(store, '1', { items: [soup], ...inAnHour })
    await expect.poll(() => store.ticket('1')).toBeDefined()
    await store.host.close()
    store.clock.sleep(5 * 3_600_000)
    await store.restart()
    await store.clock.advance(60_000)
    await post(store, '1', { items: [soup, cola], ...inAnHour }, 90)
    await store.clock.advance(60_000)
    expect(await jobsOf(store, pass)).toEqual([])
  })

  test('is printed at each station with its own dishes, and says where the others are', async () => {
    const store = await openKitchen()
    const grill = await addPrinter(store, store.clock, 'Grill', ofStation(store, 'grill'))
    const bar = await addPrinter(store, store.clock, 'Bar', ofStation(store, 'bar'))
    await post(store, '1', { items: [soup, dish('cola', { amount: 2 }), dish('bread')] })
    await post(store, '2', { items: [cola] })
    await until(store.clock, () => bar.machine.papers.length).toBe(2)
    await until(store.clock, () => grill.machine.papers.length).toBe(1)
    await store.clock.advance(60_000)
    const [own = ''] = grill.texts()
    expect(own).toContain('1x soup')
    expect(own).toMatch(/Also at bar \(2\), Everything else \(1\)/)
    expect(own).not.toMatch(/cola|bread/)
    expect(bar.texts()[0]).toMatch(/2x cola[^]*Also at grill \(1\)/)
    expect(bar.texts()[0]).not.toContain('soup')
    expect(bar.texts()[1]).not.toContain('Also at')
    expect(grill.machine.papers).toHaveLength(1)
  })

  test('has names in the letters of its language', async () => {
    const store = await openStationStore(['Açaí & Pão', 'Ñandú'])
    await store.route('soup', 'Ñandú')
    await store.route('cola', 'Açaí & Pão')
    const prints = ofStation(store, 'Ñandú')
    const es = await addPrinter(store, store.clock, 'Caña', prints, { language: 'es' })
    const pt = await addPrinter(store, store.clock, 'Pão', prints, { language: 'pt', width: 58 })
    const named = { ...soup, product: { ...soup.product, name: 'Piñón “à la” crème €5' } }
    await post(store, '1', { items: [named, cola], buyerName: 'João Núñez' })
    await until(store.clock, () => es.machine.papers.length + pt.machine.papers.length).toBe(2)
    await store.clock.advance(1_000)
    for (const [text] of [es.texts(), pt.texts()])
      expect(text?.replaceAll('\n', ' ').replaceAll(/ +/g, ' ')).toMatch(
        /João Núñez.*Piñón “à la” crème €5/,
      )
    expect(es.texts()[0]).toContain('También en Açaí & Pão (1)')
    expect(pt.texts()[0]).toContain('Também em Açaí & Pão (1)')
  })

  test('is printed as labels: one per unit, with the first name, the options and allergies', async () => {
    const store = await openKitchen()
    const prints: Prints = { what: 'labels', stations: [], when: 'arrival' }
    const labels = await addPrinter(store, store.clock, 'Bags', prints)
    const event = sample('order-created-delivery') as { data: { order: Order } }
    const [optioned] = event.data.order.items ?? []
    const items = [
      { ...(optioned as object), amount: 1 } as never,
      dish('steak', { amount: 30, comments: 'alergia al maní' }),
    ]
    await post(store, '7', { items, buyerName: '  Ana María Pérez' })
    await until(store.clock, () => labels.machine.papers.length).toBe(1)
    await store.clock.advance(1_000)
    const [text = ''] = labels.texts()
    expect(text.match(/^7$/gm)).toHaveLength(21)
    expect(text.match(/^Ana$/gm)).toHaveLength(21)
    expect(text).not.toMatch(/María|Pérez/)
    expect(text.match(/ALLERGY: /g)).toHaveLength(20)
    expect(text).toContain('20/20')
    expect(readReceipt(labels.machine.papers[0] ?? new Uint8Array()).cuts).toBe(21)
    const ticket = await store.now('7')
    for (const { options } of ticket.items[0]?.modifiers ?? [])
      for (const { name } of options) expect(text).toContain(name)
  })
})

describe('a printed ticket', () => {
  async function printed(items: Order['items']) {
    const store = await openKitchen()
    const grill = await addPrinter(store, store.clock, 'Grill', ofStation(store, 'grill'))
    await post(store, '1', { items })
    await until(store.clock, () => statesOf(store, grill)).toEqual(['confirmed'])
    return { store, grill }
  }

  test('that changes is followed by what changed for its stations, once each', async () => {
    const { store, grill } = await printed([soup, cola])
    const [steak, more] = [dish('steak'), dish('soup', { amount: 3 })]
    await change(store, 10, { items: [soup, dish('cola', { amount: 2 })] })
    expect(grill.machine.papers).toHaveLength(1)
    await change(store, 20, { items: [more, steak] })
    await until(store.clock, () => grill.machine.papers.length).toBe(2)
    await change(store, 20, { items: [more, steak] })
    await store.restart()
    await change(store, 30, { items: [dish('soup', { amount: 3, comments: 'no salt' })] })
    await until(store.clock, () => statesOf(store, grill)).toEqual(Array(3).fill('confirmed'))
    const [, first = '', second = ''] = grill.texts()
    expect(first).toMatch(/CHANGED[^]*NOW 3, WAS 1[^]*3x soup[^]*ADDED[^]*1x steak/)
    expect(first).not.toContain('cola')
    expect(second).toMatch(/NOW LIKE THIS[^]*3x soup[^]*no salt[^]*REMOVED[^]*1x steak/)
  })

  test('whose order is lost and read again is not printed again', async () => {
    const { store, grill } = await printed([soup])
    const request = { items: [soup, dish('steak')] }
    await change(store, 10, request)
    await until(store.clock, () => grill.machine.papers.length).toBe(2)
    await store.clock.advance(5_000)
    await store.host.close()
    const db = openDatabase(store.file)
    db.run("DELETE FROM tickets WHERE id = '1'")
    db.close()
    await store.restart()
    expect(await store.ticket('1')).toBeUndefined()
    await post(store, '1', request, 20)
    await expect.poll(() => store.ticket('1')).toBeDefined()
    await store.clock.advance(30_000)
    expect(grill.machine.papers).toHaveLength(2)
  })

  test('that is cancelled is followed by that, once', async () => {
    const { store, grill } = await printed([soup, cola])
    await change(store, 10, { items: [soup, cola], ...cancelled })
    await until(store.clock, () => grill.machine.papers.length).toBe(2)
    await store.restart()
    await change(store, 20, { items: [], ...cancelled })
    await store.clock.advance(30_000)
    expect(grill.texts().slice(1)).toEqual([expect.stringMatching(/CANCELLED[^]*\n *1\n[^]*soup/)])
    expect(grill.texts()[1]).not.toContain('cola')
  })

  test('of labels gets a note about a change, and the labels of what is new', async () => {
    const store = await openKitchen()
    const prints: Prints = { what: 'labels', stations: [], when: 'arrival' }
    const labels = await addPrinter(store, store.clock, 'Bags', prints)
    await post(store, '1', { items: [soup], buyerName: 'Ana' })
    await until(store.clock, () => labels.machine.papers.length).toBe(1)
    await change(store, 10, { items: [dish('soup', { amount: 3 }), cola], buyerName: 'Ana' })
    await until(store.clock, () => labels.machine.papers.length).toBe(2)
    await store.clock.advance(1_000)
    const [, text = ''] = labels.texts()
    expect(text).toContain('CHANGED')
    // On the note and on three labels.
    expect(text.match(/^Ana$/gm)).toHaveLength(4)
  })

  test('whose dish only moved to another station is not printed again', async () => {
    const { store, grill } = await printed([soup, cola])
    await store.route('cola', 'grill')
    await change(store, 10, { items: [soup, cola], paymentTypeLabel: 'Card' })
    expect(grill.machine.papers).toHaveLength(1)
  })
})

describe('a job that still waits', () => {
  async function waiting() {
    const store = await openKitchen()
    const pass = await addPrinter(store, store.clock, 'Pass', whole)
    await pass.machine.close()
    await post(store, '1', { items: [soup] })
    await until(
      store.clock,
      async () => (await jobsOf(store, pass))[0]?.delivery,
      1_000,
    ).toMatchObject({
      state: 'queued',
      reason: 'nobody-listens',
    })
    return { store, pass }
  }

  test('is replaced by the ticket as it is now', async () => {
    const { store, pass } = await waiting()
    await change(store, 10, { items: [soup, cola] })
    await change(store, 20, { items: [cola] })
    await change(store, 30, { items: [cola, soup] })
    await store.restart()
    await until(store.clock, () => statesOf(store, pass)).toEqual(['queued'])
    await pass.machine.open()
    await until(store.clock, () => statesOf(store, pass)).toEqual(['confirmed'])
    expect(pass.texts()).toEqual([expect.stringMatching(/1x cola[^]*1x soup/)])
    expect(pass.texts()[0]).not.toContain('CHANGED')
  })

  test('is withdrawn when its ticket is cancelled, and nothing is printed about it', async () => {
    const { store, pass } = await waiting()
    await change(store, 10, { items: [soup], ...cancelled })
    expect(await jobsOf(store, pass)).toEqual([])
    await pass.machine.open()
    await store.clock.advance(60_000)
    expect(pass.machine.papers).toHaveLength(0)
  })

  test('about a change is withdrawn when the change is taken back', async () => {
    const store = await openKitchen()
    const pass = await addPrinter(store, store.clock, 'Pass', whole)
    await post(store, '1', { items: [soup] })
    await until(store.clock, () => statesOf(store, pass)).toEqual(['confirmed'])
    await pass.machine.close()
    await change(store, 10, { items: [soup, cola] })
    expect(await statesOf(store, pass)).toEqual(['confirmed', 'queued'])
    await change(store, 20, { items: [soup] })
    expect(await statesOf(store, pass)).toEqual(['confirmed'])
    await pass.machine.open()
    await change(store, 30, { items: [cola, soup] })
    await until(store.clock, () => pass.machine.papers.length).toBe(2)
    expect(pass.texts()[1]).toMatch(/ADDED[^]*cola/)
  })

  test('stays the same when only dishes of other stations change', async () => {
    const store = await openKitchen()
    const grill = await addPrinter(store, store.clock, 'Grill', ofStation(store, 'grill'))
    await post(store, '1', { items: [soup] })
    await until(store.clock, () => statesOf(store, grill)).toEqual(['confirmed'])
    await grill.machine.close()
    await change(store, 10, { items: [soup, dish('steak')] })
    const before = (await jobsOf(store, grill)).map(({ id }) => id)
    expect(before).toHaveLength(2)
    await change(store, 20, { items: [soup, dish('steak'), cola] })
    expect((await jobsOf(store, grill)).map(({ id }) => id)).toEqual(before)
  })

  test('that a person takes back is the end for its ticket', async () => {
    const { store, pass } = await waiting()
    const [job] = await jobsOf(store, pass)
    const entries = [{ kind: 'print' as const, subject: job?.id ?? '' }]
    await store.call('deliveries.decide', { entries, choice: 'dismiss' })
    await pass.machine.open()
    await change(store, 10, { items: [soup, cola] })
    await change(store, 20, { items: [soup, cola], ...cancelled })
    await store.clock.advance(60_000)
    expect(pass.machine.papers).toHaveLength(0)
  })
})
