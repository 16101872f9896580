import { expect, test } from 'vitest'
import { valueOfOk } from '#test/support/reservations.ts'
import { FakeClock } from '#test/support/fake-clock.ts'
import { openGoBetween, type Answer } from '#test/support/go-between.ts'
import { openTestStore } from '#test/support/kitchen.ts'

const refused: Answer = { status: 401, body: '{"message":"no"}' }
const busy: Answer = { status: 503, body: '{"message":"busy"}' }

test.each<[string, Answer | undefined]>([
  ['that the token is good', undefined],
  ['nothing', busy],
  ['what was so before', refused],
])(
  'who resumes a pause while the token is being asked after, which is answered %s, has what waits sent',
  async (_what, so) => {
    const clock = new FakeClock(new Date().toISOString())
    const between = await openGoBetween()
    const origin = new URL(between.connection.v3Url).origin
    const v1Url = `${origin}${new URL(between.practice.v1).pathname}`
    const store = await openTestStore({ clock, between, reach: () => ({ v1Url }) })
    store.practice.setReceiver(store.host.webhookUrl)
    const status = async () => valueOfOk(await store.call('status.get', {}))
    await expect.poll(async () => (await status()).storeSeen.state).toBe('seen')
    const { _id: id } = await store.practice.placeOrder({ deliveryType: 'go', isScheduled: false })
    await expect.poll(() => store.ticket(id)).toMatchObject({ stage: 'new' })
    const held = between.hold({
      fits: (path) => path.includes('preparation-ready') || path === '/api/me',
    })
    await store.call('tickets.markReady', { ticketId: id, tapId: 'tap' })
    await clock.advance(9_000)
    await (await held.next()).answer(refused)
    await (await held.next()).answer(refused)
    await expect.poll(async () => (await status()).outbox.paused).not.toBeNull()
    await clock.advance(61_000)
    const request = await held.next()
    valueOfOk(await store.call('connection.resume', {}))
    expect((await status()).outbox.paused).toBeNull()
    held.stop()
    await request.answer(so)
    await expect
      .poll(async () => {
        await clock.advance(100)
        return store.practice.effects().map(({ operation }) => operation)
      })
      .toEqual(['preparation-ready'])
    expect((await status()).outbox.paused).toBeNull()
  },
)
