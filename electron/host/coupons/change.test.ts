import { describe, expect, test } from 'vitest'
import {
  becomes,
  change,
  dropCouponRequests,
  decide,
  list,
  openCoupons,
  read,
  stateOf,
  updates,
  welcome,
} from '#test/support/coupons.ts'

const put = { path: '/ecommerce/coupons/', method: 'PUT' } as const
const ten = { percentageOff: 10 }
const twelve = { percentageOff: 12 }

describe('a change', () => {
  test('is sent once with only the changed fields, and the coupon then shows the platform’s values', async () => {
    const { store, clock } = await openCoupons()
    expect(await change(store, welcome, ten, twelve, 'tap')).toEqual({ ok: true, value: null })
    // The same command again, as a screen sends it after its connection broke.
    expect(await change(store, welcome, ten, twelve, 'tap')).toEqual({ ok: true, value: null })
    await becomes(store, clock, welcome, null)
    expect(updates(store, welcome)).toBe(1)
    expect(await read(store, welcome)).toMatchObject({
      values: { percentageOff: 12, onlyForNewUsers: true },
    })
    expect(store.events).toContainEqual({ type: 'coupons.changed', couponIds: [welcome] })
    store.practice.changeCouponElsewhere(welcome, ten)
    await change(store, welcome, ten, twelve, 'tap')
    await clock.advance(5_000)
    await becomes(store, clock, welcome, null)
    expect(updates(store, welcome)).toBe(1)
  })

  test('clears fields that are set to empty', async () => {
    const { store, clock } = await openCoupons()
    const before = { maxRedemptionsPerUser: 1, percentageOff: 10 }
    await change(store, welcome, before, { maxRedemptionsPerUser: null })
    await becomes(store, clock, welcome, null)
    expect(updates(store, welcome)).toBe(1)
    expect((await read(store, welcome)).values).toMatchObject({
      maxRedemptionsPerUser: null,
      percentageOff: 10,
    })
  })

  test('finds a coupon that was renamed meanwhile', async () => {
    const { store, clock } = await openCoupons()
    const called = { name: 'Hola', code: 'HOLA', externalId: 'X-1' }
    store.practice.changeCouponElsewhere(welcome, called)
    await change(store, welcome, ten, twelve)
    await becomes(store, clock, welcome, 'refused conflict!')
    await decide(store, welcome, 'retry')
    await becomes(store, clock, welcome, null)
    expect((await read(store, welcome)).values).toMatchObject({ ...called, ...twelve })
  })

  test('that somebody else already made is not sent', async () => {
    const { store, clock } = await openCoupons()
    store.practice.changeCouponElsewhere(welcome, twelve)
    await change(store, welcome, ten, twelve)
    await becomes(store, clock, welcome, null)
    expect(updates(store, welcome)).toBe(0)
    expect((await read(store, welcome)).values).toMatchObject(twelve)
  })

  test.for<[string, Parameters<typeof change>[2], Parameters<typeof change>[3], string]>([
    ['nothing', {}, {}, 'changed: changes nothing'],
    ['no name', { name: 'Bienvenida' }, { name: ' ' }, 'name: must not be empty'],
    ['neither yes nor no', { active: true }, { active: null }, 'active: must be yes or no'],
    [
      'an end before its beginning',
      { endDate: null },
      { endDate: '2020-01-01T00:00:00.000Z' },
      'endDate: must be after fromDate',
    ],
  ])('to %s is not taken', async ([, before, changed, detail]) => {
    const { store } = await openCoupons()
    const answer = await change(store, welcome, before, changed)
    expect(answer).toEqual({ ok: false, error: { code: 'bad-input', detail } })
    expect((await read(store, welcome)).change).toBeNull()
  })

  test('refused by the platform waits for a person with its words; a better one takes its place', async () => {
    const { store, clock } = await openCoupons()
    store.practice.misbehave({ ...put, kind: 'status', status: 400, times: 1 })
    await change(store, welcome, ten, twelve)
    await becomes(store, clock, welcome, 'refused!')
    const { change: refused } = await read(store, welcome)
    expect(refused).toMatchObject({ changed: twelve, before: ten })
    expect(refused?.delivery.message).toContain('The request has an error')
    await change(store, welcome, ten, { percentageOff: 11 })
    await becomes(store, clock, welcome, null)
    expect((await read(store, welcome)).values.percentageOff).toBe(11)
    expect(updates(store, welcome)).toBe(1)
  })
})

