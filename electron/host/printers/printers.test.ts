import { expect, onTestFinished, test } from 'vitest'
import type { Caller } from '#contract/shared/caller.ts'
import type { Delivery, DeliveryChoice, DeliveryState } from '#contract/deliveries/delivery.ts'
import type { Input } from '#contract/index.ts'
import type { Printer, PrintJob } from '#contract/printers/printers.ts'
import { fail, ok, type Result } from '#contract/shared/result.ts'
import { manager } from '#test/support/caller.ts'
import { FakeClock } from '#test/support/fake-clock.ts'
import { openTestStore, type TestStore } from '#test/support/kitchen.ts'
import { orderEvent } from '#test/support/order-event.ts'
import { readReceipt, receiptText } from '#test/support/read-receipt.ts'
import {
  openReceiptPrinter,
  type PrinterBehaviour,
  type ReceiptPrinter,
} from '#test/support/receipt-printer.ts'
import { openDatabase } from '../db/open.ts'
import { storedLoss } from '../db/loss.ts'
import { createValues } from '../db/values.ts'
import { OutboxRows } from '../outbox/rows.ts'
import type { PrintPayload } from './outbox.ts'

const counter: Caller = { screen: 'c', name: '', role: 'counter' }
const kitchen: Caller = { screen: 'k', name: '', role: 'kitchen' }

async function openPrinter(behaviour: PrinterBehaviour): Promise<ReceiptPrinter> {
  const printer = await openReceiptPrinter(behaviour)
  onTestFinished(printer.close)
  return printer
}

/** A store with one order and a receipt printer of the given manner. */
async function withPrinter(behaviour: PrinterBehaviour) {
  const clock = new FakeClock(new Date().toISOString())
  const store = await openTestStore({ clock })
  const printer = await openPrinter(behaviour)
  const details = { name: 'Grill', address: '127.0.0.1', width: 80, language: 'es' } as const
  await store.call('settings.change', { anyPrinterAddress: true })
  const saved = await save(store, clock, { id: null, ...details, port: printer.port })
  if (!saved.ok) throw new Error(saved.error.code)
  const printerId = saved.value.id
  const ids = {
    eventId: 'evt',
    orderId: 'A1',
    code: 'A1',
    date: new Date(clock.now()).toISOString(),
  }
  const event = orderEvent('order-created-pickup', ids, { deliverAt: null })
  await store.post({ ...event, websiteId: null, storeId: store.practice.storeId })
  await expect.poll(() => store.ticket('A1')).toBeDefined()
  const print = (jobId: string) =>
    store.call('printers.printTicket', { jobId, printerId, ticketId: 'A1' }, kitchen)
  return { store, clock, printer, printerId, print, details }
}

/** Saves a printer while the clock advances, because a silent printer gets some time to answer. */
async function save(
  store: TestStore,
  clock: FakeClock,
  input: Input<'printers.save'>,
): Promise<Result<Printer>> {
  const answers: Result<Printer>[] = []
  void store.call('printers.save', input).then((result) => answers.push(result))
  await expect
    .poll(
      async () => {
        await clock.advance(100)
        return answers.length
      },
      { interval: 5 },
    )
    .toBe(1)
  return answers[0] ?? fail('internal')
}

async function jobs(store: TestStore): Promise<PrintJob[]> {
  const read = await store.call('printers.get', {})
  if (!read.ok) throw new Error(read.error.code)
  return read.value.jobs
}

/** Advances the clock until the newest job has this state. */
const becomes = (
  store: TestStore,
  clock: FakeClock,
  { id, ...delivery }: Partial<Delivery> & { id?: string },
) =>
  expect
    .poll(
      async () => {
        const isLong = delivery.state === 'unknown' || delivery.reason === 'nobody-listens'
        await clock.advance(isLong ? 1_000 : 100)
        return (await jobs(store))[0]
      },
      { interval: 5 },
    )
    .toMatchObject({ ...(id === undefined ? {} : { id }), delivery })

const decide = (
  store: TestStore,
  jobId: string,
  choice: DeliveryChoice,
  caller: Caller = kitchen,
): Promise<Result<number>> =>
  store.call('deliveries.decide', { entries: [{ kind: 'print', subject: jobId }], choice }, caller)

