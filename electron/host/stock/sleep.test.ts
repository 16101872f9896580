import { expect, test } from 'vitest'
import type { StockAct } from '#contract/stock/stock.ts'
import { FakeClock } from '#test/support/fake-clock.ts'
import { openTestStore, type TestStore } from '#test/support/kitchen.ts'
import { board, burger, set, stockStateOf, updates } from '#test/support/stock-board.ts'

const hour = 3_600_000
/** How soon after waking everything due must be handled. */
const soon = 11_000

const twoHours: StockAct = { kind: 'out', until: { kind: 'hours', hours: 2 } }

const setBurger = (store: TestStore, act: StockAct) => set(store, [burger], act)

/** The burger's state in the last event; null if it is simply on sale. */
const shown = ({ events }: TestStore) =>
  events
    .filter((event) => event.type === 'stock.changed')
    .flatMap(({ states, gone }) => [
      ...states.filter(({ key }) => key === burger),
      ...(gone.includes(burger) ? [null] : []),
    ])
    .at(-1)

async function sending(store: TestStore): Promise<number> {
  const status = await store.call('status.get', {})
  if (!status.ok) throw new Error(status.error.code)
  return status.value.outbox.sending
}

/**
 * A store at noon in Santiago that has read its menu and time zone and receives the platform's
 * events.
 */
async function openStore() {
  const clock = new FakeClock('2026-11-20T15:00:00.000Z')
  const store = await openTestStore({ clock })
  store.practice.setReceiver(store.host.webhookUrl)
  await expect.poll(async () => (await board(store)).items.length).toBeGreaterThan(0)
  await expect.poll(async () => (await board(store)).timeZone).toBe('America/Santiago')
  const becomes = (deliveryLabel: string) =>
    expect
      .poll(
        async () => {
          await clock.advance(200)
          return stockStateOf(shown(store) ?? undefined)
        },
        { interval: 20 },
      )
      .toBe(deliveryLabel)
  return { store, clock, becomes }
}

// While the machine sleeps, the wall clock advances and no timer fires.

test('a time that passes in the sleep is over soon after waking', async () => {
  const { store, clock, becomes } = await openStore()
  await setBurger(store, twoHours)
  await becomes('confirmed')
  clock.sleep(3 * hour)
  await clock.advance(soon)
  expect(shown(store)).toBeNull()
  expect(store.log.text()).not.toContain('outbox not read')
})

test('an opening that passes in the sleep is asked about soon after waking', async () => {
  const { store, clock, becomes } = await openStore()
  await setBurger(store, { kind: 'out', until: { kind: 'notice' } })
  await becomes('confirmed')
  const { nextOpening } = await board(store)
  clock.sleep(Date.parse(nextOpening ?? '') - clock.now() + hour)
  await clock.advance(soon)
  expect((await board(store)).opening).toEqual({ at: nextOpening, keys: [burger] })
})

test('a FINISHED that did not come before the sleep is missed soon after waking', async () => {
  const { store, clock, becomes } = await openStore()
  store.practice.setReceiver(null)
  await setBurger(store, { kind: 'out', until: { kind: 'notice' } })
  await becomes('accepted')
  clock.sleep(hour)
  await clock.advance(soon)
  expect(shown(store)).toMatchObject({ delivery: { state: 'unknown', reason: 'not-finished' } })
})

test.each([-3 * hour, -26 * hour])(
  'a FINISHED that never comes is missed in time, though the clock is set by %i ms',
  async (jump) => {
    const { store, clock, becomes } = await openStore()
    store.practice.setReceiver(null)
    await setBurger(store, { kind: 'out', until: { kind: 'notice' } })
    await becomes('accepted')
    clock.jump(jump)
    await clock.advance(3 * 60_000)
    expect(shown(store)).toMatchObject({ delivery: { state: 'unknown', reason: 'not-finished' } })
  },
)

test.each<[string, StockAct, object | null]>([
  ['a time that is over', twoHours, null],
  [
    'a count that is too old',
    { kind: 'count', left: 5 },
    { delivery: { state: 'expired' }, left: 5 },
  ],
])('%s when the machine wakes is not sent, though its turn comes first', async (...row) => {
  const [, act, after] = row
  const { store, clock } = await openStore()
  store.practice.misbehave({ path: 'updateStock', kind: 'status', status: 429 })
  await setBurger(store, act)
  await expect.poll(() => store.log.text()).toContain('outbox attempt failed')
  store.practice.behave()
  // The next attempt is due in a second, the next housekeeping run only several seconds later.
  clock.sleep(3 * hour)
  await clock.advance(10 * 60_000)
  await expect.poll(() => sending(store)).toBe(0)
  await store.practice.eventsSettled()
  expect(updates(store)).toEqual([])
  if (after === null) expect(shown(store)).toBeNull()
  else expect(shown(store)).toMatchObject(after)
})

// The same while awake, for an end that wasn't known at the last check.

test('a time is over on time though the platform never confirmed it', async () => {
  const { store, clock, becomes } = await openStore()
  store.practice.setReceiver(null)
  await setBurger(store, { kind: 'out', until: { kind: 'time', time: '12:05' } })
  await becomes('accepted')
  await clock.advance(6 * 60_000)
  expect(shown(store)).toBeNull()
})

test('a time that another system set is over on time', async () => {
  const { store, clock, becomes } = await openStore()
  store.practice.updateStockElsewhere({
    type: 'product',
    storeId: store.practice.storeId,
    productId: 'P101',
    stock: 0,
    untilDate: '2026-11-20T15:05:00.000Z',
  })
  await becomes('elsewhere')
  await clock.advance(6 * 60_000)
  expect(shown(store)).toBeNull()
})

test('nothing is due any more once the store is closed, whatever answer comes meanwhile', async () => {
  const { store, clock } = await openStore()
  store.practice.misbehave({ path: 'updateStock', kind: 'delay', milliseconds: 300 })
  await setBurger(store, { kind: 'out', until: { kind: 'notice' } })
  await expect.poll(() => sending(store)).toBe(1)
  await store.host.close()
  // A check on the closed database would throw.
  await clock.leap(hour)
})
