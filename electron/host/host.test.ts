import { describe, expect, test } from 'vitest'
import { needsDecision, type DeliveryChoice } from '#contract/deliveries/delivery.ts'
import type { OutboxStatus } from '#contract/status/status.ts'
import type { Ticket } from '#contract/tickets/ticket.ts'
import { FakeClock } from '#test/support/fake-clock.ts'
import { openTestStore, type TestStore } from '#test/support/kitchen.ts'

/** A store with one order on the wall and the test's clock. */
async function withOrder(): Promise<{ store: TestStore; clock: FakeClock; id: string }> {
  const clock = new FakeClock(new Date().toISOString())
  const store = await openTestStore({ clock })
  store.practice.setReceiver(store.host.webhookUrl)
  const { _id: id } = await store.practice.placeOrder({ deliveryType: 'go', isScheduled: false })
  await expect.poll(() => store.ticket(id)).toMatchObject({ stage: 'new' })
  return { store, clock, id }
}

const markReady = (store: TestStore, ticketId: string, tapId = `tap-${ticketId}`) =>
  store.call('tickets.markReady', { ticketId, tapId })

const reported = (store: TestStore): number =>
  store.practice
    .effects()
    .filter(({ operation }) => operation === 'preparation-ready')
    .reduce((sum, { count }) => sum + count, 0)

async function outboxOf(store: TestStore): Promise<OutboxStatus> {
  const status = await store.call('status.get', {})
  if (!status.ok) throw new Error('no status')
  return status.value.outbox
}

const decide = (store: TestStore, ids: readonly string[], choice: DeliveryChoice) =>
  store.call('deliveries.decide', {
    entries: ids.map((subject) => ({ kind: 'preparation-ready' as const, subject })),
    choice,
  })

/** The state of a bump; `?` if a person has to decide. */
function deliveryText(ticket: Ticket | undefined): string | undefined {
  const delivery = ticket?.bump?.delivery
  if (delivery === undefined) return undefined
  return delivery.undoUntil === undefined
    ? `${delivery.state}${needsDecision(delivery) ? '?' : ''}`
    : 'undoable'
}

/** Advances the clock until the bump is in `state`. */
async function until(
  store: TestStore,
  clock: FakeClock,
  id: string,
  state: string,
): Promise<Ticket> {
  await expect
    .poll(
      async () => {
        await clock.advance(1_000)
        return deliveryText(await store.ticket(id))
      },
      { interval: 5 },
    )
    .toBe(state)
  const ticket = await store.ticket(id)
  if (ticket === undefined) throw new Error('gone')
  return ticket
}

