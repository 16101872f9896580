import { expect, test } from 'vitest'
import { valueOfOk } from '#test/support/reservations.ts'
import { openOddTill, type OddPayment } from '#test/support/odd-till.ts'
import { readAgain, readShift, searchUntil } from '#test/support/shifts.ts'

const hour = 3_600_000
const day = 24 * hour
const now = Date.now()
const iso = (at: number): string => new Date(at).toISOString()

/** A shift of eight hours that ended this many days ago. */
const shiftAgo = (days: number, id = 's') => ({
  _id: id,
  startedAt: iso(now - days * day - 8 * hour),
  endedAt: iso(now - days * day),
})

/** A payment of 100.10 made this many days ago. */
const paid = (_id: string, days: number, shiftId = 's'): OddPayment => ({
  _id,
  shiftId,
  paymentMethodId: 'cash',
  paymentMethodName: 'Cash',
  amount: 100.1,
  tipAmount: 0,
  createdAt: iso(now - days * day),
})

const many = (count: number, days: number, shiftId = 's') =>
  Array.from({ length: count }, (_each, nth) =>
    paid(`${shiftId}-${String(nth)}`, days + nth / 1000, shiftId),
  )

test('a payment two hours outside its shift belongs to it, in the list and in the details', async () => {
  const payments = [...many(71, 2.1), paid('late', 2 - 2 / 24)]
  const { store } = await openOddTill({ payments, shifts: [shiftAgo(2)], country: 'US' })
  valueOfOk(await store.call('shifts.find', { days: 7 }))
  const [listed] = (await searchUntil(store)).shifts
  expect(listed).toMatchObject({ payments: 72, sum: null, outside: 0 })
  await readShift(store, 's')
  const view = valueOfOk(await store.call('shifts.reveal', { shiftId: 's' }))
  expect(view).toMatchObject({ job: { complete: true }, missing: 0 })
  expect(view.facts).toMatchObject({ payments: 72 })
  expect(view.figures?.all).toMatchObject({ payments: 72, amount: 720_720 })
  const [again] = (await searchUntil(store)).shifts
  expect(again).toMatchObject({ payments: 72, sum: 720_720, outside: 0 })
})

test.for([
  ['days before', [12, 10.5, 9, 7.9, 5.6]],
  ['days after', [4.9, 3, 0.1]],
  ['both', [12, 5, 0.1, 8, 40]],
] as const)('payments %s are found without the list, step by step', async ([_name, days]) => {
  const far = days.map((each, nth) => paid(`far-${String(nth)}`, each))
  const payments = [...many(5, 6.1), ...far, ...many(120, 20, 'other')]
  const { store } = await openOddTill({ payments, shifts: [shiftAgo(6)] })
  const { facts, job, missing } = await readShift(store, 's')
  const within = days.filter((each) => each < 30).length
  expect(facts?.payments).toBe(5 + within)
  expect(job).toMatchObject({ complete: true, leftOut: 0 })
  expect(missing).toBe(0)
})

test('if the list has a distant payment, the shift is read as far as that payment', async () => {
  const payments = [...many(5, 40.1), paid('far', 1), ...many(30, 20, 'other')]
  const { store } = await openOddTill({ payments, shifts: [shiftAgo(40)] })
  valueOfOk(await store.call('shifts.find', { days: 62 }))
  await searchUntil(store)
  const { facts, job, missing } = await readShift(store, 's')
  expect(facts?.payments).toBe(6)
  expect(job.complete).toBe(true)
  expect(missing).toBe(0)
})

test('a shift that was opened before the list knew of more says that it lacks some, until it is read again', async () => {
  const payments = [...many(5, 40.1), paid('far', 1)]
  const { store } = await openOddTill({ payments, shifts: [shiftAgo(40)] })
  const before = await readShift(store, 's')
  expect(before.facts?.payments).toBe(5)
  expect(before).toMatchObject({ job: { complete: true }, missing: 0 })
  valueOfOk(await store.call('shifts.find', { days: 62 }))
  const { shifts } = await searchUntil(store)
  expect(shifts).toMatchObject([{ payments: 6 }])
  expect(valueOfOk(await store.call('shifts.show', { shiftId: 's' }))).toMatchObject({
    job: { state: 'done', complete: false },
    missing: 1,
  })
  const codes = valueOfOk(await store.call('shifts.checklist', { shiftId: 's' })).map(
    ({ code }) => code,
  )
  expect(codes).toContain('unread')
  const after = await readAgain(store, 's')
  expect(after.facts?.payments).toBe(6)
  expect(after).toMatchObject({ job: { complete: true }, missing: 0 })
})

test('what the opened shift has beyond the days of the list stands in the list', async () => {
  const payments = [...many(5, 2.1), paid('early', 5.2)]
  const { store } = await openOddTill({ payments, shifts: [shiftAgo(2)] })
  valueOfOk(await store.call('shifts.find', { days: 4 }))
  expect((await searchUntil(store)).shifts).toMatchObject([{ payments: 5, outside: 0 }])
  expect((await readShift(store, 's')).facts?.payments).toBe(6)
  expect((await searchUntil(store)).shifts).toMatchObject([{ payments: 5, outside: 1 }])
})

test('a list job that fails on its second page continues there', async () => {
  let fails = true
  const payments = [...many(150, 20.1), paid('early', 21)]
  const { store, asked } = await openOddTill({
    payments,
    shifts: [shiftAgo(20)],
    instead: () => (fails && asked.length === 3 ? { status: 500 } : undefined),
  })
  await expect
    .poll(async () => valueOfOk(await store.call('shifts.show', { shiftId: 's' })).job.state)
    .toBe('stopped')
  const stopped = valueOfOk(await store.call('shifts.show', { shiftId: 's' })).job
  expect(stopped).toMatchObject({ pages: 2, items: 151, totalPages: 2 })
  fails = false
  valueOfOk(await store.call('jobs.steer', { jobId: stopped.id, how: 'resume' }))
  const { facts, job } = await readShift(store, 's')
  expect(facts?.payments).toBe(151)
  expect(job).toMatchObject({ complete: true, pages: 3 })
  // Two pages of the first range; then the second range, which failed, and again after that.
  expect(asked).toHaveLength(4)
  expect(asked[3]).toBe(asked[2])
})

test('a payment whose shift cannot be read may belong to this one, and is reported as left out', async () => {
  const payments = [...many(5, 2.1), { ...paid('odd', 2.2), shiftId: { id: 's' } }]
  const { store } = await openOddTill({ payments, shifts: [shiftAgo(2)] })
  const { facts, job } = await readShift(store, 's')
  expect(facts?.payments).toBe(5)
  expect(job).toMatchObject({ leftOut: 1 })
})

test('what a register was opened with, where it cannot be read, stands on the checklist', async () => {
  const balance = { paymentMethodId: 'cash', balance: 'a lot' }
  const cashRegisterShifts = [{ cashRegisterId: 'r', startBalances: [balance] }]
  const shift = { ...shiftAgo(2), cashRegisterShifts }
  const { store } = await openOddTill({ payments: many(5, 2.1), shifts: [shift] })
  await readShift(store, 's')
  const items = valueOfOk(await store.call('shifts.checklist', { shiftId: 's' }))
  expect(items).toContainEqual({ code: 'unread', count: 1, names: [] })
})
