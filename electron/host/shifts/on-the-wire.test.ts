import { expect, test } from 'vitest'
import { valueOfOk } from '#test/support/reservations.ts'
import { FakeClock } from '#test/support/fake-clock.ts'
import { lost, openGoBetween } from '#test/support/go-between.ts'
import { openTestStore, type TestStore } from '#test/support/kitchen.ts'
import {
  close,
  counted,
  finish,
  keep,
  openShift,
  readAgain,
  readShift,
  tillOf,
} from '#test/support/shifts.ts'

const isPayments = (path: string): boolean => path.endsWith('/tab-payments')

/** A store with an open shift, whose till a test can pause. */
async function openTill(options: Parameters<typeof openTestStore>[0] = {}) {
  const between = await openGoBetween()
  // The till is on the same host as version 3 of the API.
  const tabsUrl = `${new URL(between.connection.v3Url).origin}${new URL(between.practice.tabs).pathname}`
  const store = await openTestStore({ between, reach: () => ({ tabsUrl }), ...options })
  valueOfOk(
    await store.call('settings.change', {
      requestsPerSecond: 50,
      tipsInAmount: 'inside',
      overShortThreshold: 900_000,
    }),
  )
  return { store, hold: between.hold, shiftId: openShift(store) }
}

const codes = async (store: TestStore, shiftId: string) =>
  valueOfOk(await store.call('shifts.checklist', { shiftId })).map(({ code }) => code)

test('a refresh that started before the count was finished does not count as one after it', async () => {
  const clock = new FakeClock(new Date().toISOString())
  const { store, hold, shiftId } = await openTill({ clock })
  await expect.poll(async () => valueOfOk(await store.call('status.get', {})).store).not.toBeNull()
  store.practice.till.pay({ amount: 7_000 })
  const read = async (begin: () => unknown) => {
    await begin()
    await expect
      .poll(async () => {
        await clock.advance(100)
        return valueOfOk(await store.call('shifts.show', { shiftId })).job.state
      })
      .toBe('done')
  }
  await read(() => store.call('shifts.show', { shiftId }))
  await keep(store, shiftId, (draft) => counted(store, shiftId, draft))
  const held = hold({ fits: (path) => path.endsWith('/waste-incidents') })
  valueOfOk(await store.call('shifts.refresh', { shiftId }))
  const arrived = held.next()
  await expect
    .poll(async () => {
      await clock.advance(100)
      return Promise.race([arrived.then(() => true), new Promise((go) => setImmediate(go))])
    })
    .toBe(true)
  const request = await arrived
  held.stop()
  await clock.advance(5_000)
  // All its payments have been read, so this one is missing.
  store.practice.till.pay({ amount: 9_000 })
  valueOfOk(await finish(store, shiftId))
  await clock.advance(5_000)
  await read(() => request.answer())
  expect(valueOfOk(await store.call('shifts.show', { shiftId }))).toMatchObject({
    isFresh: false,
    changes: [],
  })
  expect(await codes(store, shiftId)).toContain('not-read-again')
  await read(() => store.call('shifts.refresh', { shiftId }))
  expect(valueOfOk(await store.call('shifts.show', { shiftId })).isFresh).toBe(true)
  expect(await codes(store, shiftId)).toContain('changed')
})

test('during a refresh, missing figures stay on the checklist and in the signed close-out', async () => {
  const { store, hold, shiftId } = await openTill()
  await expect.poll(async () => valueOfOk(await store.call('status.get', {})).store).not.toBeNull()
  store.practice.till.pay({ amount: 7_000 })
  const refresh = hold({ fits: isPayments, max: 1 })
  valueOfOk(await store.call('shifts.show', { shiftId }))
  const first = await refresh.next()
  // One of the records cannot be read.
  const items = [...store.practice.till.payments(), 'nothing']
  const data = { items, hasNextPage: false }
  await first.answer({ body: JSON.stringify({ success: true, data }) })
  await readShift(store, shiftId)
  await keep(store, shiftId, (draft) => counted(store, shiftId, draft))
  valueOfOk(await finish(store, shiftId))
  expect(await codes(store, shiftId)).toContain('unread')
  const again = hold({ fits: isPayments })
  valueOfOk(await store.call('shifts.refresh', { shiftId }))
  const second = await again.next()
  expect(await codes(store, shiftId)).toContain('unread')
  const document = valueOfOk(await close(store, shiftId))
  expect(document.checklist.map(({ code }) => code)).toContain('unread')
  await second.answer(lost)
})

test('a shift that was read before the store’s currency was known is read again once it is', async () => {
  const { store, hold, shiftId } = await openTill({ me: false })
  const before = await readShift(store, shiftId)
  expect(before.currency).toMatchObject({ code: null, decimals: 2 })
  const { next } = hold({ fits: isPayments, max: 1 })
  valueOfOk(await store.call('shifts.refresh', { shiftId }))
  const request = await next()
  store.practice.behave()
  valueOfOk(await store.call('connection.resume', {}))
  await expect
    .poll(async () => valueOfOk(await store.call('status.get', {})).store?.countryCode)
    .toBe('CL')
  await request.answer()
  const { currency, facts } = await readShift(store, shiftId)
  expect(currency).toMatchObject({ code: 'CLP', decimals: 0 })
  expect(facts?.timeZone).toBe('America/Santiago')
  await keep(store, shiftId, (draft) => counted(store, shiftId, draft))
  const view = valueOfOk(await finish(store, shiftId))
  expect(view.figures?.all.amount).toBe(tillOf(store, shiftId).amount)
  expect(view.overShort?.map(({ known: amount }) => amount)).toEqual(view.overShort?.map(() => 0))
  expect((await readAgain(store, shiftId)).currency).toMatchObject({ code: 'CLP' })
})