describe('a bump', () => {
  test('waits for its undo, is sent once and confirmed', async () => {
    const { store, clock, id } = await withOrder()
    expect(await markReady(store, id)).toEqual({ ok: true, value: null })
    expect(await store.ticket(id)).toMatchObject({
      stage: 'ready',
      bump: { delivery: { state: 'queued', undoUntil: expect.any(String) as string } },
    })
    await clock.advance(7_900)
    expect(reported(store)).toBe(0)
    await until(store, clock, id, 'confirmed')
    expect(reported(store)).toBe(1)
  })

  test('undone, nothing is sent; bumped again, it is', async () => {
    const { store, clock, id } = await withOrder()
    await markReady(store, id, 'one')
    expect(await store.call('tickets.undo', { ticketId: id })).toEqual({ ok: true, value: null })
    await clock.advance(60_000)
    expect(reported(store)).toBe(0)
    expect(await store.ticket(id)).toMatchObject({ stage: 'new', bump: null })
    await markReady(store, id, 'two')
    await until(store, clock, id, 'confirmed')
    expect(reported(store)).toBe(1)
    expect(await store.call('tickets.undo', { ticketId: id })).toMatchObject({
      error: { code: 'too-late' },
    })
  })

  test('a repeated message of the same tap, or a second tap, does nothing more', async () => {
    const { store, clock, id } = await withOrder()
    await markReady(store, id, 'one')
    await markReady(store, id, 'one')
    await markReady(store, id, 'two')
    await until(store, clock, id, 'confirmed')
    await markReady(store, id, 'one')
    expect(reported(store)).toBe(1)
  })

  test('a tap that was undone stays undone when its message comes again', async () => {
    const { store, clock, id } = await withOrder()
    await markReady(store, id, 'one')
    await store.call('tickets.undo', { ticketId: id })
    await markReady(store, id, 'one')
    await clock.advance(60_000)
    expect(reported(store)).toBe(0)
  })

  test('recalled after it was confirmed and bumped again, nothing is sent a second time', async () => {
    const { store, clock, id } = await withOrder()
    await markReady(store, id, 'one')
    await until(store, clock, id, 'confirmed')
    expect(await store.call('tickets.recall', { ticketId: id })).toMatchObject({ ok: true })
    expect(await store.ticket(id)).toMatchObject({
      stage: 'new',
      recalledAt: expect.any(String) as string,
    })
    await markReady(store, id, 'two')
    await until(store, clock, id, 'confirmed')
    expect(reported(store)).toBe(1)
  })

  test('is dropped when the order is cancelled meanwhile, and the cancellation is acknowledged', async () => {
    const { store, clock, id } = await withOrder()
    await markReady(store, id)
    await store.practice.cancelOrder(id, 'Sin stock')
    await expect.poll(() => store.ticket(id)).toMatchObject({ stage: 'cancelled' })
    await clock.advance(60_000)
    expect(reported(store)).toBe(0)
    expect((await store.ticket(id))?.cancellation).not.toBeNull()
    await store.call('tickets.acknowledge', { ticketId: id })
    const snapshot = await store.call('tickets.list', {})
    expect(snapshot.ok && snapshot.value.tickets).toEqual([])
  })

  test('comes back when the order changes after it', async () => {
    const { store, clock, id } = await withOrder()
    await markReady(store, id)
    await store.practice.changeOrder(id, { kind: 'add' })
    await expect.poll(async () => (await store.ticket(id))?.stage).toBe('new')
    expect((await store.ticket(id))?.changes).toMatchObject([{ kind: 'added', before: 0 }])
    await clock.advance(60_000)
    expect(reported(store)).toBe(0)
  })
})

