import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { Caller } from '#contract/shared/caller.ts'
import {
  deliveryRoles,
  type DeliveryChoice,
  type DeliveryName,
} from '#contract/deliveries/delivery.ts'
import type { Connection } from '#platform/connection.ts'
import { createDialect } from '#platform/dialect.ts'
import type { Fault } from '#practice/faults/faults.ts'
import type { Practice } from '#practice/platform.ts'
import { anyHour, booking, counter, valueOfOk } from '#test/support/reservations.ts'
import { manager } from '#test/support/caller.ts'
import { FakeClock } from '#test/support/fake-clock.ts'
import { openTestStore, type TestStore } from '#test/support/kitchen.ts'
import { isWhole } from '#test/support/tries.ts'
import { openReceiptPrinter, type PrinterBehaviour } from '#test/support/receipt-printer.ts'
import { backOnSale, notice, set } from '#test/support/stock-board.ts'
import { subjectOf } from '../channel-orders/channel-orders.ts'
import { openDatabase } from '../db/open.ts'

/** Long enough for all repeats, and too short for another read of the menu or another count. */
const watchedMs = 6 * 60_000
/** How long the store waits for an answer that comes too late: real time, as a busy machine needs it. */
const patienceMs = 1_000
const coupon = 'cpn-bienvenida'
const cook: Caller = { screen: 'grill', name: 'Grill', role: 'kitchen' }
const underWay = ['queued', 'sending', 'unknown']

/** The operations that write to the platform, as far as this test uses them. */
const writes = [
  { path: 'preparation-ready', method: 'POST' },
  { path: 'updateStock', method: 'POST' },
  { path: '/out-of-stock', method: 'POST' },
  { path: '/ecommerce/coupons/', method: 'PUT' },
  { path: '/reservations/reservation', method: 'POST' },
  { path: '/reservations/reservation/', method: 'DELETE' },
  { path: 'complete-order', method: 'PUT' },
  { path: 'current-preparation-duration', method: 'POST' },
  { path: 'temporary-close', method: 'POST' },
  { path: 'updateStoreSchedule', method: 'POST' },
]

type Trouble = { reach: (practice: Practice) => Partial<Connection> } | { answer: Answer[] }
type Answer = Fault extends infer Each ? (Each extends unknown ? Omit<Each, 'path'> : never) : never

const at = (origin: string) => () => ({
  v3Url: `${origin}/v3`,
  v1Url: `${origin}/v1`,
  tabsUrl: `${origin}/tabs`,
})
const answers = (answer: Answer): Trouble => ({ answer: [answer] })
const refusedByMe: Fault = { path: '/api/me', kind: 'status', status: 401 }

/** By the names in the table of README.md. */
const troubles: Record<string, Trouble> = {
  'nobody listens': { reach: at('http://127.0.0.1:1024') },
  'no TLS where it should be': {
    reach: ({ v3 }) => at(new URL(v3).origin.replace('http:', 'https:'))(),
  },
  '429, `Retry-After: 0`': answers({ kind: 'status', status: 429, retryAfterSeconds: 0 }),
  '503 before the effect': answers({ kind: 'status', status: 503 }),
  '503 after the effect': answers({ kind: 'status-after-effect', status: 503 }),
  '500 before the effect': answers({ kind: 'status', status: 500 }),
  'cut before the effect': answers({ kind: 'drop-before-effect' }),
  'cut after the effect': answers({ kind: 'drop-after-effect' }),
  'cut in the answer': answers({ kind: 'drop-in-answer' }),
  'no answer in time': answers({ kind: 'delay', milliseconds: patienceMs + 1_000 }),
  'a sign-in page': answers({ kind: 'html' }),
  '400, its own refusal': answers({ kind: 'status', status: 400 }),
  '403, its own refusal': answers({ kind: 'status', status: 403 }),
  '401, `/api/me` takes the token': answers({ kind: 'status', status: 401 }),
  '401, `/api/me` refuses it': answers({ kind: 'status', status: 401 }),
}

/** What the printer does during a fault of the network or a machine; during others it prints. */
const behaviours: Partial<Record<string, PrinterBehaviour>> = {
  'cut before the effect': 'dies',
  'cut after the effect': 'dies-after',
  'cut in the answer': 'dies-halfway',
  'no answer in time': 'silent',
  'a sign-in page': 'web-server',
}

const readme = readFileSync(join(import.meta.dirname, 'README.md'), 'utf8').split('\n')
const cells = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())

