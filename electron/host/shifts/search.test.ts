import { expect, test } from 'vitest'
import type { JobSteering } from '#contract/jobs/jobs.ts'
import { fail } from '#contract/shared/result.ts'
import { valueOfOk } from '#test/support/reservations.ts'
import type { TestStore } from '#test/support/kitchen.ts'
import { endedShift, openShift, openShifts, searchUntil, tillOf } from '#test/support/shifts.ts'

const steer = async (store: TestStore, how: JobSteering) => {
  const { job } = valueOfOk(await store.call('shifts.search', {})) ?? {}
  return store.call('jobs.steer', { jobId: job?.id ?? '', how })
}

/** The list after the expected totals of all its shifts were shown. */
async function revealed(store: TestStore) {
  for (const { id } of (await searchUntil(store)).shifts)
    valueOfOk(await store.call('shifts.reveal', { shiftId: id }))
  return searchUntil(store)
}

test('finds the shifts that payments name, the open one first, with their times, and the sums once they may be seen', async () => {
  const store = await openShifts()
  expect(valueOfOk(await store.call('shifts.search', {}))).toBeNull()
  const begun = valueOfOk(await store.call('shifts.find', { days: 7 }))
  expect(begun).toMatchObject({ days: 7, job: { state: 'running', pages: 0 }, shifts: [] })
  const { shifts, job, currency } = await searchUntil(store)
  expect(job).toMatchObject({ pages: 4, items: 400, totalPages: 4, complete: true })
  expect(currency).toMatchObject({ code: 'CLP', decimals: 0 })
  const till = store.practice.till.shifts().toReversed()
  expect(shifts).toMatchObject(
    till.map(({ _id, startedAt, endedAt }) => {
      const { count, voided } = tillOf(store, _id)
      return {
        id: _id,
        from: startedAt,
        to: endedAt,
        isOpen: endedAt === null,
        payments: count,
        voided,
        sum: null,
        isPart: false,
        closeOut: null,
        isCounted: false,
      }
    }),
  )
  const amounts = till.map(({ _id }) => tillOf(store, _id).amount)
  const blind = JSON.stringify(shifts) + JSON.stringify(store.events)
  for (const amount of amounts) expect(blind).not.toContain(String(amount))
  expect((await revealed(store)).shifts.map(({ sum }) => sum)).toEqual(amounts)
  const reported = store.events.flatMap((event) =>
    event.type === 'jobs.changed' && event.job.startedBy === 'shifts.find' ? [event.job] : [],
  )
  expect(reported.map((each) => each.pages)).toEqual(expect.arrayContaining([1, 2, 3, 4]))
  expect(reported.at(-1)).toMatchObject({ state: 'done' })
})

test('a shift that began before the days that are read is only a part, and says so', async () => {
  const store = await openShifts()
  const shiftId = endedShift(store)
  const [long] = store.practice.till.shifts().filter(({ _id }) => _id === shiftId)
  const before = new Date(Date.now() - 5 * 24 * 3_600_000).toISOString()
  if (long !== undefined) long.startedAt = before
  store.practice.till.pay({ shiftId, createdAt: before })
  valueOfOk(await store.call('shifts.find', { days: 2 }))
  const { shifts } = await searchUntil(store)
  expect(shifts.find(({ id }) => id === shiftId)).toMatchObject({
    isPart: true,
    payments: tillOf(store, shiftId).count - 1,
  })
  expect(shifts.filter(({ isPart }) => isPart)).toHaveLength(1)
  valueOfOk(await store.call('shifts.find', { days: 7 }))
  expect((await searchUntil(store)).shifts.some(({ isPart }) => isPart)).toBe(false)
})

