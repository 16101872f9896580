import { describe, expect, test } from 'vitest'
import type { DeliveryChoice } from '#contract/deliveries/delivery.ts'
import { fail, ok } from '#contract/shared/result.ts'
import type { Fault } from '#practice/faults/faults.ts'
import {
  booking,
  counter,
  valueOfOk,
  openReservationStore,
  tablesTaken,
  tap,
} from '#test/support/reservations.ts'

// The platform cannot change a reservation, so a new one is booked and the old one is cancelled.

const minute = 60_000
const hour = 60 * minute
const post: Fault = {
  path: '/reservations/reservation',
  method: 'POST',
  kind: 'status',
  status: 429,
}
const remove: Fault = { ...post, path: '/reservations/reservation/', method: 'DELETE' }
const no: Partial<Fault> = { status: 400, times: 1 }

const later = (hours: number): string =>
  new Date(Date.parse(booking().startsAt) + hours * hour).toISOString()
/** A time when the table is free, and one for which the old reservation must be cancelled first. */
const atNight = { startsAt: later(3) }
const soonAfter = { startsAt: later(0.25) }

async function openBooked() {
  const opened = await openReservationStore()
  const { id } = valueOfOk(await opened.take())
  await opened.becomes(id, 'confirmed')
  const { practice } = opened.store
  const step = async (of: string) => (await opened.read(of))?.change?.step ?? null
  const sending = async () => valueOfOk(await opened.call('status.get', {})).outbox.sending
  return {
    ...opened,
    id,
    step,
    /** Waits until nothing is being sent. Temporary failures are retried meanwhile. */
    async steps(of: string, expected: string | null) {
      await expect
        .poll(async () => {
          if ((await sending()) > 0) return 'sending'
          const currentStep = await step(of)
          if (currentStep !== expected) await opened.clock.advance(1_000)
          return currentStep
        })
        .toBe(expected)
    },
    live: () => practice.reservations().filter(({ cancelledAt }) => cancelledAt === null),
    /** The requests that the platform received, in order. */
    asked: () =>
      practice
        .effects()
        .map(({ operation }) => operation)
        .filter((operation) => operation.includes('reservation')),
    /** The open decisions as screens see them. */
    about: async () =>
      valueOfOk(await opened.call('deliveries.pending', {}, counter)).decisions.map(
        ({ kind, about }) => [kind, about.change, about.reservation?.id] as const,
      ),
    undo: (of: string) => opened.call('reservations.undoReplace', { reservationId: of }, counter),
    decideCancel: (choice: DeliveryChoice, of = id) =>
      opened.decide(of, choice, 'reservation-cancel'),
  }
}

describe('a booked one is moved', () => {
  test('to a time when its table is free: booked first, then the old one is cancelled', async () => {
    const { change, id, steps, read, live, asked } = await openBooked()
    const next = valueOfOk(await change(id, { ...atNight, partySize: 4 }))
    expect(next).toMatchObject({ change: { side: 'new', other: { id } }, partySize: 4 })
    await steps(next.id, 'done')
    expect(asked()).toEqual(['reservation', 'reservation', 'cancel-reservation'])
    expect(live()).toMatchObject([{ startsAt: atNight.startsAt, partySize: 4 }])
    expect(await read(id)).toMatchObject({
      visit: 'cancelled',
      change: { side: 'old', step: 'done', other: { id: next.id } },
    })
    expect((await read(next.id))?.reference).not.toBe((await read(id))?.reference)
  })

  test('to a time for which it needs its own table: the old one is cancelled first', async () => {
    const { change, id, steps, live, asked, store } = await openBooked()
    store.practice.misbehave(remove)
    const next = valueOfOk(await change(id, soonAfter))
    await steps(next.id, 'cancelling-first')
    expect(tablesTaken(store)).toBe(1)
    store.practice.behave()
    await steps(next.id, 'done')
    expect(asked()).toEqual(['reservation', 'cancel-reservation', 'reservation'])
    expect(live()).toMatchObject([{ startsAt: soonAfter.startsAt, tableIds: ['rtbl-7'] }])
  })

  test('twice by the same tap: once', async () => {
    const { change, id, steps, live } = await openBooked()
    const next = valueOfOk(await change(id, atNight, 'same'))
    await steps(next.id, 'done')
    expect(valueOfOk(await change(id, atNight, 'same')).id).toBe(next.id)
    expect(live()).toHaveLength(1)
  })

  test('and moved once more when that is done', async () => {
    const { change, id, steps, live, store } = await openBooked()
    store.practice.misbehave(remove)
    const next = valueOfOk(await change(id, atNight))
    await steps(next.id, 'cancelling')
    expect(await change(next.id, soonAfter)).toEqual(fail('too-late'))
    store.practice.behave()
    await steps(next.id, 'done')
    const last = valueOfOk(await change(next.id, soonAfter))
    await steps(last.id, 'done')
    expect(live()).toMatchObject([{ startsAt: soonAfter.startsAt }])
  })

  test('only by a person who saw the current version, to a free table, at a future time, before the guests arrive', async () => {
    const { change, id, take, call, live, read } = await openBooked()
    valueOfOk(await take({ ...atNight, tableIds: ['rtbl-8'] }))
    expect(await change(id, { ...atNight, tableIds: ['rtbl-8'] })).toEqual(
      fail('too-late', 'table-taken'),
    )
    expect(await change(id, { startsAt: later(-30) })).toEqual(fail('too-late', 'past'))
    const before = booking({ partySize: 3 })
    const stale = { reservationId: id, tapId: tap(), before, booking: booking(atNight) }
    expect(await call('reservations.replace', { ...stale, accepted: [] }, counter)).toEqual(
      fail('too-late', 'moved'),
    )
    valueOfOk(await call('reservations.setVisit', { reservationId: id, visit: 'seated' }, counter))
    expect(await change(id, atNight)).toEqual(fail('too-late'))
    expect(await read(id)).toMatchObject({ change: null })
    expect(live()).not.toHaveLength(0)
  })
})

