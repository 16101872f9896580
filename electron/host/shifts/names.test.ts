import { expect, test } from 'vitest'
import { fail } from '#contract/shared/result.ts'
import { valueOfOk } from '#test/support/reservations.ts'
import {
  close,
  closeEnded,
  endedShift,
  openShifts,
  readShift,
  tillOf,
} from '#test/support/shifts.ts'

const inside = { tipsInAmount: 'inside' } as const

test('registers and people get a number when a shift names them, and then the name that is given', async () => {
  const store = await openShifts({}, inside)
  expect(valueOfOk(await store.call('shifts.names', {}))).toEqual({ registers: [], people: [] })
  const shiftId = endedShift(store)
  const before = await readShift(store, shiftId)
  const { registers, people } = valueOfOk(await store.call('shifts.names', {}))
  expect(registers.map(({ id }) => id)).toEqual(before.facts?.registers.map(({ id }) => id))
  expect([...registers, ...people].map(({ name }) => name).join('')).toBe('')
  const [person] = people
  const [register] = registers
  if (person === undefined || register === undefined) throw new Error('nobody was learned')
  const rename = { kind: 'people', id: person.id, name: ' Ana ' } as const
  expect(valueOfOk(await store.call('shifts.rename', rename)).people[0]).toEqual({
    ...person,
    name: 'Ana',
  })
  valueOfOk(
    await store.call('shifts.rename', { kind: 'registers', id: register.id, name: 'Barra' }),
  )
  expect(await store.call('shifts.rename', { ...rename, id: 'nobody' })).toEqual(fail('not-found'))

  const document = await closeEnded(store)
  expect(document.figures.byPerson.find(({ personId }) => personId === person.id)).toMatchObject({
    name: 'Ana',
    number: 1,
  })
  expect(document.figures.byPerson.map(({ number }) => number).toSorted()).toEqual(
    people.map((_, place) => place + 1),
  )
  expect(document.figures.registers[0]?.name).toBe('Barra')
  expect(document.count.registers.map(({ name }) => name)).toEqual(['Barra', ''])
  await store.restart()
  expect(valueOfOk(await store.call('shifts.names', {})).people[0]?.name).toBe('Ana')
})

test('the deposit is the counted cash less the float, and is sealed with the count', async () => {
  const store = await openShifts({}, inside)
  const document = await closeEnded(store)
  const till = tillOf(store, endedShift(store))
  const cash = till.floats + till.of('tpm-efectivo')
  expect(document.count).toMatchObject({ float: 100_000, deposit: cash - 100_000 })
  expect(await close(store, endedShift(store))).toEqual(fail('too-late', 'closed'))
})

test('a shift’s checklist has its own open tickets and no others', async () => {
  const store = await openShifts({}, inside)
  const dayMs = 24 * 3_600_000
  store.practice.setReceiver(store.host.webhookUrl)
  const { _id } = await store.practice.placeOrder({ isScheduled: false })
  const later = new Date(Date.now() + dayMs).toISOString()
  const tomorrow = await store.practice.placeOrder({ isScheduled: true, deliverAt: later })
  for (const id of [_id, tomorrow._id]) await expect.poll(() => store.ticket(id)).toBeDefined()
  const openShiftId = store.practice.till.shifts().at(-1)?._id ?? ''
  const codesOf = async (shiftId: string) => {
    await readShift(store, shiftId)
    const items = valueOfOk(await store.call('shifts.checklist', { shiftId }))
    return items.find(({ code }) => code === 'open-tickets')?.names ?? []
  }
  expect(await codesOf(openShiftId)).toEqual([(await store.ticket(_id))?.code])
  expect(await codesOf(endedShift(store))).toEqual([])
})
