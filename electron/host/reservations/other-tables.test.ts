import { expect, test } from 'vitest'
import { fail } from '#contract/shared/result.ts'
import { openGoBetween } from '#test/support/go-between.ts'
import { counter, openReservationStore, valueOfOk } from '#test/support/reservations.ts'

const sectorId = 'rsec-salon'

/** A store whose platform assigns these tables, whatever it is asked for. */
async function openAssigning(...assigned: string[]) {
  const opened = await openReservationStore()
  opened.store.practice.assignTables(assigned)
  return opened
}

test('a table that the platform assigned instead is taken over, and said until somebody chooses one', async () => {
  const { take, becomes, read, call } = await openAssigning('rtbl-8')
  const { id } = valueOfOk(await take({ sectorId, tableIds: ['rtbl-7'] }))
  await becomes(id, 'confirmed')
  expect(await read(id)).toMatchObject({
    sectorId,
    tableIds: ['rtbl-8'],
    otherTables: { asked: ['rtbl-7'], assigned: ['rtbl-8'] },
  })
  const seats = { sectorId, tableIds: ['rtbl-7'] }
  valueOfOk(
    await call('reservations.setSeats', { reservationId: id, seats, accepted: [] }, counter),
  )
  expect(await read(id)).toMatchObject({ tableIds: ['rtbl-7'], otherTables: null })
})

test('if it is taken here, the guests keep the table that they were promised', async () => {
  const { take, becomes, read } = await openAssigning('rtbl-8')
  const other = valueOfOk(await take({ sectorId, tableIds: ['rtbl-8'] }))
  await becomes(other.id, 'confirmed')
  const { id } = valueOfOk(await take({ sectorId, tableIds: ['rtbl-7'] }))
  await becomes(id, 'confirmed')
  expect(await read(other.id)).toMatchObject({ tableIds: ['rtbl-8'], otherTables: null })
  expect(await read(id)).toMatchObject({
    tableIds: ['rtbl-7'],
    otherTables: { asked: ['rtbl-7'], assigned: ['rtbl-8'] },
  })
})

test('a table that was chosen while the request was on its way stays', async () => {
  const between = await openGoBetween()
  const { next } = between.hold({ fits: (path) => path === '/reservations/reservation', max: 1 })
  const request = next()
  const { take, becomes, read, call, store } = await openReservationStore({ between })
  store.practice.assignTables(['rtbl-8'])
  const { id } = valueOfOk(await take({ sectorId, tableIds: ['rtbl-7'] }))
  const asked = await request
  const seats = { sectorId, tableIds: ['rtbl-9'] }
  valueOfOk(
    await call('reservations.setSeats', { reservationId: id, seats, accepted: [] }, counter),
  )
  await asked.answer(undefined)
  await becomes(id, 'confirmed')
  expect(await read(id)).toMatchObject({
    tableIds: ['rtbl-9'],
    otherTables: { asked: ['rtbl-7'], assigned: ['rtbl-8'] },
  })
})

test.for([
  ['the same tables in another order', ['rtbl-7', 'rtbl-9']],
  ['no table', []],
] as const)('%s in the answer are no news', async ([, assigned]) => {
  const { take, becomes, read } = await openAssigning(...assigned)
  const { id } = valueOfOk(await take({ sectorId, tableIds: ['rtbl-9', 'rtbl-7'] }))
  await becomes(id, 'confirmed')
  expect(await read(id)).toMatchObject({ tableIds: ['rtbl-9', 'rtbl-7'], otherTables: null })
})

test('whoever asked for no table gets the assigned one without a word', async () => {
  const { take, becomes, read } = await openAssigning('rtbl-8')
  const { id } = valueOfOk(await take({ sectorId: null, tableIds: [] }))
  await becomes(id, 'confirmed')
  expect(await read(id)).toMatchObject({ tableIds: ['rtbl-8'], otherTables: null })
  expect(await take({ sectorId, tableIds: ['rtbl-8'] })).toEqual(fail('too-late', 'table-taken'))
})
