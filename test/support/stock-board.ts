import { expect } from 'vitest'
import { needsDecision, type DeliveryChoice } from '#contract/deliveries/delivery.ts'
import type { StockAct, StockBoard, StockHistoryEntry, StockState } from '#contract/stock/stock.ts'
import { FakeClock } from './fake-clock.ts'
import { openTestStore, type TestStore } from './kitchen.ts'

export const notice: StockAct = { kind: 'out', until: { kind: 'notice' } }
export const backOnSale: StockAct = { kind: 'back' }
/** A product of the practice menu that is on sale at first. */
export const burger = 'product:P101'

let taps = 0
export const set = (
  store: TestStore,
  keys: string[],
  act: StockAct,
  tapId = `tap-${String(++taps)}`,
) => store.call('stock.set', { tapId, keys, act })

export async function board(store: TestStore): Promise<StockBoard> {
  const answer = await store.call('stock.board', {})
  if (!answer.ok) throw new Error(answer.error.code)
  return answer.value
}

export const stateOf = async (store: TestStore, key: string): Promise<StockState | undefined> =>
  (await board(store)).states.find((state) => state.key === key)

/** The history of an item for a day, newest first. */
export async function historyOf(store: TestStore, key: string): Promise<StockHistoryEntry[]> {
  const answer = await store.call('stock.history', { days: 1 })
  if (!answer.ok) throw new Error(answer.error.code)
  return answer.value.filter((entry) => entry.key === key)
}

/** A store whose menu and time zone are read, and that receives the platform's events. */
export async function openStore(
  clock = new FakeClock(new Date().toISOString()),
  platformNow = (): number => clock.now(),
  more: Parameters<typeof openTestStore>[0] = {},
) {
  const store = await openTestStore({ clock, platformNow, ...more })
  store.practice.setReceiver(store.host.webhookUrl)
  await expect.poll(async () => (await board(store)).items.length).toBeGreaterThan(0)
  await expect.poll(async () => (await board(store)).timeZone).toBe('America/Santiago')
  return { store, clock }
}

/**
 * Who reported the item's state, or the delivery state of a change made here; `undecided` if a
 * person must decide.
 */
export function stockStateOf(state: StockState | undefined): string | undefined {
  if (state?.delivery == null) return state?.source
  const { delivery } = state
  return delivery.state === 'unknown' && needsDecision(delivery) ? 'undecided' : delivery.state
}

export const decide = (store: TestStore, keys: string[], choice: DeliveryChoice) =>
  store.call('deliveries.decide', {
    entries: keys.map((subject) => ({ kind: 'stock', subject })),
    choice,
  })

/** Advances the clock until an item has this state. */
export const advanceUntil = (store: TestStore, clock: FakeClock, key: string, state: string) =>
  expect
    .poll(
      async () => {
        await clock.advance(200)
        return stockStateOf(await stateOf(store, key))
      },
      { interval: 20 },
    )
    .toBe(state)

/** The effect of each change that the platform accepted, by either operation. */
export const updates = (store: TestStore) =>
  store.practice
    .effects()
    .filter(({ operation }) => operation === 'update-stock' || operation === 'out-of-stock')

/** What the platform has of a product, by its external id. */
export const platformStock = (store: TestStore, id: string) =>
  store.practice.stock().find((each) => each.productExternalId === id)