/** The table with this first column, and its rows. */
function tableOf(firstColumn: string) {
  const head = readme.findIndex((line) => line.startsWith(`| Fault | ${firstColumn} |`))
  const below = readme.slice(head + 2)
  const end = below.findIndex((line) => !line.startsWith('|'))
  const rows = below.slice(0, end).map(cells)
  return { columns: cells(readme[head] ?? '').slice(1), rows }
}
const everyKind = tableOf('preparation-ready')
/** Products on a platform that prefers `outOfStock`. */
const atOnce = tableOf('sold out at once')

/**
 * One action of each kind: kind and subject of its entry, and the platform's name of its effect.
 */
interface CardAction {
  kind: string
  subject: string
  effect: string
  effectOf: string | null
}

/** Advances the clock step by step until there is an answer. */
async function steps<Value>(clock: FakeClock, run: Promise<Value>): Promise<Value> {
  const ended: Value[] = []
  void run.then((value) => ended.push(value))
  while (ended.length === 0) {
    await real(1)
    await clock.advance(100)
  }
  return run
}

type StockOperation = 'updateStock' | 'outOfStock'

/** A store with an order on the wall, loaded coupons, a booked table, and a printer. */
async function openReady(stockOperation: StockOperation = 'updateStock') {
  const dialect = createDialect({ stockOperation })
  let reach: (practice: Practice) => Partial<Connection> = () => ({})
  const clock = new FakeClock(new Date().toISOString())
  const store = await openTestStore({
    clock,
    processMs: 1,
    reach: (practice) => ({ answerWithinMs: 10_000, dialect, ...reach(practice) }),
  })
  store.practice.setReceiver(store.host.webhookUrl)
  await store.call('settings.change', { undoSeconds: 0, anyPrinterAddress: true })
  const printer = await openReceiptPrinter('answers')
  onTestFinished(printer.close)
  const place = { address: '127.0.0.1', port: printer.port, width: 80, language: 'es' } as const
  const saved = store.call('printers.save', { id: null, name: 'Grill', ...place })
  const { id: printerId } = valueOfOk(await steps(clock, saved))
  const { _id: orderId } = await store.practice.placeOrder({ isScheduled: false })
  await expect.poll(() => store.ticket(orderId)).toMatchObject({ stage: 'new' })
  await expect
    .poll(async () => valueOfOk(await store.call('stock.board', {})).items.length)
    .toBeGreaterThan(0)
  await expect
    .poll(async () => valueOfOk(await store.call('status.get', {})).store?.countryCode)
    .toBe('CL')
  await store.call('coupons.list', { text: '', onlyThisStore: false, page: 1 })
  await learnHours(store, clock)
  const booked = await take(store, 'booked', ['rtbl-1'])
  await expect.poll(() => store.practice.reservations()).toHaveLength(1)
  await expect
    .poll(async () => valueOfOk(await store.call('status.get', {})).outbox.pending)
    .toBe(0)
  return {
    store,
    clock,
    orderId,
    booked,
    printer,
    printerId,
    async restart(next: typeof reach) {
      reach = next
      await store.restart()
      store.practice.setReceiver(store.host.webhookUrl)
    },
  }
}

/** Hours can be sent once an answer has shown them, and how the days of the week are numbered. */
async function learnHours(store: TestStore, clock: FakeClock): Promise<void> {
  const usual = { tapId: 'usual', minutes: 20, forMinutes: null }
  valueOfOk(await store.call('preparationTime.set', usual, counter))
  await expect
    .poll(async () => {
      await clock.advance(1_000)
      return valueOfOk(await store.call('storeHours.get', {})).known?.source
    })
    .toBe('store')
  valueOfOk(await store.call('storeHours.answerQuestion', { weekday: 7 }))
}

async function take(store: TestStore, tapId: string, tableIds: string[]): Promise<string> {
  const request = {
    tapId,
    kind: 'booked',
    booking: booking({ tableIds }),
    accepted: anyHour,
  } as const
  return valueOfOk(await store.call('reservations.create', request, counter)).id
}

/** The states of all entries in the closed file. */
async function statesOf(
  { host, file }: TestStore,
  clock: FakeClock,
  actions: readonly CardAction[],
): Promise<string[]> {
  const closed = host.close()
  // The patience of the request in flight uses the same clock.
  await clock.advance(5_000)
  await closed
  const db = openDatabase(file)
  const states = actions.map(({ kind, subject }) => {
    const row = db.get(
      'SELECT state, needs_decision FROM outbox WHERE kind = ? AND subject = ? ORDER BY rowid DESC',
      kind,
      subject,
    )
    const isUndecided = row?.['state'] === 'unknown' && row['needs_decision'] === 1
    return isUndecided ? 'undecided' : String(row?.['state'])
  })
  db.close()
  return states
}