describe('the platform in trouble', () => {
  test('unreachable: kept, over a restart, and confirmed once it is back', async () => {
    const { store, clock, id } = await withOrder()
    store.practice.misbehave({ path: 'preparation-ready', kind: 'status', status: 429 })
    await markReady(store, id)
    await until(store, clock, id, 'queued')
    await store.restart()
    expect(await store.ticket(id)).toMatchObject({ stage: 'ready' })
    expect(deliveryText(await store.ticket(id))).toBe('queued')
    store.practice.behave()
    await until(store, clock, id, 'confirmed')
    expect(reported(store)).toBe(1)
  })

  test('it does the work and drops the answer: unknown, repeated, confirmed', async () => {
    const { store, clock, id } = await withOrder()
    store.practice.misbehave({ path: 'preparation-ready', kind: 'drop-after-effect', times: 2 })
    await markReady(store, id)
    await until(store, clock, id, 'unknown')
    expect(reported(store)).toBe(1)
    await until(store, clock, id, 'confirmed')
    expect(reported(store)).toBe(3)
  })

  test('it never answers: a person decides, to send again', async () => {
    const { store, clock, id } = await withOrder()
    store.practice.misbehave({ path: 'preparation-ready', kind: 'drop-after-effect' })
    await markReady(store, id)
    await until(store, clock, id, 'unknown?')
    expect(reported(store)).toBe(6)
    store.practice.behave()
    expect(await decide(store, [id], 'retry')).toEqual({ ok: true, value: 1 })
    await until(store, clock, id, 'confirmed')
  })

  test('it never answered about many: one decision resends the undecided ones, and no others', async () => {
    const { store, clock, id } = await withOrder()
    const { _id: other } = await store.practice.placeOrder({ isScheduled: false })
    const { _id: open } = await store.practice.placeOrder({ isScheduled: false })
    await expect.poll(() => store.ticket(open)).toMatchObject({ stage: 'new' })
    store.practice.misbehave({ path: 'preparation-ready', kind: 'status', status: 400 })
    for (const each of [id, other]) await markReady(store, each)
    for (const each of [id, other]) await until(store, clock, each, 'refused?')
    store.practice.behave()
    const ids = [id, other, open, 'nobody']
    expect(await decide(store, ids, 'retry')).toEqual({ ok: true, value: 2 })
    for (const each of [id, other]) await until(store, clock, each, 'confirmed')
    expect(await decide(store, ids, 'retry')).toMatchObject({ error: { code: 'too-late' } })
    expect(reported(store)).toBe(2)
    const tooMany = Array.from({ length: 201 }, String)
    expect(await decide(store, tooMany, 'mark-done')).toMatchObject({
      error: { code: 'bad-input' },
    })
  })

  test('it rejects: its message is shown, and a person decides that it is done', async () => {
    const { store, clock, id } = await withOrder()
    store.practice.misbehave({ path: 'preparation-ready', kind: 'status', status: 400 })
    await markReady(store, id)
    const refused = await until(store, clock, id, 'refused?')
    expect(refused.bump?.delivery.message).toMatch(/^400 ./)
    const status = await store.call('status.get', {})
    expect(status.ok && status.value.outbox).toMatchObject({ pending: 0, needsPerson: 1 })
    await decide(store, [id], 'mark-done')
    expect(await store.ticket(id)).toMatchObject({
      bump: { delivery: { state: 'confirmed', reason: 'by-person' } },
    })
    const snapshot = await store.call('tickets.list', {})
    expect(snapshot.ok && snapshot.value.tickets).toEqual([])
  })

  test('it did the work and answers 503, again and again: six times at most, then a person', async () => {
    const { store, clock, id } = await withOrder()
    const fault = { kind: 'status-after-effect', status: 503, retryAfterSeconds: 0 } as const
    store.practice.misbehave({ path: 'preparation-ready', ...fault })
    await markReady(store, id)
    await until(store, clock, id, 'unknown?')
    await clock.advance(3_600_000)
    expect(reported(store)).toBe(6)
  })

  test.each([401, 403])(
    '401, and %i by `/api/me`: everything waits and says so, and goes on when the token is good',
    async (status) => {
      const { store, clock, id } = await withOrder()
      store.practice.misbehave({ path: 'preparation-ready', kind: 'status', status: 401 })
      store.practice.misbehave({ path: '/api/me', kind: 'status', status })
      await markReady(store, id)
      await until(store, clock, id, 'queued')
      await expect
        .poll(() => outboxOf(store))
        .toMatchObject({
          pending: 1,
          paused: { code: 'unauthorised' },
        })
      store.practice.behave()
      await store.call('connection.resume', {})
      await until(store, clock, id, 'confirmed')
      expect(reported(store)).toBe(1)
    },
  )

  test('a token that is good again is noticed without anyone’s doing', async () => {
    const { store, clock, id } = await withOrder()
    store.practice.misbehave({ path: '', kind: 'status', status: 401 })
    await markReady(store, id)
    await until(store, clock, id, 'queued')
    await expect.poll(() => outboxOf(store)).toMatchObject({ paused: { code: 'unauthorised' } })
    store.practice.behave()
    await until(store, clock, id, 'confirmed')
  })

  test.each([401, 403])(
    '%i of one order, with a token that is good: its own refusal, and the others go on',
    async (status) => {
      const { store, clock, id } = await withOrder()
      const { _id: other } = await store.practice.placeOrder({ isScheduled: false })
      await expect.poll(() => store.ticket(other)).toMatchObject({ stage: 'new' })
      store.practice.misbehave({ path: id, kind: 'status', status })
      await markReady(store, id)
      await markReady(store, other)
      const refused = await until(store, clock, id, 'refused?')
      expect(refused.bump?.delivery.message).toBe(`${String(status)} The request has an error`)
      await until(store, clock, other, 'confirmed')
      expect(await outboxOf(store)).toMatchObject({ pending: 0, needsPerson: 1, paused: null })
      expect(reported(store)).toBe(1)
    },
  )

  test('401 without a verdict on the token: the entry stays queued, and is sent once the token is accepted', async () => {
    const { store, clock, id } = await withOrder()
    store.practice.misbehave({ path: id, kind: 'status', status: 401 })
    store.practice.misbehave({ path: '/api/me', kind: 'status', status: 503 })
    await markReady(store, id)
    await until(store, clock, id, 'queued')
    await clock.advance(60_000)
    await until(store, clock, id, 'queued')
    expect(await outboxOf(store)).toMatchObject({ pending: 1, needsPerson: 0, paused: null })
    store.practice.behave()
    await until(store, clock, id, 'confirmed')
    expect(reported(store)).toBe(1)
  })
})

