import { expect, test } from 'vitest'
import { fail, ok } from '#contract/shared/result.ts'
import {
  becomes,
  change,
  decide,
  list,
  openCoupons,
  read,
  stateOf,
  updates,
  welcome,
} from '#test/support/coupons.ts'
import { busy, openGoBetween } from '#test/support/go-between.ts'

// Changes made while an earlier change of the same coupon is being sent, or may have been applied.

const ten = { percentageOff: 10 }
const twelve = { percentageOff: 12 }

test('while it is being sent it accepts no other command; rejected for now, a newer change is sent with it', async () => {
  const between = await openGoBetween()
  const { next, times } = between.hold({
    fits: (path) => path.startsWith('/ecommerce/coupons/'),
    max: 1,
  })
  const opened = await openCoupons(between)
  const { store, clock } = opened
  await change(store, welcome, ten, twelve)
  const request = await next()
  const name = [{ name: 'Bienvenida' }, { name: 'Hola' }] as const
  expect(await change(store, welcome, ...name)).toEqual(fail('too-late'))
  expect(await decide(store, welcome, 'dismiss')).toEqual(fail('too-late'))
  expect(await decide(store, welcome, 'retry')).toEqual(fail('too-late'))
  await request.answer(busy)
  await expect.poll(() => stateOf(store, welcome)).toBe('queued')
  expect(await change(store, welcome, ...name)).toEqual(ok(null))
  await becomes(store, clock, welcome, null)
  expect(times()).toBe(2)
  expect(updates(store, welcome)).toBe(1)
  expect((await read(store, welcome)).values).toMatchObject({ ...twelve, name: 'Hola' })
})

test('without an answer the coupon is read again before the change is dismissed: it may have taken effect', async () => {
  const opened = await openCoupons()
  const { store, clock } = opened
  const put = { path: '/ecommerce/coupons/', method: 'PUT' } as const
  store.practice.misbehave({ ...put, kind: 'drop-after-effect', times: 1 })
  await change(store, welcome, ten, twelve)
  await expect.poll(() => stateOf(store, welcome)).toBe('unknown')
  expect(await decide(store, welcome, 'dismiss')).toEqual(fail('too-late'))
  await becomes(store, clock, welcome, null)
  expect((await read(store, welcome)).values).toMatchObject(twelve)
})

test('a list that was asked for before a change, and comes after it, does not show the coupon as it was', async () => {
  const between = await openGoBetween()
  const { store, clock } = await openCoupons(between)
  const { v3Url, token } = between.connection
  const before = await fetch(`${v3Url}/ecommerce/coupons?page=1&limit=50`, {
    headers: { authorization: `Bearer ${token}` },
  })
  const body = await before.text()
  const held = between.hold({ fits: (path) => path === '/ecommerce/coupons', max: 1 })
  const listed = list(store)
  const request = await held.next()
  await clock.advance(1_000)
  await change(store, welcome, ten, twelve)
  await becomes(store, clock, welcome, null)
  await request.answer({ body })
  const { coupons } = await listed
  expect(coupons.find(({ id }) => id === welcome)?.values).toMatchObject(twelve)
  expect((await read(store, welcome)).values).toMatchObject(twelve)
})
