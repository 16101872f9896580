import { describe, expect, test } from 'vitest'
import { ok } from '#contract/shared/result.ts'
import { counter, valueOfOk, openReservationStore } from '#test/support/reservations.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const path = '/reservations/reservation'
const offline = { path, kind: 'status', status: 429 } as const

test('a guest is forgotten thirty days after: in the book, in what was sent, in what was set aside', async () => {
  const { store, take, becomes, clock, isoIn, inFile, call, decide } = await openReservationStore()
  const renata = { firstName: 'Renata', lastName: '', phone: '+56 9 2222 3333', email: '' }
  const soon = { ...renata, startsAt: isoIn(hour), requests: 'Silla', tableIds: [] }
  const booked = valueOfOk(await take(soon))
  await becomes(booked.id, 'confirmed')
  const spoiled = valueOfOk(await take(soon))
  await becomes(spoiled.id, 'confirmed')
  store.practice.misbehave({ path, kind: 'drop-after-effect' })
  const lost = valueOfOk(await take(soon))
  await becomes(lost.id, 'unknown')
  const later = valueOfOk(await take({ startsAt: isoIn(3 * day), tableIds: [] }))
  await becomes(later.id, 'unknown')
  await inFile((db) =>
    db.run(`UPDATE reservations SET kept = kept || '}' WHERE id = ?`, spoiled.id),
  )
  const find = async (sentence: string) =>
    valueOfOk(await call('reservations.search', { text: sentence }, counter)).map(({ id }) => id)
  expect((await find('renata')).toSorted()).toEqual([booked.id, lost.id].toSorted())

  const passes = async (milliseconds: number): Promise<string> => {
    clock.sleep(milliseconds)
    await store.restart()
    await clock.advance(10_000)
    return inFile((db) =>
      ['reservations', 'outbox', 'set_aside']
        .map((table) => JSON.stringify(db.all(`SELECT * FROM ${table}`)))
        .join(),
    )
  }
  // As the guest wrote it and as the search stores it. Shorter parts would occur in hashes by
  // chance.
  const phones = ['9 2222 3333', '922223333']
  const before = await passes(30 * day)
  for (const word of ['Renata', 'RENATA', ...phones, 'Silla']) expect(before).toContain(word)
  const after = await passes(2 * hour)
  for (const word of ['Renata', 'RENATA', ...phones, 'Silla']) expect(after).not.toContain(word)
  // Covers and outcome stay, and so does a guest who came later.
  expect(after).toContain(booked.reference)
  expect(await find('amparo')).toEqual([later.id])
  expect(await find(lost.reference)).toEqual([lost.id])
  expect(await decide(lost.id, 'dismiss')).toEqual(ok(1))
})

test('an undecided reservation is finally deleted with the others of its day', async () => {
  const { store, take, becomes, clock, isoIn, call } = await openReservationStore()
  store.practice.misbehave({ path, kind: 'drop-after-effect', times: 1 })
  const { id, reference } = valueOfOk(await take({ startsAt: isoIn(hour) }))
  await becomes(id, 'unknown')
  const left = async () => ({
    needsPerson: valueOfOk(await call('status.get', {})).outbox.needsPerson,
    found: valueOfOk(await call('reservations.search', { text: reference }, counter)).length,
  })
  clock.sleep(59 * day)
  await store.restart()
  await clock.advance(10_000)
  expect(await left()).toEqual({ needsPerson: 1, found: 1 })
  clock.sleep(2 * day)
  await store.restart()
  await expect
    .poll(async () => {
      await clock.advance(10_000)
      return left()
    })
    .toEqual({ needsPerson: 0, found: 0 })
})

describe('with a row that can’t be read', () => {
  test('if the entry is lost, the reservation may exist, and a person decides', async () => {
    const { store, take, becomes, inFile, decide, clock } = await openReservationStore()
    store.practice.misbehave(offline)
    const reservation = valueOfOk(await take())
    await becomes(reservation.id, 'queued')
    await inFile((db) => db.run(`UPDATE outbox SET payload = payload || '}'`))
    await clock.advance(10_000)
    await becomes(reservation.id, 'unknown')
    store.practice.behave()
    expect(await decide(reservation.id, 'retry')).toEqual(ok(1))
    await becomes(reservation.id, 'confirmed')
    expect(store.practice.reservations()).toHaveLength(1)
  })

  test('the same of a cancellation', async () => {
    const { store, take, read, becomes, inFile, call, decide } = await openReservationStore()
    const { id } = valueOfOk(await take())
    await becomes(id, 'confirmed')
    valueOfOk(
      await call('reservations.cancel', { reservationId: id, tapId: 't', reason: '' }, counter),
    )
    await inFile((db) =>
      db.run(`UPDATE outbox SET payload = payload || '}' WHERE kind = 'reservation-cancel'`),
    )
    const cancellation = async () => (await read(id))?.cancellation?.delivery?.state
    expect(await cancellation()).toBe('unknown')
    expect(await decide(id, 'retry', 'reservation-cancel')).toEqual(ok(1))
    await expect.poll(cancellation).toBe('confirmed')
    expect(store.practice.reservations()[0]?.cancelledAt).not.toBeNull()
  })

  test('one that the platform has stays booked, with its id there', async () => {
    const { take, read, becomes, clock, inFile, call } = await openReservationStore()
    const { id } = valueOfOk(await take())
    await becomes(id, 'confirmed')
    await inFile((db) => db.run(`UPDATE outbox SET payload = payload || '}'`))
    await read(id)
    await clock.advance(10_000)
    await becomes(id, 'confirmed')
    expect(valueOfOk(await call('status.get', {})).outbox.needsPerson).toBe(0)
  })

  test('a reservation is set aside alone', async () => {
    const { store, take, read, becomes, inFile } = await openReservationStore()
    const one = valueOfOk(await take())
    const other = valueOfOk(await take({ tableIds: [] }))
    await becomes(one.id, 'confirmed')
    await becomes(other.id, 'confirmed')
    await inFile((db) =>
      db.run(
        `UPDATE reservations SET kept = replace(kept, '"Amparo"', '["Otra"]') WHERE id = ?`,
        one.id,
      ),
    )
    expect(await read(one.id)).toBeUndefined()
    expect(await read(other.id)).toMatchObject({ firstName: 'Amparo' })
    expect(valueOfOk(await store.call('status.get', {})).setAside).toBe(1)
    expect(store.log.text()).not.toContain('Otra')
  })
})