test('a platform that fails on page 7 of 50 leaves what was read, says where it stopped, and the rest follows', async () => {
  const store = await openShifts({ payments: 5_000 })
  store.practice.misbehave({ path: '/tab-payments', kind: 'status', status: 503, every: 7 })
  valueOfOk(await store.call('shifts.find', { days: 7 }))
  const stopped = await searchUntil(store, 'stopped')
  expect(stopped.job).toMatchObject({
    pages: 6,
    totalPages: 50,
    items: 600,
    error: { code: 'unreachable', reason: 'unavailable' },
  })
  expect(stopped.shifts.length).toBeGreaterThan(0)
  expect(stopped.shifts.reduce((n, each) => n + each.payments + each.voided, 0)).toBe(600)
  store.practice.behave()
  expect(await steer(store, 'resume')).toMatchObject({ ok: true })
  const { shifts, job } = await revealed(store)
  expect(job).toMatchObject({ pages: 50, items: 5_000, error: null })
  for (const { id, payments, sum } of shifts)
    expect({ payments, sum }).toEqual({
      payments: tillOf(store, id).count,
      sum: tillOf(store, id).amount,
    })
  expect(await steer(store, 'resume')).toEqual(fail('too-late'))
})

test('where a shift cannot be read it is asked for again, and the payments are not', async () => {
  const store = await openShifts({ payments: 300 })
  store.practice.misbehave({ path: '/shifts/', kind: 'status', status: 503 })
  valueOfOk(await store.call('shifts.find', { days: 7 }))
  const stopped = await searchUntil(store, 'stopped')
  expect(stopped.job).toMatchObject({ pages: 3, items: 300, error: { code: 'unreachable' } })
  store.practice.behave()
  expect(await steer(store, 'resume')).toMatchObject({ ok: true })
  const { shifts, job } = await searchUntil(store)
  expect(job).toMatchObject({ pages: 3, items: 300, error: null })
  expect(shifts.reduce((n, each) => n + each.payments + each.voided, 0)).toBe(300)
})

test('what is paid and voided while it is read is in the sums, each once', async () => {
  const store = await openShifts({ payments: 5_000 })
  valueOfOk(await store.call('shifts.find', { days: 7 }))
  await expect
    .poll(async () => valueOfOk(await store.call('shifts.search', {}))?.job.pages ?? 0)
    .toBeGreaterThan(5)
  for (let nth = 0; nth < 150; nth++) store.practice.till.pay({ amount: 1_000 + nth })
  const voided = store.practice.till.payments().at(-1)?._id ?? ''
  store.practice.till.voidPayment(voided)
  const { shifts, job } = await revealed(store)
  expect(job).toMatchObject({ items: 5_150, complete: true })
  const open = shifts.find(({ isOpen }) => isOpen)
  const till = tillOf(store, openShift(store))
  expect(open).toMatchObject({ payments: till.count, voided: till.voided, sum: till.amount })
})

test('is stopped by a person, goes on from there, and begins anew where it is asked to', async () => {
  const store = await openShifts({ payments: 5_000 })
  valueOfOk(await store.call('shifts.find', { days: 7 }))
  await expect
    .poll(async () => valueOfOk(await store.call('shifts.search', {}))?.job.pages ?? 0)
    .toBeGreaterThan(2)
  valueOfOk(await steer(store, 'pause'))
  const { job } = await searchUntil(store, 'paused')
  expect(job.pages).toBeLessThan(50)
  valueOfOk(await steer(store, 'resume'))
  expect((await searchUntil(store)).job).toMatchObject({ items: 5_000, pages: 50 })
  valueOfOk(await store.call('shifts.find', { days: 1 }))
  const again = await searchUntil(store)
  expect(again.days).toBe(1)
  expect(again.job.items).toBeLessThan(5_000)
})

test('if everything was paid by one method, its sum is the expected amount and is hidden before the count', async () => {
  const store = await openShifts()
  for (const each of store.practice.till.payments()) each.paymentMethodId = 'tpm-efectivo'
  valueOfOk(await store.call('shifts.find', { days: 7 }))
  const { shifts } = await searchUntil(store)
  expect(shifts.map(({ sum }) => sum)).toEqual([null, null, null])
  valueOfOk(await store.call('shifts.reveal', { shiftId: openShift(store) }))
  const [open] = (await searchUntil(store)).shifts
  expect(open?.sum).toBe(tillOf(store, openShift(store)).amount)
})