test('a ticket is printed once, however often its message comes, and nothing of it is kept', async () => {
  const { store, clock, printer, print } = await withPrinter('answers')
  expect(await Promise.all([print('j1'), print('j1')])).toEqual([ok(null), ok(null)])
  await becomes(store, clock, { state: 'confirmed' })
  expect(await jobs(store)).toMatchObject([{ kind: 'ticket', title: 'A1' }])
  expect(await print('j1')).toEqual(ok(null))
  await clock.advance(60_000)
  expect(printer.papers).toHaveLength(1)
  const receipt = readReceipt(printer.papers[0] ?? new Uint8Array())
  expect(receipt).toMatchObject({ cuts: 1, asked: 1 })
  expect(receiptText(receipt)).toMatch(/A1/)
  await store.host.close()
  expect(paperOf(store, 'j1')).toEqual([])
  await store.restart()
  expect((await jobs(store)).map(({ delivery }) => delivery.state)).toEqual(['confirmed'])
  clock.sleep(25 * 3_600_000)
  await clock.advance(10_001)
  await expect.poll(() => jobs(store)).toEqual([])
})

test('a ticket has the hours that the restaurant has chosen when it is printed', async () => {
  const { store, printer, clock, print } = await withPrinter('answers')
  await print('j1')
  await becomes(store, clock, { id: 'j1', state: 'confirmed' })
  await store.call('settings.change', { timeFormat: '12-hour' })
  await print('j2')
  await becomes(store, clock, { id: 'j2', state: 'confirmed' })
  const [before = '', after = ''] = printer.papers.map((paper) => receiptText(readReceipt(paper)))
  expect(before).toMatch(/Impreso [0-2]\d:\d\d\n/)
  expect(after).toMatch(/Impreso 1?\d:\d\d [ap]\. m\.\n/)
  // A long line may end between the two letters.
  expect(after.replaceAll('\n', ' ')).not.toMatch(/\d:\d\d(?! [ap]\. m\.)/)
})

test('a printer that cannot be reached: nothing left, it waits with its reason, and is printed once it is there', async () => {
  const { store, clock, printer, print } = await withPrinter('answers')
  await printer.close()
  await print('j1')
  await becomes(store, clock, { state: 'queued', reason: 'nobody-listens' })
  await print('j2')
  await store.restart()
  await becomes(store, clock, { state: 'queued' })
  expect(printer.papers).toHaveLength(0)
  await printer.open()
  await becomes(store, clock, { id: 'j2', state: 'confirmed' })
  expect((await jobs(store)).map(({ delivery }) => delivery.state)).toEqual([
    'confirmed',
    'confirmed',
  ])
  expect(printer.papers).toHaveLength(2)
})

test.for<PrinterBehaviour>(['dies', 'silent'])(
  'a printer that is %s: unknown, not again by itself, again when a person says so, and marked',
  async (behaviour) => {
    const { store, clock, printer, print } = await withPrinter(behaviour)
    await print('j1')
    await expect.poll(() => printer.papers.length).toBe(1)
    // The job is on disk before the first byte is sent.
    if (behaviour === 'silent')
      expect(await jobs(store)).toMatchObject([{ delivery: { state: 'sending' } }])
    await becomes(store, clock, { state: 'unknown' })
    await clock.advance(3_600_000)
    await store.restart()
    await clock.advance(3_600_000)
    expect(printer.papers).toHaveLength(1)
    printer.behaviour = 'answers'
    expect(await decide(store, 'j1', 'retry', counter)).toEqual(ok(1))
    await becomes(store, clock, { state: 'confirmed' })
    expect(printer.papers).toHaveLength(2)
    const text = receiptText(readReceipt(printer.papers[1] ?? new Uint8Array()))
    expect(text).toMatch(/REIMPRESIÓN/)
    expect(await decide(store, 'j1', 'retry', counter)).toEqual(fail('too-late'))
  },
)

test('a printer that never answers: a person confirms once, and later jobs need no confirmation', async () => {
  const { store, clock, printer, print } = await withPrinter('prints-mutely')
  await print('j1')
  await becomes(store, clock, { state: 'unknown' })
  await decide(store, 'j1', 'mark-done')
  await print('j2')
  await becomes(store, clock, { id: 'j2', state: 'confirmed' })
  expect(printer.papers).toHaveLength(2)
  // From now on, accepting bytes is its only answer. A printer that dies is still noticed.
  printer.behaviour = 'dies'
  await print('j3')
  await becomes(store, clock, { id: 'j3', state: 'unknown' })
  await store.restart()
  printer.behaviour = 'silent'
  await print('j4')
  await becomes(store, clock, { id: 'j4', state: 'unknown' })
  expect(printer.papers).toHaveLength(4)
})

