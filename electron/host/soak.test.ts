import { expect, test } from 'vitest'
import { FakeClock } from '#test/support/fake-clock.ts'
import { openTestStore } from '#test/support/kitchen.ts'
import { liveMemory } from '#test/support/live-memory.ts'
import { counter, tap, valueOfOk } from '#test/support/reservations.ts'
import { notice, backOnSale, set } from '#test/support/stock-board.ts'

const second = 1_000
const minute = 60 * second
/** An order every ten seconds, as in a rush. */
const betweenOrders = 10 * second
/** The practice platform is in this process and remembers its orders: about 4 MB of this. */
const maxGrowth = 8 * 1024 * 1024

/** Node pipes the output of a worker's thread, which may run at one time and not at another. */
const ofThread = 4

/** Heap in use after a collection, and what listens or waits in this process. */
function measure(clock: FakeClock) {
  const emitters = [process, process.stdout, process.stderr]
  return {
    heap: liveMemory().heap,
    listeners: emitters.map((emitter) =>
      emitter.eventNames().reduce((sum, name) => sum + emitter.listenerCount(name), 0),
    ),
    timers: clock.waiting,
  }
}

test('two hours of rush leave the memory flat, and no timer or listener behind', async () => {
  const clock = new FakeClock('2026-11-24T18:00:00.000Z')
  const store = await openTestStore({ clock, list: true, processMs: 1 })
  store.practice.setReceiver(store.host.webhookUrl)
  await expect
    .poll(async () => valueOfOk(await store.call('stock.board', {})).items.length)
    .toBeGreaterThan(0)
  const open: string[] = []
  const warnings: string[] = []
  const onWarning = ({ name }: Error): void => void warnings.push(name)
  process.on('warning', onWarning)

  /** One order comes, and one that is ten orders old is bumped. */
  async function serve(): Promise<void> {
    const { _id } = await store.practice.placeOrder({ isScheduled: false })
    open.push(_id)
    const ready = open.length > 10 ? open.shift() : undefined
    if (ready !== undefined)
      await store.call('tickets.markReady', { ticketId: ready, tapId: tap() })
    await clock.advance(betweenOrders)
    store.events.length = 0
  }

  async function rush(minutes: number): Promise<void> {
    for (let passed = 0; passed < minutes * minute; passed += betweenOrders) await serve()
    await set(store, ['product:P101'], notice)
    await serve()
    await set(store, ['product:P101'], backOnSale)
    const time = { tapId: tap(), minutes: 20 + (open.length % 3) * 5, forMinutes: 30 }
    await store.call('preparationTime.set', time, counter)
    await serve()
  }

  for (let quarter = 0; quarter < 2; quarter += 1) await rush(15)
  const before = measure(clock)
  for (let quarter = 0; quarter < 6; quarter += 1) await rush(15)
  const after = measure(clock)
  process.off('warning', onWarning)

  expect(valueOfOk(await store.call('tickets.pace', {})).ready).toBeGreaterThan(600)
  expect(warnings).toEqual([])
  for (const [nth, count] of after.listeners.entries())
    expect(count).toBeLessThanOrEqual((before.listeners[nth] ?? 0) + ofThread)
  expect(after.timers).toBeLessThanOrEqual(before.timers + 2)
  expect(after.heap - before.heap).toBeLessThan(maxGrowth)
})