test('a local change needs no replacement, and neither does an unsent reservation', async () => {
  const { change, id, take, becomes, store, live, read } = await openBooked()
  expect(valueOfOk(await change(id, { tableIds: ['rtbl-8'], allergies: 'maní' })).id).toBe(id)
  store.practice.misbehave(post)
  const waits = valueOfOk(await take({ tableIds: ['rtbl-9'] }))
  await becomes(waits.id, 'queued')
  expect(valueOfOk(await change(waits.id, { ...atNight, partySize: 5 })).id).toBe(waits.id)
  store.practice.behave()
  await becomes(waits.id, 'confirmed')
  expect(live()).toHaveLength(2)
  expect(await read(waits.id)).toMatchObject({ partySize: 5, change: null })
})

describe('while a change is not done', () => {
  test('the old one accepts no other command, and its table stays taken', async () => {
    const { change, edit, id, call, take, store, steps } = await openBooked()
    store.practice.misbehave(post)
    const next = valueOfOk(await change(id, atNight))
    await steps(next.id, 'booking')
    await steps(id, 'booking')
    for (const of of [id, next.id]) {
      const cancel = { reservationId: of, tapId: tap(), reason: '' }
      expect(await call('reservations.cancel', cancel, counter)).toEqual(fail('too-late'))
    }
    const seated = { reservationId: id, visit: 'seated' } as const
    expect(await call('reservations.setVisit', seated, counter)).toEqual(fail('too-late'))
    expect(await edit(id, { allergies: 'maní' })).toEqual(fail('too-late'))
    expect(await change(id, soonAfter)).toEqual(fail('too-late'))
    expect(await take()).toEqual(fail('too-late', 'table-taken'))
    expect(await take(atNight)).toEqual(fail('too-late', 'table-taken'))
  })

  test.each([
    ['booking', post, atNight],
    ['cancelling-first', remove, soonAfter],
  ] as const)('%s: it is given up, and the old one stands', async (at, fault, request) => {
    const { change, id, undo, read, becomes, store, clock, steps, live } = await openBooked()
    store.practice.misbehave(fault)
    const next = valueOfOk(await change(id, request))
    await steps(next.id, at)
    expect(await undo(next.id)).toEqual(ok(null))
    expect(await undo(next.id)).toEqual(ok(null))
    store.practice.behave()
    await store.restart()
    await clock.leap(10 * minute)
    await becomes(next.id, 'discarded')
    expect(await read(id)).toMatchObject({ visit: 'expected', change: null, cancellation: null })
    expect(live()).toMatchObject([{ startsAt: booking().startsAt }])
    valueOfOk(await change(id, request))
    await expect.poll(() => live()[0]?.startsAt).toBe(request.startsAt)
  })

  test('done, it is not given up any more', async () => {
    const { change, id, undo, steps } = await openBooked()
    const next = valueOfOk(await change(id, atNight))
    await steps(next.id, 'done')
    expect(await undo(next.id)).toEqual(fail('too-late'))
  })

  test('its time comes before the old one can be cancelled: the old one stands, and it says so', async () => {
    const { take, becomes, change, store, clock, steps, live, isoIn, read, expires } =
      await openBooked()
    const { id } = valueOfOk(await take({ startsAt: isoIn(2 * hour), tableIds: ['rtbl-8'] }))
    await becomes(id, 'confirmed')
    store.practice.misbehave(remove)
    const next = valueOfOk(await change(id, { startsAt: isoIn(hour) }))
    await steps(next.id, 'cancelling-first')
    clock.sleep(hour)
    await clock.advance(20_000)
    await expires(next.id)
    await steps(next.id, 'not-booked')
    store.practice.behave()
    await clock.leap(10 * minute)
    expect(await read(id)).toMatchObject({ cancellation: null, delivery: { state: 'confirmed' } })
    expect(live()).toHaveLength(2)
  })

  test('guests are forgotten: the waiting replacement is dismissed, and nothing is cancelled', async () => {
    const { change, id, call, store, clock, steps, becomes, live } = await openBooked()
    store.practice.misbehave(remove)
    const next = valueOfOk(await change(id, soonAfter))
    await steps(next.id, 'cancelling-first')
    valueOfOk(await call('guests.purge', {}))
    await becomes(next.id, 'discarded')
    store.practice.behave()
    await clock.leap(10 * minute)
    expect(live()).toHaveLength(1)
  })
})