test('a printer that once confirmed a job is not trusted when it does not answer', async () => {
  const { store, clock, printer, print } = await withPrinter('answers')
  await print('j1')
  await becomes(store, clock, { id: 'j1', state: 'confirmed' })
  printer.behaviour = 'prints-mutely'
  for (const id of ['j2', 'j3']) {
    await print(id)
    await becomes(store, clock, { id, state: 'unknown' })
    await decide(store, id, 'mark-done')
  }
})

test('a job that a crash cut off is unknown, and one that waited is printed', async () => {
  const { store, clock, printer, print } = await withPrinter('answers')
  await printer.close()
  await print('j1')
  await print('j2')
  await becomes(store, clock, { state: 'queued' })
  await store.host.close()
  markSending(store, 'j1')
  await printer.open()
  await store.restart()
  await becomes(store, clock, { id: 'j2', state: 'confirmed' })
  expect((await jobs(store)).map(({ id, delivery }) => [id, delivery.state])).toEqual([
    ['j2', 'confirmed'],
    ['j1', 'unknown'],
  ])
  expect(printer.papers).toHaveLength(1)
})

test('a waiting job can be cancelled, a sent one cannot, and deleting a printer deletes its waiting jobs', async () => {
  const { store, clock, printer, printerId, print } = await withPrinter('answers')
  await print('j1')
  await becomes(store, clock, { state: 'confirmed' })
  await printer.close()
  await print('j2')
  await becomes(store, clock, { id: 'j2', state: 'queued', reason: 'nobody-listens' })
  expect(await decide(store, 'j2', 'dismiss')).toEqual(ok(1))
  expect(await decide(store, 'j1', 'dismiss')).toEqual(fail('too-late'))
  expect((await jobs(store)).map(({ id }) => id)).toEqual(['j1'])
  await print('j3')
  expect(await store.call('printers.remove', { printerId })).toEqual(ok(null))
  expect(await store.call('printers.get', {})).toEqual(ok({ printers: [], jobs: [] }))
  expect(await print('j4')).toEqual(fail('not-found'))
})

test('a test strip is a manager’s; another address is another machine', async () => {
  const { store, clock, printerId, details } = await withPrinter('answers')
  const other = await openPrinter('prints-mutely')
  await store.call('printers.try', { jobId: 't1', printerId })
  await becomes(store, clock, { id: 't1', state: 'confirmed' })
  const changed = { id: printerId, ...details, width: 58, port: other.port } as const
  const { id, ...input } = changed
  const letters = { columns: null, letters: 'code-page', images: true }
  const byDefault = { prints: null, spareId: null, ignoresOffline: false, ...letters }
  expect(await save(store, clock, changed)).toEqual(ok({ ...input, ...byDefault, id }))
  await store.call('printers.try', { jobId: 't2', printerId })
  await becomes(store, clock, { id: 't2', state: 'unknown' })
  expect(await decide(store, 't2', 'mark-done')).toEqual(fail('not-allowed'))
  const pending = (caller?: Caller) => store.call('deliveries.pending', {}, caller)
  expect(await pending(kitchen)).toEqual(ok({ decisions: [], total: 0 }))
  const about = { printed: 'test', printer: details.name } as const
  const undecided = { kind: 'print', subject: 't2', title: '', about } as const
  expect(await pending()).toMatchObject(ok({ decisions: [undecided], total: 1 }))
  const seen = await store.call('printers.get', {}, kitchen)
  expect(seen).toMatchObject(ok({ printers: [{ id: printerId, width: 58 }], jobs: [] }))
  expect(await decide(store, 't2', 'mark-done', manager)).toEqual(ok(1))
  await store.call('printers.try', { jobId: 't3', printerId })
  await becomes(store, clock, { id: 't3', state: 'confirmed' })
})

test('an answer from the old address says nothing about a printer with a new address', async () => {
  const { store, clock, printer, printerId, print, details } = await withPrinter('silent')
  const other = await openPrinter('prints-mutely')
  await print('j1')
  await expect.poll(() => printer.papers.length).toBe(1)
  await save(store, clock, { id: printerId, ...details, port: other.port })
  printer.answer()
  await becomes(store, clock, { id: 'j1', state: 'confirmed' })
  await print('j2')
  await becomes(store, clock, { id: 'j2', state: 'unknown' })
  await decide(store, 'j2', 'mark-done')
  await print('j3')
  await becomes(store, clock, { id: 'j3', state: 'confirmed' })
})