/** Sells a product out, brings one back, and counts one. */
async function askStock(store: TestStore, operation: StockOperation): Promise<CardAction[]> {
  const stock = (id: string, name: string): CardAction => ({
    kind: 'stock',
    subject: `product:${id}`,
    effect: operation === 'outOfStock' ? 'out-of-stock' : 'update-stock',
    effectOf: `prd-hamburguesa-${name}`,
  })
  valueOfOk(await set(store, ['product:P101'], notice))
  valueOfOk(await set(store, ['product:P102'], backOnSale))
  valueOfOk(await set(store, ['product:P103'], { kind: 'count', left: 5 }))
  return [stock('P101', 'clasica'), stock('P102', 'doble'), stock('P103', 'italiana')]
}

/** Does one action of each kind, in the order of the table's columns. */
async function askAll(
  store: TestStore,
  { orderId, booked, printerId }: Record<'orderId' | 'booked' | 'printerId', string>,
): Promise<CardAction[]> {
  valueOfOk(await store.call('tickets.markReady', { ticketId: orderId, tapId: 'bump' }))
  const stock = await askStock(store, 'updateStock')
  const before = { percentageOff: 10 }
  const changed = { percentageOff: 12 }
  valueOfOk(
    await store.call('coupons.change', { changeId: 'change', couponId: coupon, before, changed }),
  )
  const reservation = await take(store, 'asked', ['rtbl-2'])
  const cancel = { reservationId: booked, tapId: 'cancel', reason: '' }
  valueOfOk(await store.call('reservations.cancel', cancel, counter))
  const channelOrder = { channelId: 'tsc-practice', integrationOrderId: 'web-1001' }
  const { integrationOrderId } = channelOrder
  const complete = { tapId: 'complete', integrationOrderId, ticket: null }
  valueOfOk(await store.call('channelOrders.complete', complete))
  valueOfOk(
    await store.call('printers.printTicket', { jobId: 'paper', printerId, ticketId: orderId }),
  )
  const busy = { tapId: 'busy', minutes: 30, forMinutes: null }
  valueOfOk(await store.call('preparationTime.set', busy, counter))
  const hour = { kind: 'minutes', minutes: 60 } as const
  valueOfOk(await store.call('storeHours.pause', { tapId: 'pause', length: hour }, counter))
  const { known: reported, version } = valueOfOk(await store.call('storeHours.get', {}))
  if (reported === null) throw new Error('no hours')
  const hours = { ...reported.hours, closedDays: [] }
  valueOfOk(await store.call('storeHours.send', { tapId: 'hours', version, hours }))
  return [
    { kind: 'preparation-ready', subject: orderId, effect: 'preparation-ready', effectOf: orderId },
    ...stock,
    { kind: 'coupon-change', subject: coupon, effect: 'coupon-update', effectOf: coupon },
    { kind: 'reservation', subject: reservation, effect: 'reservation', effectOf: null },
    { kind: 'reservation-cancel', subject: booked, effect: 'cancel-reservation', effectOf: null },
    {
      kind: 'complete-order',
      subject: subjectOf(channelOrder),
      effect: 'complete-order',
      effectOf: integrationOrderId,
    },
    {
      kind: 'preparation-time',
      subject: 'store',
      effect: 'preparation-duration',
      effectOf: null,
    },
    { kind: 'pause', subject: 'store', effect: 'temporary-close', effectOf: null },
    { kind: 'store-hours', subject: 'store', effect: 'store-schedule', effectOf: null },
    { kind: 'print', subject: 'paper', effect: 'paper', effectOf: null },
  ]
}

const real = (milliseconds: number): Promise<void> =>
  new Promise((passed) => setTimeout(passed, milliseconds))

/** Advances the clock as fast as the platform answers requests in flight. */
async function pass(store: TestStore, clock: FakeClock, lateMs: number): Promise<void> {
  const until = clock.monotonic() + watchedMs
  let wasSending = false
  while (clock.monotonic() < until) {
    const { sending } = valueOfOk(await store.call('status.get', {})).outbox
    // A late effect happens before anything is read.
    const { jobs } = valueOfOk(await store.call('printers.get', {}))
    const isPrinting = jobs.some(({ delivery }) => delivery.state === 'sending')
    if (sending > 0) await real(lateMs > 0 ? patienceMs : 12)
    else if (wasSending) await real(lateMs)
    else if (isPrinting) await real(12)
    wasSending = sending > 0
    // Reading a coupon and printing wait by the same clock.
    await clock.advance(sending > 0 || isPrinting ? 500 : 5_000)
  }
}

const effectsOf = ({ practice }: TestStore, { effect, effectOf }: CardAction): number =>
  practice
    .effects()
    .filter(
      ({ operation, subject }) =>
        operation === effect && (effectOf === null || subject.includes(effectOf)),
    )
    .reduce((sum, { count }) => sum + count, 0)

