import { describe, expect, test } from 'vitest'
import { fail, ok } from '#contract/shared/result.ts'
import { markReady, iso, openStore, place, post } from '#test/support/day-of-orders.ts'
import { FakeClock } from '#test/support/fake-clock.ts'
import { openTestStore, type TestStore } from '#test/support/kitchen.ts'

describe('the details of a ticket', () => {
  test('of an order that the store delivers itself', async () => {
    const store = await openStore()
    await place(store, '151', {
      deliveryType: 'delivery',
      hasManagedDelivery: false,
      buyerName: 'Ana',
      phone: '+56911112222',
      address: {
        address: 'Av. Apoquindo 3000',
        addressLine2: ' Depto 1201 ',
        addressSecondary: 'av. apoquindo 3000',
      },
      deliveryZoneName: 'Zona 1',
      deliveries: [
        {
          _id: 'd',
          instructions: 'Dejar en recepción',
          nearStoreAt: iso(300),
          driverInformation: { name: 'Pedro', phone: '+56933334444' },
          trackingURL: 'https://example.com/t/1',
        },
      ],
      paymentStatus: 'pending',
      paymentTypeLabel: 'Efectivo',
      totalPrice: 23380,
      amountToPay: 23880,
      cashAmount: 25000,
      tipAmount: 500,
      gift: { from: 'Bo', message: 'Feliz día' },
      billing: { type: null },
    })
    await markReady(store, '151')
    const ticket = await store.ticket('151')
    expect(await store.call('tickets.get', { ticketId: '151' })).toEqual(
      ok({
        ticket,
        fullCode: 'C#151',
        phone: '+56911112222',
        address: {
          lines: ['Av. Apoquindo 3000', 'Depto 1201'],
          zone: 'Zona 1',
          instructions: 'Dejar en recepción',
        },
        driver: { phone: '+56933334444', trackingUrl: 'https://example.com/t/1' },
        payment: {
          status: 'pending',
          method: 'Efectivo',
          total: 23380,
          toPay: 23880,
          cash: 25000,
          tip: 500,
        },
        gift: [
          { name: 'from', value: 'Bo' },
          { name: 'message', value: 'Feliz día' },
        ],
        billing: [],
        others: [],
        unread: [],
        moments: [
          { kind: 'received', at: iso(0) },
          { kind: 'bumped', at: iso(0) },
          { kind: 'ordered', at: iso(151) },
          { kind: 'driver-at-store', at: iso(300) },
          { kind: 'promised', at: iso(600) },
        ],
        sent: [
          {
            id: 'tap-151',
            delivery: { state: 'confirmed', since: iso(0) },
            createdAt: iso(0),
            sentAt: iso(0),
            attempts: 1,
          },
        ],
      }),
    )
    expect(store.log.text()).not.toMatch(/Ana|Apoquindo|5691111|recepción/)
  })

  test('what was sent is listed with each entry, also one that was withdrawn', async () => {
    const store = await openTestStore({ clock: new FakeClock() })
    await place(store, '151')
    const sent = async () => {
      const detail = await store.call('tickets.get', { ticketId: '151' })
      return (
        detail.ok && detail.value.sent.map(({ id, delivery, sentAt }) => [id, delivery, sentAt])
      )
    }
    expect(await sent()).toEqual([])
    await store.call('tickets.markReady', { ticketId: '151', tapId: 'b' })
    expect(await sent()).toEqual([
      ['b', { state: 'queued', since: iso(0), undoUntil: iso(8) }, null],
    ])
    await store.call('tickets.undo', { ticketId: '151' })
    await store.call('settings.change', { undoSeconds: 0 })
    await markReady(store, '151', 'a')
    expect(await sent()).toEqual([
      ['a', { state: 'confirmed', since: iso(0) }, iso(0)],
      ['b', { state: 'withdrawn', since: iso(0) }, null],
    ])
  })

  test('of an order that is not there', async () => {
    const store = await openStore()
    expect(await store.call('tickets.get', { ticketId: 'nobody' })).toEqual(fail('not-found'))
  })
})

describe('the pace of the day', () => {
  const pace = async (store: TestStore) => {
    const answer = await store.call('tickets.pace', {})
    return answer.ok && answer.value
  }

  test('counts bumps, the late ones, and the time that they took; not what was taken back', async () => {
    const clock = new FakeClock()
    const store = await openStore(clock)
    expect(await pace(store)).toEqual({ ready: 0, late: 0, medianSeconds: null, early: 0 })
    await place(store, '100')
    await place(store, '200', { deliverAt: iso(250) })
    clock.jump(300_000)
    await markReady(store, '100')
    expect(await pace(store)).toEqual({ ready: 1, late: 0, medianSeconds: 200, early: 0 })
    await markReady(store, '200')
    expect(await pace(store)).toEqual({ ready: 2, late: 1, medianSeconds: 150, early: 0 })
    await store.restart()
    expect(await pace(store)).toEqual({ ready: 2, late: 1, medianSeconds: 150, early: 0 })
    // Changes of an order after its bump do not change its time.
    await post(store, '200', { deliverAt: iso(900) }, 10)
    await expect.poll(async () => (await store.ticket('200'))?.promisedAt).toBe(iso(900))
    expect(await pace(store)).toMatchObject({ late: 1 })
    await store.call('tickets.recall', { ticketId: '200' })
    expect(await pace(store)).toEqual({ ready: 1, late: 0, medianSeconds: 200, early: 0 })
    clock.jump(100_000)
    await markReady(store, '200', 'second')
    expect(await pace(store)).toEqual({ ready: 2, late: 0, medianSeconds: 200, early: 0 })
    await store.call('settings.change', { undoSeconds: 8 })
    await place(store, '300')
    await store.call('tickets.markReady', { ticketId: '300', tapId: 'third' })
    expect(await pace(store)).toMatchObject({ ready: 3 })
    await store.call('tickets.undo', { ticketId: '300' })
    expect(await pace(store)).toMatchObject({ ready: 2 })
  })

  test('is that of the restaurant’s own day', async () => {
    // Half past eleven in the evening in Santiago.
    const clock = new FakeClock('2026-11-20T02:30:00.000Z')
    const store = await openStore(clock)
    const zone = async () => {
      const status = await store.call('status.get', {})
      return status.ok && status.value.store?.timeZone
    }
    await expect.poll(zone).toBe('America/Santiago')
    await place(store, '100')
    await markReady(store, '100')
    expect(await pace(store)).toMatchObject({ ready: 1 })
    // To a minute before four, when the business day ends.
    clock.jump(4 * 3_600_000 + 29 * 60_000)
    expect(await pace(store)).toMatchObject({ ready: 1 })
    clock.jump(60_000)
    expect(await pace(store)).toEqual({ ready: 0, late: 0, medianSeconds: null, early: 0 })
  })
})