describe('an answer that is lost', () => {
  test.for([
    ['after it took effect: reading says so', 'drop-after-effect'],
    ['halfway: reading says so', 'drop-in-answer'],
    ['before it took effect: reading says so, and it is sent again', 'drop-before-effect'],
  ] as const)('%s', async ([, kind]) => {
    const { store, clock } = await openCoupons()
    store.practice.misbehave({ ...put, kind, times: 1 })
    await change(store, welcome, ten, twelve)
    await becomes(store, clock, welcome, 'unknown')
    await becomes(store, clock, welcome, null)
    expect(updates(store, welcome)).toBe(1)
    expect((await read(store, welcome)).values).toMatchObject(twelve)
  })

  test('that a busy platform answers is checked by reading: it may have taken effect', async () => {
    const { store, clock } = await openCoupons()
    store.practice.misbehave({ ...put, kind: 'status', status: 503, times: 1 })
    await change(store, welcome, ten, twelve)
    await becomes(store, clock, welcome, 'unknown')
    await becomes(store, clock, welcome, null)
    expect(updates(store, welcome)).toBe(1)
  })

  test('that reading does not settle either waits for a person', async () => {
    const { store, clock } = await openCoupons()
    store.practice.misbehave({ ...put, kind: 'drop-after-effect', times: 1 })
    await change(store, welcome, ten, twelve)
    await becomes(store, clock, welcome, 'unknown')
    expect(await change(store, welcome, ten, { percentageOff: 13 })).toMatchObject({
      error: { code: 'too-late' },
    })
    dropCouponRequests(store)
    await expect
      .poll(async () => {
        await clock.advance(60_000)
        return stateOf(store, welcome)
      })
      .toBe('unknown!')
    store.practice.behave()
    await decide(store, welcome, 'retry')
    await becomes(store, clock, welcome, null)
    expect(updates(store, welcome)).toBe(1)
    expect((await read(store, welcome)).values).toMatchObject(twelve)
  })

  test('before it took effect, and somebody else came first, is a conflict', async () => {
    const { store, clock } = await openCoupons()
    store.practice.misbehave({ ...put, kind: 'drop-before-effect', times: 1 })
    await change(store, welcome, ten, twelve)
    await becomes(store, clock, welcome, 'unknown')
    store.practice.changeCouponElsewhere(welcome, { percentageOff: 15 })
    await becomes(store, clock, welcome, 'refused conflict!')
    expect(updates(store, welcome)).toBe(0)
  })
})

describe('a conflict', () => {
  async function meet() {
    const opened = await openCoupons()
    const { store, clock } = opened
    store.practice.changeCouponElsewhere(welcome, { percentageOff: 15, name: 'Hola' })
    await change(store, welcome, ten, twelve)
    await becomes(store, clock, welcome, 'refused conflict!')
    return opened
  }

  test('is sent only by a person, who sees what else has changed', async () => {
    const { store } = await meet()
    expect(updates(store, welcome)).toBe(0)
    const { change: met, values } = await read(store, welcome)
    expect(met).toEqual({
      changed: twelve,
      before: { ...ten, name: 'Bienvenida' },
      meanwhile: { percentageOff: 15, name: 'Hola' },
      delivery: {
        state: 'refused',
        reason: 'conflict',
        since: expect.any(String) as string,
        choices: ['retry', 'dismiss'],
      },
    })
    expect(values).toMatchObject({ percentageOff: 15, name: 'Hola' })
    const status = await store.call('status.get', {})
    expect(status).toMatchObject({ value: { outbox: { needsPerson: 1 } } })
    const listed = (await list(store)).coupons.find(({ id }) => id === welcome)
    expect(listed?.change).toEqual(met)
  })

  test('is one as well where somebody else has changed another field: nothing goes before it was seen', async () => {
    const { store, clock } = await openCoupons()
    store.practice.changeCouponElsewhere(welcome, { minimumOrderPrice: 4_000 })
    await change(store, welcome, ten, twelve)
    await becomes(store, clock, welcome, 'refused conflict!')
    expect(updates(store, welcome)).toBe(0)
    expect((await read(store, welcome)).change).toMatchObject({
      changed: twelve,
      before: { ...ten, minimumOrderPrice: null },
      meanwhile: { minimumOrderPrice: 4_000 },
    })
    await decide(store, welcome, 'retry')
    await becomes(store, clock, welcome, null)
    const both = { ...twelve, minimumOrderPrice: 4_000 }
    expect((await read(store, welcome)).values).toMatchObject(both)
  })

  test('is seen by another screen too: a list that reads another coupon notifies it', async () => {
    const { store } = await openCoupons()
    store.practice.changeCouponElsewhere(welcome, { name: 'Hola' })
    store.events.length = 0
    await list(store)
    await expect
      .poll(() => store.events)
      .toContainEqual({ type: 'coupons.changed', couponIds: [welcome] })
    store.events.length = 0
    await list(store)
    expect(store.events.filter(({ type }) => type === 'coupons.changed')).toEqual([])
  })

  test('is sent anyway, and leaves what others changed', async () => {
    const { store, clock } = await meet()
    await decide(store, welcome, 'retry')
    await becomes(store, clock, welcome, null)
    expect((await read(store, welcome)).values).toMatchObject({ ...twelve, name: 'Hola' })
    expect(updates(store, welcome)).toBe(1)
  })

  test('has nothing to send if the coupon already has the same values', async () => {
    const { store } = await meet()
    store.practice.changeCouponElsewhere(welcome, twelve)
    await list(store)
    await decide(store, welcome, 'retry')
    expect((await read(store, welcome)).change).toBeNull()
    expect(updates(store, welcome)).toBe(0)
  })

  test('is detected again if somebody else was faster again', async () => {
    const { store, clock } = await meet()
    store.practice.changeCouponElsewhere(welcome, { percentageOff: 16 })
    await decide(store, welcome, 'retry')
    await becomes(store, clock, welcome, 'refused conflict!')
    expect((await read(store, welcome)).change?.meanwhile).toEqual({ percentageOff: 16 })
  })

  test('is discarded, once', async () => {
    const { store, clock } = await meet()
    const discard = () => decide(store, welcome, 'dismiss')
    expect(await discard()).toEqual({ ok: true, value: 1 })
    expect(await discard()).toEqual({ ok: false, error: { code: 'too-late' } })
    await clock.advance(5_000)
    expect(await read(store, welcome)).toMatchObject({
      change: null,
      values: { percentageOff: 15 },
    })
    expect(updates(store, welcome)).toBe(0)
  })
})
