import { describe, expect, test } from 'vitest'
import {
  becomes,
  change,
  dropCouponRequests,
  decide,
  openCoupons,
  read,
  updates,
  welcome,
} from '#test/support/coupons.ts'

const put = { path: '/ecommerce/coupons/', method: 'PUT' } as const
const ten = { percentageOff: 10 }
const twelve = { percentageOff: 12 }

describe('without a line', () => {
  async function queue() {
    const opened = await openCoupons()
    const { store, clock } = opened
    dropCouponRequests(store)
    await change(store, welcome, ten, twelve)
    await change(store, welcome, { name: 'Bienvenida' }, { name: 'Hola' })
    await clock.advance(30_000)
    await becomes(store, clock, welcome, 'queued')
    return opened
  }

  test('a change waits, takes in a newer one, outlives a restart, and goes as one', async () => {
    const { store, clock } = await queue()
    await store.restart()
    const { change: waits, values } = await read(store, welcome)
    expect(waits).toMatchObject({ changed: { ...twelve, name: 'Hola' }, meanwhile: {} })
    expect(values).toMatchObject({ percentageOff: 10, name: 'Bienvenida' })
    store.practice.behave()
    await becomes(store, clock, welcome, null)
    expect(updates(store, welcome)).toBe(1)
    expect((await read(store, welcome)).values).toMatchObject({ ...twelve, name: 'Hola' })
  })

  test('a change that is reverted field by field ends', async () => {
    const { store, clock } = await queue()
    await change(store, welcome, { name: 'Hola' }, { name: 'Bienvenida' })
    expect((await read(store, welcome)).change?.changed).toEqual(twelve)
    await change(store, welcome, twelve, ten)
    expect((await read(store, welcome)).change).toBeNull()
    store.practice.behave()
    await clock.advance(30_000)
    expect(updates(store, welcome)).toBe(0)
  })

  test('a change that is discarded is not sent', async () => {
    const { store, clock } = await queue()
    await decide(store, welcome, 'dismiss')
    store.practice.behave()
    await clock.advance(30_000)
    expect((await read(store, welcome)).change).toBeNull()
    expect(updates(store, welcome)).toBe(0)
  })
})

test('an end of the app in the middle of sending is settled by reading', async () => {
  const { store, clock } = await openCoupons()
  store.practice.misbehave({ ...put, kind: 'delay', milliseconds: 60_000, times: 1 })
  await change(store, welcome, ten, twelve)
  await becomes(store, clock, welcome, 'sending')
  // The fault is used up, so the update itself was sent, and not only the read before it.
  await expect
    .poll(
      async () => (await (await fetch(`${store.practice.control}control/state`)).json()) as object,
    )
    .toMatchObject({ faults: [expect.stringContaining('orders')] })
  const restarted = store.restart()
  await clock.advance(3_000)
  await restarted
  await becomes(store, clock, welcome, 'unknown')
  await becomes(store, clock, welcome, null)
  expect(updates(store, welcome)).toBe(1)
  expect((await read(store, welcome)).values).toMatchObject(twelve)
})

test('a token that is refused holds it up, and nothing is lost', async () => {
  const { store, clock } = await openCoupons()
  store.practice.misbehave({ path: '', kind: 'status', status: 401 })
  await change(store, welcome, ten, twelve)
  await expect
    .poll(async () => {
      await clock.advance(500)
      return store.call('status.get', {})
    })
    .toMatchObject({ value: { outbox: { pending: 1, paused: { code: 'unauthorised' } } } })
  store.practice.behave()
  await store.call('connection.resume', {})
  await becomes(store, clock, welcome, null)
  expect(updates(store, welcome)).toBe(1)
})
