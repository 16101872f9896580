import { expect, test } from 'vitest'
import {
  becomes,
  change,
  dropCouponRequests,
  decide,
  list,
  office,
  openCoupons,
  read,
  updates,
  databaseText,
} from '#test/support/coupons.ts'

const theirs = {
  allowedEmails: ['pedidos@oficina.example.com', 'recepcion@clinica.example.com'],
}
const ours = { allowedEmails: ['nueva@taller.example.com'] }

/** None of these may appear in the database or in the log. */
const people = /oficina\.example|clinica\.example|taller\.example/

test('addresses are sent, compared and shown, and stand neither in the database nor in the log', async () => {
  const { store, clock } = await openCoupons()
  dropCouponRequests(store)
  await change(store, office, theirs, ours)
  await becomes(store, clock, office, 'queued')
  expect((await read(store, office)).change).toMatchObject({ before: theirs, changed: ours })
  expect(databaseText(store)).not.toMatch(people)
  store.practice.behave()
  await becomes(store, clock, office, null)
  expect((await read(store, office)).values).toMatchObject(ours)
  expect(updates(store, office)).toBe(1)
  await store.call('coupons.verdicts', {
    couponId: office,
    basket: {
      items: [],
      total: null,
      channel: null,
      paymentType: null,
      email: 'nueva@taller.example.com',
      isNewUser: null,
      isBirthday: null,
    },
  })
  await store.host.close()
  expect(databaseText(store) + store.log.text()).not.toMatch(people)
})

test('addresses that somebody else changed are a conflict', async () => {
  const { store, clock } = await openCoupons()
  const others = { allowedEmails: ['otra@clinica.example.com'] }
  store.practice.changeCouponElsewhere(office, others)
  await change(store, office, theirs, ours)
  await becomes(store, clock, office, 'refused conflict!')
  expect((await read(store, office)).change).toMatchObject({ before: theirs, meanwhile: others })
  await decide(store, office, 'retry')
  await becomes(store, clock, office, null)
  expect((await read(store, office)).values).toMatchObject(ours)
  expect(databaseText(store) + store.log.text()).not.toMatch(people)
})

test('addresses that a restart has forgotten are asked for again, and nothing is sent without them', async () => {
  const { store, clock } = await openCoupons()
  dropCouponRequests(store)
  await change(store, office, { ...theirs, percentageOff: 15 }, { ...ours, percentageOff: 20 })
  await becomes(store, clock, office, 'queued')
  await store.restart()
  expect((await read(store, office)).change?.changed).toEqual({ percentageOff: 20 })
  store.practice.behave()
  await becomes(store, clock, office, 'refused emails-forgotten!')
  const { change: refused } = await read(store, office)
  expect(refused).toMatchObject({ changed: { percentageOff: 20 } })
  expect(refused?.delivery.message).toBeUndefined()
  expect(updates(store, office)).toBe(0)
  await list(store)
  await change(store, office, theirs, ours)
  await becomes(store, clock, office, null)
  expect((await read(store, office)).values).toMatchObject({ ...ours, percentageOff: 20 })
  expect(updates(store, office)).toBe(1)
})

test('whether a change of addresses happened is read also by a host that has forgotten them', async () => {
  const { store, clock } = await openCoupons()
  store.practice.misbehave({
    path: '/ecommerce/coupons/',
    method: 'PUT',
    kind: 'drop-after-effect',
    times: 1,
  })
  await change(store, office, theirs, ours)
  await becomes(store, clock, office, 'unknown')
  await store.restart()
  await becomes(store, clock, office, null)
  expect(updates(store, office)).toBe(1)
  expect((await read(store, office)).values).toMatchObject(ours)
})