describe('a clock that someone sets', () => {
  test.each([-86_400_000, 86_400_000])(
    'by %i ms neither hurries nor stalls a bump',
    async (jump) => {
      const { store, clock, id } = await withOrder()
      await markReady(store, id)
      await clock.advance(4_000)
      clock.jump(jump)
      await clock.advance(3_900)
      expect(reported(store)).toBe(0)
      await until(store, clock, id, 'confirmed')
      expect(reported(store)).toBe(1)
    },
  )
})

describe('the kitchen’s own marks', () => {
  test('a struck item is struck until it changes', async () => {
    const { store, id } = await withOrder()
    const item = (await store.ticket(id))?.items[0]
    if (item === undefined) throw new Error('no item')
    await store.call('tickets.setDone', {
      ticketId: id,
      itemKeys: [item.key],
      done: true,
      tapId: 't1',
    })
    expect((await store.ticket(id))?.items[0]?.struck).toBe(true)
    await store.practice.changeOrder(id, {
      kind: 'amount',
      itemId: item.key,
      amount: item.amount + 1,
    })
    await expect.poll(async () => (await store.ticket(id))?.items[0]?.struck).toBe(false)
    expect((await store.ticket(id))?.changes).toMatchObject([{ kind: 'amount' }])
    await store.call('tickets.acknowledge', { ticketId: id })
    expect((await store.ticket(id))?.changes).toEqual([])
  })

  test('revisions count up one by one', async () => {
    const { store, clock, id } = await withOrder()
    await markReady(store, id)
    await until(store, clock, id, 'confirmed')
    const revisions = store.events
      .filter((event) => event.type === 'tickets.changed')
      .map(({ revision }) => revision)
    expect(revisions.length).toBeGreaterThan(2)
    expect(revisions).toEqual(revisions.map((_, index) => (revisions[0] ?? 0) + index))
  })
})

describe('the order list', () => {
  test('adds orders and changes that no event sent', async () => {
    const store = await openTestStore({ list: true })
    const { _id: id } = await store.practice.placeOrder()
    await store.call('connection.resume', {})
    await expect.poll(() => store.ticket(id)).toMatchObject({ stage: 'new' })
    await store.practice.cancelOrder(id)
    await expect
      .poll(async () => {
        await store.call('connection.resume', {})
        return store.ticket(id)
      })
      .toMatchObject({ stage: 'cancelled' })
  })

  test('that does not exist is said to be so', async () => {
    const store = await openTestStore()
    await expect
      .poll(async () => {
        const status = await store.call('status.get', {})
        return status.ok && status.value.poller.state
      })
      .toBe('unsupported')
  })
})

describe('bad input', () => {
  test.each([
    ['tickets.burn', {}, 'bad-input'],
    ['__proto__', {}, 'bad-input'],
    ['tickets.undo', { ticketId: 7 }, 'bad-input'],
    ['tickets.undo', { ticketId: 'x', more: 1 }, 'bad-input'],
    ['tickets.undo', null, 'bad-input'],
    ['tickets.undo', { ticketId: 'nobody' }, 'not-found'],
    ['settings.change', { undoSeconds: -1 }, 'bad-input'],
    ['settings.change', { password: 'x' }, 'bad-input'],
  ])('%s %j', async (name, input, code) => {
    const store = await openTestStore()
    expect(await store.call(name as 'tickets.undo', input as { ticketId: string })).toMatchObject({
      ok: false,
      error: { code },
    })
  })

  test('a setting changes alone and survives a restart', async () => {
    const store = await openTestStore()
    await store.call('settings.change', { undoSeconds: 3 })
    await store.restart()
    const settings = await store.call('settings.get', {})
    expect(settings.ok && settings.value).toMatchObject({ undoSeconds: 3, amberShare: 0.75 })
  })
})