/** The faults after which an effect at once differs most from a process that is followed. */
const different = ['503 after the effect', 'cut after the effect', 'no answer in time']
const isDifferent = ([fault = '']: string[]): boolean =>
  [...different, '400, its own refusal', 'nobody listens'].includes(fault)

test('the table has a row for every fault, and a column for every kind', () => {
  for (const { rows } of [everyKind, atOnce])
    expect(rows.map(([fault]) => fault)).toEqual(Object.keys(troubles))
  expect(everyKind.columns).toHaveLength(12)
  expect(atOnce.columns).toHaveLength(3)
})

describe.each<[StockOperation, typeof everyKind]>([
  ['updateStock', everyKind],
  ['outOfStock', isWhole ? atOnce : { ...atOnce, rows: atOnce.rows.filter(isDifferent) }],
])('a fault that lasts, with %s', (operation, { rows }) => {
  test.each(rows)('%s', async (fault, ...expected) => {
    const trouble = troubles[fault]
    const isLate = fault === 'no answer in time'
    if (trouble === undefined) throw new Error('no such fault')
    const ready = await openReady(operation)
    const { store, clock, printer, restart } = ready
    printer.behaviour = behaviours[fault] ?? 'answers'
    if (fault === 'nobody listens') await printer.close()
    if ('reach' in trouble) await restart(trouble.reach)
    else {
      if (fault.endsWith('refuses it')) store.practice.misbehave(refusedByMe)
      for (const aim of writes)
        for (const answer of trouble.answer) store.practice.misbehave({ ...answer, ...aim })
      if (isLate) await restart(() => ({ answerWithinMs: patienceMs }))
    }
    const actions = await (operation === 'outOfStock'
      ? askStock(store, operation)
      : askAll(store, ready))
    // A table was booked before, and the usual time set; the others were not sent yet.
    const before = actions.map(({ kind }) =>
      ['reservation', 'preparation-time'].includes(kind) ? 1 : 0,
    )
    await pass(store, clock, isLate ? 3_000 : 0)
    const states = await statesOf(store, clock, actions)
    const outcomes = (): string[] =>
      actions.map((action, nth) => {
        const effects =
          action.kind === 'print' ? printer.printed : effectsOf(store, action) - (before[nth] ?? 0)
        const state = states[nth] ?? ''
        // It reads and sends in turn, and the fault may affect either.
        const goesOn = action.kind === 'coupon-change' && underWay.includes(state)
        // With a late answer, the platform's list and the first repeat race.
        const isEither = expected[nth]?.endsWith(' 1-2') === true && [1, 2].includes(effects)
        return `${goesOn ? 'goes on' : state} ${isEither ? '1-2' : String(effects)}`
      })
    await expect.poll(outcomes).toEqual(expected)
  })
})

test('what a platform refused of every kind is in one list, and one message decides about all of it', async () => {
  const ready = await openReady()
  const { store, clock, printer } = ready
  // A printout that may be on paper also needs a decision.
  printer.behaviour = 'silent'
  for (const aim of writes) store.practice.misbehave({ kind: 'status', status: 400, ...aim })
  const actions = await askAll(store, ready)
  await pass(store, clock, 0)
  const pending = async (caller: Caller) =>
    valueOfOk(await store.call('deliveries.pending', {}, caller))
  const names = (list: readonly DeliveryName[]) =>
    list.map(({ kind, subject }) => `${kind} ${subject}`).toSorted()
  const { decisions, total } = await pending(manager)
  expect(names(decisions)).toEqual(names(actions as readonly DeliveryName[]))
  expect(total).toBe(actions.length)
  // There is only one of each of these, so the kind is its name.
  const single = ['preparation-time', 'pause', 'store-hours']
  expect(decisions.filter(({ kind, title }) => !single.includes(kind) && title === '')).toEqual([])
  expect(names((await pending(cook)).decisions)).toEqual(
    names(decisions.filter(({ kind }) => deliveryRoles[kind].includes('kitchen'))),
  )
  const decide = async (choice: DeliveryChoice) =>
    valueOfOk(
      await store.call('deliveries.decide', {
        choice,
        entries: (await pending(manager)).decisions
          .filter(({ delivery }) => delivery.choices?.includes(choice) === true)
          .map(({ kind, subject }) => ({ kind, subject })),
      }),
    )
  // A coupon can only be sent again or discarded.
  expect(await decide('mark-done')).toBe(actions.length - 1)
  expect(await decide('dismiss')).toBe(1)
  expect(await pending(manager)).toEqual({ decisions: [], total: 0 })
  expect(valueOfOk(await store.call('status.get', {})).outbox).toMatchObject({
    pending: 0,
    needsPerson: 0,
  })
})