describe('the platform refuses', () => {
  test('the new one: the old one stays, and a person gives up or corrects it', async () => {
    const { change, edit, decide, id, store, steps, live, read } = await openBooked()
    store.practice.misbehave({ ...post, ...no })
    const next = valueOfOk(await change(id, atNight))
    await steps(next.id, 'not-booked')
    expect(live()).toMatchObject([{ startsAt: booking().startsAt }])
    expect(await decide(next.id, 'dismiss')).toEqual(ok(1))
    expect(await read(id)).toMatchObject({ change: null, visit: 'expected' })
    store.practice.misbehave({ ...post, ...no })
    const again = valueOfOk(await change(id, atNight))
    await steps(again.id, 'not-booked')
    valueOfOk(await edit(again.id, { startsAt: later(4) }))
    await steps(again.id, 'done')
    expect(live()).toMatchObject([{ startsAt: later(4) }])
  })

  test('the new one when the old one is gone: it says that there is none', async () => {
    const { change, edit, id, store, steps, live, about } = await openBooked()
    store.practice.misbehave({ ...post, ...no })
    const next = valueOfOk(await change(id, soonAfter))
    await steps(next.id, 'lost')
    expect(await about()).toEqual([['reservation', 'lost', next.id]])
    expect(live()).toEqual([])
    await store.restart()
    await steps(next.id, 'lost')
    valueOfOk(await edit(next.id, soonAfter))
    await steps(next.id, 'done')
    expect(live()).toHaveLength(1)
  })

  test('to cancel the old one first: a person keeps it, and nothing new is booked', async () => {
    const { change, id, store, steps, live, decideCancel, becomes, read, about } =
      await openBooked()
    store.practice.misbehave({ ...remove, ...no })
    const next = valueOfOk(await change(id, soonAfter))
    await steps(next.id, 'cancel-stuck')
    expect(await about()).toEqual([['reservation-cancel', 'cancel-by-hand', next.id]])
    expect(await decideCancel('dismiss')).toEqual(ok(1))
    await becomes(next.id, 'discarded')
    expect(await read(id)).toMatchObject({ tableIds: ['rtbl-7'], visit: 'expected', change: null })
    expect(live()).toMatchObject([{ startsAt: booking().startsAt }])
  })

  test('to cancel the old one last: one open task until a person says that it is cancelled', async () => {
    const { change, id, store, steps, decideCancel, about } = await openBooked()
    store.practice.misbehave({ ...remove, ...no })
    const next = valueOfOk(await change(id, atNight))
    await steps(next.id, 'cancel-by-hand')
    expect(await about()).toEqual([['reservation-cancel', 'cancel-by-hand', next.id]])
    expect(await decideCancel('dismiss')).toEqual(fail('too-late'))
    expect(await decideCancel('mark-done')).toEqual(ok(1))
    await steps(next.id, 'done')
  })
})

test('the platform’s id of the old one is not known: booked first, and a person cancels it there', async () => {
  const { take, becomes, decide, change, store, steps, decideCancel, read } = await openBooked()
  store.practice.misbehave({ ...post, kind: 'drop-after-effect', times: 1 })
  const { id } = valueOfOk(await take({ tableIds: ['rtbl-8'] }))
  await becomes(id, 'unknown')
  valueOfOk(await decide(id, 'mark-done'))
  const next = valueOfOk(await change(id, soonAfter))
  await steps(next.id, 'cancel-by-hand')
  await store.restart()
  expect(await read(next.id)).toMatchObject({ change: { other: { platformId: null } } })
  expect(await decideCancel('retry', id)).toEqual(fail('too-late'))
  expect(await decideCancel('mark-done', id)).toEqual(ok(1))
  await steps(next.id, 'done')
})

test('a clock that is set ahead while the old one is cancelled does not end the change', async () => {
  const { id, change, read, store, clock, steps, live } = await openBooked()
  store.practice.misbehave(remove)
  const next = valueOfOk(await change(id, soonAfter))
  await steps(id, 'cancelling-first')
  clock.jump(40 * hour)
  store.practice.behave()
  await steps(next.id, 'booking-last')
  // The host trusts the platform's clock only after two readings; the second one comes with the
  // next menu.
  await clock.leap(25 * minute)
  await steps(next.id, 'done')
  expect(await read(next.id)).toMatchObject({ delivery: { state: 'confirmed' } })
  expect(live()).toMatchObject([{ startsAt: soonAfter.startsAt }])
})
