import { expect, test } from 'vitest'
import { fail } from '#contract/shared/result.ts'
import { valueOfOk, openReservationStore } from '#test/support/reservations.ts'
import { openGoBetween } from '#test/support/go-between.ts'

// Values that the platform stores or sends are never rejected here, however unusual they are.

const picked = {
  clientId: 'client-1',
  firstName: 'Ñ'.repeat(150),
  lastName: ' de la  Cruz',
  phone: ' +521 (55)-… ',
  email: 'sin correo',
}

test('a guest picked from the platform’s clients is booked with their values byte for byte', async () => {
  const { store, take, edit, becomes, read } = await openReservationStore()
  const { id } = valueOfOk(await take(picked))
  await becomes(id, 'confirmed')
  const { clientId: _, ...values } = picked
  expect(store.practice.reservations()).toMatchObject([{ clientData: values }])
  await store.restart()
  expect(await read(id)).toMatchObject(picked)
  // Spaces around a value don't count as a change by another screen.
  valueOfOk(await edit(id, { ...picked, requests: 'Silla' }))
})

test('a long number is no reason to lose what is typed', async () => {
  const { call } = await openReservationStore()
  const draft = { name: picked.firstName, phone: '5'.repeat(400), email: 'e'.repeat(400) }
  valueOfOk(await call('drafts.save', { kind: 'reservation', subject: '', base: null, draft }))
})

test('an odd number that a person types is a warning; overridden, it goes as it was typed', async () => {
  const { store, take, becomes } = await openReservationStore()
  const odd = { phone: ' +521 ', email: 'amparo@example' }
  expect(await take(odd)).toEqual(fail('too-late', 'unusual-phone unusual-email'))
  const { id } = valueOfOk(await take(odd, { accepted: ['unusual-phone', 'unusual-email'] }))
  await becomes(id, 'confirmed')
  expect(store.practice.reservations()).toMatchObject([
    { clientData: { phone: '+521', email: 'amparo@example' } },
  ])
})

test.each([
  ['empty', '', '', null, []],
  ['long', 'x'.repeat(400), 'y'.repeat(400), 'x'.repeat(400), ['y'.repeat(400)]],
  ['too long to keep', 'x'.repeat(5_000), 'y'.repeat(5_000), null, []],
])('a sector and a table whose ids are %s lose no reservation', async (...row) => {
  const [, sectorId, tableId, sector, tables] = row
  const between = await openGoBetween({
    data(path, body) {
      if (path !== '/reservations/reservation') return body
      const answer = body as { data: object }
      return { ...answer, data: { ...answer.data, sectorId, tableIds: [tableId] } }
    },
  })
  const { store, take, becomes, read, call } = await openReservationStore({ between })
  const { id } = valueOfOk(await take({ sectorId: null, tableIds: [] }))
  await becomes(id, 'confirmed')
  await store.restart()
  expect(await read(id)).toMatchObject({
    delivery: { state: 'confirmed' },
    sectorId: sector,
    tableIds: tables,
  })
  expect(valueOfOk(await call('status.get', {})).setAside).toBe(0)
})