test('a person’s decision about a job sent to the old address says nothing about the new one either', async () => {
  const { store, clock, print, printerId, details } = await withPrinter('prints-mutely')
  const other = await openPrinter('dies')
  await print('j1')
  await becomes(store, clock, { state: 'unknown' })
  await save(store, clock, { id: printerId, ...details, port: other.port })
  await decide(store, 'j1', 'mark-done')
  other.behaviour = 'prints-mutely'
  await print('j2')
  // It is still unknown whether this printer answers when it has printed.
  await becomes(store, clock, { id: 'j2', state: 'unknown' })
})

test('confirming a job that a restart interrupted says nothing about its printer', async () => {
  const { store, clock, printer, print } = await withPrinter('silent')
  await print('j1')
  await expect.poll(() => printer.papers.length).toBe(1)
  await store.restart()
  await becomes(store, clock, { state: 'unknown' })
  await decide(store, 'j1', 'mark-done')
  // A printer that usually answers is out of paper: it accepts everything and is silent.
  printer.behaviour = 'prints-mutely'
  await print('j2')
  await becomes(store, clock, { id: 'j2', state: 'unknown' })
})

test.each<[string, boolean, boolean, DeliveryState, number]>([
  ['certain is printed', false, true, 'confirmed', 1],
  ['in doubt is unknown, and not printed by itself', true, true, 'unknown', 0],
  ['certain, whose printer is lost, is not printed', false, false, 'withdrawn', 0],
])(
  'after a damaged database a job that is %s',
  async (_, wasUsedSince, hasPrinters, state, papers) => {
    const { store, clock, printer, print } = await withPrinter('answers')
    await printer.close()
    await print('j1')
    await becomes(store, clock, { state: 'queued', reason: 'nobody-listens' })
    await store.host.close()
    const db = openDatabase(store.file)
    const damage = { kind: 'damaged', keptAs: null, restoredFrom: null } as const
    storedLoss(createValues(db, store.log)).write({ damage, wasUsedSince })
    if (!hasPrinters) db.run("DELETE FROM settings WHERE name = 'printers'")
    db.close()
    await printer.open()
    await store.restart()
    await clock.advance(100)
    if (hasPrinters) await becomes(store, clock, { id: 'j1', state })
    else await expect.poll(() => jobs(store)).toEqual([])
    await clock.advance(60_000)
    expect(printer.papers).toHaveLength(papers)
    await store.host.close()
    const after = openDatabase(store.file)
    expect(new OutboxRows(after, store.log).get('j1')).toMatchObject({ state })
    after.close()
  },
)

test('a printer that is taken off the list while it prints takes its jobs with it', async () => {
  const { store, clock, printer, printerId, print } = await withPrinter('silent')
  await print('j1')
  await print('j2')
  await expect.poll(() => printer.papers.length).toBe(1)
  await store.call('printers.remove', { printerId })
  printer.answer()
  await clock.advance(60_000)
  expect(printer.papers).toHaveLength(1)
  await store.host.close()
  const db = openDatabase(store.file)
  expect(new OutboxRows(db, store.log).inLanes('print')).toEqual([])
  db.close()
})

test('what waits for a printer is in no count of what the platform has not got', async () => {
  const { store, clock, printer, print } = await withPrinter('answers')
  const status = async () => {
    const read = await store.call('status.get', {})
    return read.ok ? read.value.outbox : null
  }
  await printer.close()
  await print('j1')
  await becomes(store, clock, { state: 'queued', reason: 'nobody-listens' })
  expect(await status()).toMatchObject({ pending: 0, sending: 0, unknown: 0, needsPerson: 0 })
})

function paperOf(store: TestStore, id: string): unknown {
  const db = openDatabase(store.file)
  const entry = new OutboxRows(db, store.log).get(id)
  db.close()
  return (entry?.payload as PrintPayload | undefined)?.paper
}

/** Changes a job's row as a crash leaves it: it is being sent. */
function markSending(store: TestStore, id: string): void {
  const db = openDatabase(store.file)
  const rows = new OutboxRows(db, store.log)
  const entry = rows.get(id)
  if (entry === null) throw new Error('no job')
  rows.save({ ...entry, state: 'sending' })
  db.close()
}
