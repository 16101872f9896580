import { Session } from 'node:inspector/promises'
import { join, relative } from 'node:path'
import { expect, test } from 'vitest'
import type { Ticket } from '#contract/tickets/ticket.ts'
import { anyHour, booking, counter, valueOfOk } from './reservations.ts'
import { FakeClock } from './fake-clock.ts'
import { board, burger, notice, set, stateOf } from './stock-board.ts'
import { close, counted, endedShift, finish, keep, openShifts, readShift } from './shifts.ts'
import { openTestStore } from './kitchen.ts'

// How many files a newcomer reads to follow an action, from the message to the notification of
// screens: those of its noun, of what carries it (inbox, outbox, dispatch, notify), and of their
// rules.

const root = join(import.meta.dirname, '../..')
const session = new Session()
session.connect()
await session.post('Profiler.enable')

/** The files with functions that ran meanwhile. */
async function crossed(walk: () => Promise<void>): Promise<string[]> {
  await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  await session.post('Profiler.takePreciseCoverage')
  await walk()
  const { result } = await session.post('Profiler.takePreciseCoverage')
  await session.post('Profiler.stopPreciseCoverage')
  const ran = result.filter(({ functions }) =>
    functions.some(
      ({ functionName, ranges: [range] }) => functionName !== '' && (range?.count ?? 0) > 0,
    ),
  )
  return [
    ...new Set(ran.map(({ url }) => relative(root, url.replace(/^file:\/\//, '')))),
  ].toSorted()
}

async function measure(
  name: string,
  folders: readonly string[],
  max: number,
  walk: () => Promise<void>,
): Promise<void> {
  const own = [
    ...folders.flatMap((each) => [`host/${each}/`, `domain/${each}/`]),
    'host/dispatch.ts',
    'host/notify/',
  ]
  const all = await crossed(walk)
  // Another test of the same process may still run something.
  const files = all.filter(
    (path) => !path.endsWith('.test.ts') && own.some((each) => path.startsWith(`electron/${each}`)),
  )
  process.stdout.write(`${name}: ${String(files.length)} files\n  ${files.join('\n  ')}\n`)
  expect(files.length).toBeGreaterThan(5)
  expect(files.length).toBeLessThanOrEqual(max)
}

async function open() {
  const clock = new FakeClock(new Date().toISOString())
  const store = await openTestStore({ clock })
  store.practice.setReceiver(store.host.webhookUrl)
  await expect.poll(async () => (await board(store)).items.length).toBeGreaterThan(0)
  return { store, clock }
}

test('an order', async () => {
  const { store, clock } = await open()
  await measure('an order', ['inbox', 'feeds', 'tickets'], 31, async () => {
    const { _id } = await store.practice.placeOrder({ deliveryType: 'go', isScheduled: false })
    const isShown = ({ id }: Ticket) => id === _id
    await expect
      .poll(() => store.events.some((each) => 'tickets' in each && each.tickets.some(isShown)))
      .toBe(true)
    await clock.advance(100)
  })
})

test('a Ready', async () => {
  const { store, clock } = await open()
  const { _id: ticketId } = await store.practice.placeOrder({
    deliveryType: 'go',
    isScheduled: false,
  })
  await expect.poll(() => store.ticket(ticketId)).toMatchObject({ stage: 'new' })
  // The next beat, with its chores, is after the walk.
  await clock.advance(10_000)
  await measure('a Ready', ['tickets', 'outbox'], 29, async () => {
    valueOfOk(await store.call('tickets.markReady', { ticketId, tapId: 'tap' }))
    await clock.advance(9_000)
    await expect
      .poll(() => store.practice.effects().map(({ operation }) => operation))
      .toContain('preparation-ready')
    await clock.advance(100)
  })
})

test('an 86', async () => {
  const { store, clock } = await open()
  await measure('an 86', ['stock', 'outbox'], 23, async () => {
    valueOfOk(await set(store, [burger], notice))
    await clock.advance(500)
    await expect
      .poll(() => store.practice.effects().map(({ operation }) => operation))
      .toContain('update-stock')
    await clock.advance(500)
    await stateOf(store, burger)
  })
})

test('a reservation', async () => {
  const { store, clock } = await open()
  await measure('a reservation', ['reservations', 'drafts', 'outbox'], 26, async () => {
    const request = { tapId: 'tap', kind: 'booked', booking: booking(), accepted: anyHour } as const
    valueOfOk(await store.call('reservations.create', request, counter))
    await clock.advance(500)
    await expect.poll(() => store.practice.reservations()).toHaveLength(1)
    await clock.advance(100)
  })
})

test('a close-out', async () => {
  const store = await openShifts()
  const shiftId = endedShift(store)
  await measure(
    'a close-out',
    ['shifts', 'drafts', 'jobs', 'payments', 'money', 'close-outs'],
    30,
    async () => {
      valueOfOk(await store.call('shifts.refresh', { shiftId }))
      await readShift(store, shiftId)
      await keep(store, shiftId, (draft) => counted(store, shiftId, draft))
      valueOfOk(await finish(store, shiftId))
      valueOfOk(await store.call('shifts.reveal', { shiftId }))
      valueOfOk(await close(store, shiftId))
    },
  )
})
