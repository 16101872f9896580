import { expect, test } from 'vitest'
import { valueOfOk } from '#test/support/reservations.ts'
import { FakeClock } from '#test/support/fake-clock.ts'
import { openTestStore } from '#test/support/kitchen.ts'
import { tries } from '#test/support/tries.ts'

const many = tries(60, 120, 120)

test.each(['the platform is back', 'the host starts again and the platform is back'])(
  'many waiting bumps, %s: each is confirmed once, and screens are notified in several messages',
  async (how) => {
    const clock = new FakeClock(new Date().toISOString())
    const store = await openTestStore({ clock })
    store.practice.setReceiver(store.host.webhookUrl)
    const ids: string[] = []
    for (let nth = 0; nth < many; nth++)
      ids.push((await store.practice.placeOrder({ deliveryType: 'go', isScheduled: false }))._id)
    const tickets = async () => valueOfOk(await store.call('tickets.list', {})).tickets
    await expect.poll(async () => (await tickets()).length).toBeGreaterThanOrEqual(many)
    store.practice.misbehave({ path: 'preparation-ready', kind: 'status', status: 429 })
    for (const id of ids)
      valueOfOk(await store.call('tickets.markReady', { ticketId: id, tapId: id }))
    // The taps themselves are sent in one message.
    await clock.advance(0)
    // All are due again at the same time.
    clock.sleep(3 * 3_600_000)
    if (how !== 'the platform is back') await store.restart()
    store.practice.behave()
    store.events.length = 0
    const waiting = async () => valueOfOk(await store.call('status.get', {})).outbox.pending
    await expect
      .poll(
        async () => {
          await clock.advance(1_000)
          return waiting()
        },
        { interval: 5 },
      )
      .toBe(0)
    const reported = store.practice
      .effects()
      .filter(({ operation }) => operation === 'preparation-ready')
      .map(({ count }) => count)
    expect(reported).toEqual(Array<number>(many).fill(1))
    const chunks = store.events.flatMap((event) =>
      event.type === 'tickets.changed' ? [event.tickets.length] : [],
    )
    expect(Math.max(...chunks)).toBeLessThan(40)
  },
)
