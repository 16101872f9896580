import { expect, test } from 'vitest'
import { statusEveryMs, type StoreStatus } from '#contract/relay/store-status.ts'
import { noRelay } from '#contract/status/relay.ts'
import { contextOf } from '#test/support/context.ts'
import { FakeClock } from '#test/support/fake-clock.ts'
import { createRecordingLog } from '#test/support/recording-log.ts'
import { isoNow } from '../clock/clock.ts'
import { dataFolder } from '../data-folder/data-folder.ts'
import { inboxMessages } from '../inbox-messages/inbox-messages.ts'
import { instructions } from '../instructions/instructions.ts'
import type { Context, Use } from '../noun.ts'
import { reservations } from '../reservations/reservations.ts'
import { settings } from '../settings/settings.ts'
import { status } from '../status/status.ts'
import { storeHours } from '../store-hours/store-hours.ts'
import { tickets } from '../tickets/tickets.ts'
import { chainStatus } from './chain-status.ts'

/** The noun with simple ones in the place of those that it needs. */
function openNoun() {
  const clock = new FakeClock()
  const log = createRecordingLog()
  const sent: string[] = []
  const state = {
    ...{ hasLink: true, isAway: false, isShared: false },
    free: () => Promise.resolve(5_000_000),
  }
  const read = () => ({
    ...{ now: isoNow(clock), store: null, webhook: { lastEventAt: null }, relay: noRelay },
    poller: { state: 'waiting', lastOkAt: null, error: null },
    outbox: { pending: 0, needsPerson: 0, paused: null },
    ...{ inbox: { refusing: false }, backup: null },
  })
  function sendStatus(text: string): boolean {
    if (state.hasLink) sent.push(text)
    return state.hasLink
  }
  const apis = new Map<unknown, unknown>([
    [status, { current: read }],
    [
      tickets,
      {
        rail: () => ({ open: 1, late: 0, lastReceivedAt: null }),
        since: () => ['order-1'],
        priceOf: () => ({ receivedAt: isoNow(clock), total: 9_990 }),
      },
    ],
    [dataFolder, { free: () => state.free() }],
    [inboxMessages, { sendStatus }],
    [instructions, { outcomes: () => [] }],
    [reservations, { coversOf: () => 84 }],
    [storeHours, { view: () => ({ known: null, timeZone: 'UTC', unread: [], question: null }) }],
    [
      settings,
      {
        get current() {
          const { isShared: chainFigures } = state
          return { chainInstructions: true, chainFigures, businessDayBorder: '04:00' }
        },
      },
    ],
  ])
  const noun = chainStatus.create(
    contextOf({
      ...{ clock, log, storeZone: () => 'UTC', timeZone: () => 'UTC', countryCode: () => 'CL' },
      storeMove: {
        get isAway() {
          return state.isAway
        },
      } as Context['storeMove'],
      use: ((other: unknown) => apis.get(other)) as Use,
    }),
  )
  return {
    ...{ clock, log, sent, state },
    connect: () => noun.listens['relay.connected'](),
    settle: () => noun.listens['instruction.settled'](),
    close: () => noun.close(),
    last: () => JSON.parse(sent.at(-1) ?? '{}') as Partial<StoreStatus>,
    freeMb: () =>
      sent.map((text) => (JSON.parse(text) as { diskFreeMb: number | null }).diskFreeMb),
  }
}

test('a status at each connection, and every 30 seconds from the last one on', async () => {
  const { clock, sent, connect } = openNoun()
  await clock.advance(2 * statusEveryMs)
  expect(sent).toHaveLength(0)
  connect()
  await clock.advance(statusEveryMs - 1)
  expect(sent).toHaveLength(1)
  connect()
  await clock.advance(statusEveryMs - 1)
  expect(sent).toHaveLength(2)
  await clock.advance(1 + 9 * statusEveryMs)
  expect(sent).toHaveLength(12)
})

test('a status at once when it is known what became of an instruction', async () => {
  const { clock, sent, connect, settle } = openNoun()
  connect()
  await clock.advance(1)
  settle()
  await clock.advance(1)
  expect(sent).toHaveLength(2)
  await clock.advance(statusEveryMs - 2)
  expect(sent).toHaveLength(2)
  await clock.advance(1)
  expect(sent).toHaveLength(3)
})

test('without a connection it ends until the next one', async () => {
  const { clock, sent, state, connect } = openNoun()
  connect()
  await clock.advance(1)
  state.hasLink = false
  await clock.advance(statusEveryMs)
  expect(clock.waiting).toBe(0)
  state.hasLink = true
  await clock.advance(statusEveryMs)
  expect(sent).toHaveLength(1)
  connect()
  await clock.advance(1)
  expect(sent).toHaveLength(2)
})

test('nothing is sent while another computer has the kitchen, and again once it is back', async () => {
  const { clock, sent, state, connect } = openNoun()
  state.isAway = true
  connect()
  await clock.advance(3 * statusEveryMs)
  expect(sent).toHaveLength(0)
  state.isAway = false
  await clock.advance(statusEveryMs)
  expect(sent).toHaveLength(1)
})

test('a disk that hangs or fails only leaves out its free space', async () => {
  const { clock, state, connect, freeMb } = openNoun()
  const asked: (() => void)[] = []
  connect()
  await clock.advance(1)
  state.free = () => new Promise((resolve) => asked.push(() => resolve(7_000_000)))
  await clock.advance(3 * statusEveryMs)
  expect(asked).toHaveLength(1)
  expect(freeMb()).toEqual([5, null, null])
  asked[0]?.()
  state.free = () => Promise.reject(new Error('gone'))
  await clock.advance(statusEveryMs)
  expect(freeMb()).toEqual([5, null, null, 7, null])
})

test('a host that closes meanwhile sends nothing', async () => {
  const { clock, log, sent, connect, close } = openNoun()
  connect()
  close()
  await clock.advance(2 * statusEveryMs)
  connect()
  await clock.advance(2 * statusEveryMs)
  expect(sent).toHaveLength(0)
  expect(clock.waiting).toBe(0)
  expect(log.text()).toBe('')
})

test('sales and covers leave the store only while its people share them', async () => {
  const { clock, state, connect, last } = openNoun()
  connect()
  await clock.advance(1)
  expect(last()).toMatchObject({ salesToday: null, coversToday: null })
  state.isShared = true
  await clock.advance(statusEveryMs)
  expect(last()).toMatchObject({
    salesToday: { amount: 9_990, currency: 'CLP' },
    coversToday: 84,
  })
  state.isShared = false
  await clock.advance(statusEveryMs)
  expect(last()).toMatchObject({ salesToday: null, coversToday: null })
})
