import { expect, test } from 'vitest'
import { deliveryChoices, type DeliveryChoice } from '#contract/deliveries/delivery.ts'
import { valueOfOk } from '#test/support/reservations.ts'
import { FakeClock } from '#test/support/fake-clock.ts'
import { busy, lost, openGoBetween, type Answer } from '#test/support/go-between.ts'
import { openTestStore } from '#test/support/kitchen.ts'

// A person's decision about an order of the sales channel while its request is in flight.

/** A store whose channel holds the first request until the test answers it. */
async function completing() {
  const between = await openGoBetween()
  const { next, times } = between.hold({ fits: (path) => path.includes('complete-order'), max: 1 })
  const { origin } = new URL(between.connection.v3Url)
  const clock = new FakeClock()
  const store = await openTestStore({
    clock,
    between,
    reach: ({ tabs }) => ({ tabsUrl: `${origin}${new URL(tabs).pathname}` }),
  })
  let taps = 0
  const complete = () =>
    store.call('channelOrders.complete', {
      tapId: `tap-${String(++taps)}`,
      integrationOrderId: 'web-1001',
      ticket: null,
    })
  const { subject } = valueOfOk(await complete())
  const request = await next()
  return {
    times,
    answers: request.answer,
    clock,
    complete,
    decide: (choice: DeliveryChoice) =>
      store.call('deliveries.decide', { entries: [{ kind: 'complete-order', subject }], choice }),
    state: async () =>
      valueOfOk(await store.call('channelOrders.list', {})).orders[0]?.delivery.state,
  }
}

test.each<[string, Answer | undefined, string, string]>([
  ['refused for now', busy, 'queued', 'confirmed'],
  ['without an answer', lost, 'unknown', 'unknown'],
  ['taken', undefined, 'confirmed', 'confirmed'],
])(
  'while it is being sent it accepts no other command and is sent once: %s',
  async (_what, so, then, after) => {
    const { complete, decide, state, clock, answers, times } = await completing()
    expect(valueOfOk(await complete()).delivery.state).toBe('sending')
    for (const choice of deliveryChoices)
      expect(await decide(choice)).toMatchObject({ error: { code: 'too-late' } })
    await answers(so)
    await expect.poll(state).toBe(then)
    await clock.advance(60_000)
    await expect.poll(state).toBe(after)
    expect(times()).toBe(so === busy ? 2 : 1)
  },
)

test('rejected for now and dismissed, it is not sent again', async () => {
  const { decide, state, clock, answers, times } = await completing()
  await answers(busy)
  await expect.poll(state).toBe('queued')
  valueOfOk(await decide('dismiss'))
  await clock.advance(60_000)
  expect(await state()).toBe('withdrawn')
  expect(times()).toBe(1)
})
