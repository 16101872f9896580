import { describe, expect, test } from 'vitest'
import type { Status } from '#contract/status/status.ts'
import { redateFacts } from '#domain/tickets/order-facts.ts'
import { FakeClock } from '#test/support/fake-clock.ts'
import { openTestStore, type TestStore } from '#test/support/kitchen.ts'
import { orderEvent } from '#test/support/order-event.ts'
import { advanceUntil, board, burger, set, stateOf } from '#test/support/stock-board.ts'
import { ticketStoreOf } from '#test/support/order-store.ts'
import { openStore } from '../db/open-store.ts'
import { tables } from '../nouns.ts'

const hour = 3_600_000
/** Noon in Santiago, by the platform's clock. */
const noon = Date.parse('2026-11-20T15:00:00.000Z')

/** A store whose machine's clock is this far ahead of the platform's. */
async function openAhead(ms: number) {
  const clock = new FakeClock(new Date(noon + ms).toISOString())
  const platformNow = (): number => noon + clock.monotonic()
  const store = await openTestStore({ clock, list: true, platformNow })
  return { store, clock, platformNow }
}

async function statusOf(store: TestStore): Promise<Status> {
  const answer = await store.call('status.get', {})
  if (!answer.ok) throw new Error(answer.error.code)
  return answer.value
}

/** Advances the clock until the order list has shown an order. */
const isSeen = (store: TestStore, clock: FakeClock, id: string) =>
  expect
    .poll(async () => {
      await clock.advance(1_000)
      return (await store.ticket(id))?.id
    })
    .toBe(id)

describe.each([23 * hour, -23 * hour, 11 * 60_000])(
  'a machine whose clock is %i ms ahead',
  (ms) => {
    test('sees every order of the list, and says what time it is', async () => {
      const { store, clock, platformNow } = await openAhead(ms)
      for (let nth = 0; nth < 5; nth++) {
        const { _id } = await store.practice.placeOrder()
        await isSeen(store, clock, _id)
      }
      const { now, skewMs, poller } = await statusOf(store)
      expect(Math.abs(Date.parse(now) - platformNow())).toBeLessThan(2_000)
      expect(Math.abs((skewMs ?? 0) + ms)).toBeLessThan(2_000)
      expect(poller.state).toBe('fresh')
      expect(Date.parse(poller.lastOkAt ?? '')).toBeLessThanOrEqual(platformNow() + 2_000)
    })

    test('sells out until the hour that was meant', async () => {
      const { store, clock, platformNow } = await openAhead(ms)
      store.practice.setReceiver(store.host.webhookUrl)
      await expect.poll(async () => (await board(store)).items.length).toBeGreaterThan(0)
      await expect.poll(async () => (await statusOf(store)).skewMs).not.toBeNull()
      await set(store, [burger], { kind: 'out', until: { kind: 'hours', hours: 4 } })
      const meant = platformNow() + 4 * hour
      await advanceUntil(store, clock, burger, 'confirmed')
      const held = store.practice.stock().find((each) => each.productExternalId === 'P101')
      expect(held).toMatchObject({ stock: 0 })
      expect(Math.abs(Date.parse(held?.untilDate ?? '') - meant)).toBeLessThan(5_000)
      expect((await stateOf(store, burger))?.until).toBe(held?.untilDate)
    })
  },
)

describe('an event from the future', () => {
  /** A store that knows the platform's clock, and a function that sends order A1 by an event. */
  async function openNotification() {
    const { store, clock, platformNow } = await openAhead(0)
    await expect.poll(async () => (await statusOf(store)).skewMs).not.toBeNull()
    const tell = (nth: number, date: string, orderStatus: string) => {
      const body = orderEvent(
        'order-created-pickup',
        { eventId: `evt-${nth}`, orderId: 'A1', code: 'A1', date },
        { orderStatus, createdAt: new Date(platformNow()).toISOString() },
      )
      return store.post({ ...body, storeId: store.practice.storeId })
    }
    const soon = (ms: number): string => new Date(platformNow() + ms).toISOString()
    return { store, clock, tell, soon }
  }

  test('does not freeze its order: its later cancellation shows', async () => {
    const { store, clock, tell, soon } = await openNotification()
    await tell(1, '2099-01-01T00:00:00.000Z', 'pending')
    await expect.poll(async () => (await store.ticket('A1'))?.stage).toBe('new')
    await clock.advance(60_000)
    await tell(2, soon(0), 'cancelled')
    await expect.poll(async () => (await store.ticket('A1'))?.stage).toBe('cancelled')
  })

  test('an event between them does not freeze it either', async () => {
    const { store, clock, tell, soon } = await openNotification()
    await tell(1, soon(0), 'pending')
    await clock.advance(60_000)
    await tell(2, '2099-01-01T00:00:00.000Z', 'pending')
    await clock.advance(60_000)
    await tell(3, soon(0), 'cancelled')
    await expect.poll(async () => (await store.ticket('A1'))?.stage).toBe('cancelled')
  })

  test('that an older version stored is replaced by the next message', async () => {
    const { store, clock, tell, soon } = await openNotification()
    await tell(1, soon(0), 'pending')
    await expect.poll(async () => (await store.ticket('A1'))?.stage).toBe('new')
    await store.host.close()
    const { db } = openStore(store.file, clock.now(), store.log, { tables })
    const orders = ticketStoreOf(
      db,
      () => null,
      () => clock.now(),
    )
    const row = orders.load('A1')
    if (row === null) throw new Error('no order')
    const facts = redateFacts(row.known, () => '2099-01-01T00:00:00.000Z')
    db.transact(() => orders.save({ ...row, known: facts }, orders.ticket(row)))
    db.close()
    await store.restart()
    await expect.poll(async () => (await statusOf(store)).skewMs).not.toBeNull()
    expect((await store.ticket('A1'))?.stage).toBe('new')
    await clock.advance(60_000)
    await tell(2, soon(0), 'cancelled')
    await expect.poll(async () => (await store.ticket('A1'))?.stage).toBe('cancelled')
  })

  test('of a few minutes counts with its own date', async () => {
    const { store, clock, tell, soon } = await openNotification()
    await tell(1, soon(9 * 60_000), 'cancelled')
    await expect.poll(async () => (await store.ticket('A1'))?.stage).toBe('cancelled')
    await clock.advance(60_000)
    await tell(2, soon(0), 'pending')
    await expect
      .poll(async () => (await store.call('tickets.get', { ticketId: 'A1' })).ok)
      .toBe(true)
    expect((await store.ticket('A1'))?.stage).toBe('cancelled')
  })
})
