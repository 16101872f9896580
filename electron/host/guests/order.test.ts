import { expect, test } from 'vitest'
import type { Input } from '#contract/index.ts'
import { fail } from '#contract/shared/result.ts'
import { valueOfOk } from '#test/support/reservations.ts'
import { openGoBetween } from '#test/support/go-between.ts'
import { openTestStore, type TestStore } from '#test/support/kitchen.ts'

/** Whole pages of 50, and two requests for the list. */
const clients = 1_150

type Options = Partial<Input<'guests.list'>>
const list = async (store: TestStore, request: Options = {}) =>
  valueOfOk(await store.call('guests.list', { text: '', page: 1, ...request }))

/** The first two pages of a completely sorted list, and the last page. */
async function some(store: TestStore, order: Options['order']) {
  const pages = []
  for (const page of [1, 2, clients / 50]) pages.push(await list(store, { order, page }))
  expect(pages.map(({ sorted, hasMore, total }) => [sorted, hasMore, total])).toEqual([
    ['all', true, clients],
    ['all', true, clients],
    ['all', false, clients],
  ])
  const guests = pages.flatMap((each) => each.guests)
  expect(new Set(guests.map(({ clientId }) => clientId)).size).toBe(150)
  return guests
}

test('by points, by the last visit and by name the whole list is sorted, not a page of it', async () => {
  const between = await openGoBetween({}, {}, { clients })
  const store = await openTestStore({ between })
  const points = (await some(store, 'points')).map(({ pointsBalance }) => pointsBalance ?? -1)
  expect(points).toEqual(points.toSorted((one, other) => other - one))
  expect(points[0]).toBeGreaterThan((await list(store)).guests[0]?.pointsBalance ?? 0)
  const last = (await some(store, 'last-visit')).map(({ lastVisit }) => lastVisit ?? '')
  expect(last).toEqual(last.toSorted().toReversed())
  const names = (await some(store, 'name')).map(({ name }) => name ?? '')
  expect(names).toEqual(names.toSorted(new Intl.Collator('es', { sensitivity: 'base' }).compare))
  // The list is loaded once for all pages and orders.
  expect(between.asked.filter((each) => each.includes('pageSize=1000'))).toHaveLength(2)
})

test('of more guests than are read for it only the page is sorted, and it is said', async () => {
  const store = await openTestStore({ clients: 5_500 })
  const first = await list(store)
  const sorted = await list(store, { order: 'points' })
  expect(sorted).toMatchObject({ sorted: 'page', total: 5_500, hasMore: true })
  const ids = (guests: typeof first.guests) => guests.map(({ clientId }) => clientId).toSorted()
  expect(ids(sorted.guests)).toEqual(ids(first.guests))
  const points = sorted.guests.map(({ pointsBalance }) => pointsBalance ?? -Infinity)
  expect(points).toEqual(points.toSorted((one, other) => other - one))
})

test('of one status, in any order, by the names that the profile gives it', async () => {
  const between = await openGoBetween(
    {
      query: (query) => {
        const reported = new URLSearchParams([...query].filter(([name]) => name !== 'clientState'))
        const status = query.get('clientState')
        if (status !== null) reported.set('status', status === 'asleep' ? 'inactive' : 'active')
        return reported
      },
      data: (_path, data) =>
        JSON.parse(
          JSON.stringify(data)
            .replaceAll('"status":"inactive"', '"status":"asleep"')
            .replaceAll('"status":"active"', '"status":"awake"'),
        ) as unknown,
    },
    { clientsStatusParameter: 'clientState', clientStatuses: 'all awake asleep' },
    { clients },
  )
  const { dialect } = between.connection
  const store = await openTestStore({ between, reach: () => ({ dialect }) })
  const all = await list(store)
  expect(all).toMatchObject({ statuses: ['awake', 'asleep'], isFiltered: true, total: clients })
  const awake = await list(store, { status: 'awake' })
  const asleep = await list(store, { status: 'asleep', order: 'points' })
  expect(awake.isFiltered && asleep.isFiltered).toBe(true)
  expect((awake.total ?? 0) + (asleep.total ?? 0)).toBe(clients)
  expect(between.asked.some((each) => each.includes('clientState=asleep'))).toBe(true)
  expect(await store.call('guests.list', { text: '', page: 1, status: 'active' })).toEqual(
    fail('bad-input', 'status'),
  )
})

test('a platform that ignores the status filter is not trusted', async () => {
  const between = await openGoBetween(
    { query: (query) => new URLSearchParams([...query].filter(([name]) => name !== 'status')) },
    {},
    { clients },
  )
  const store = await openTestStore({ between })
  expect(await list(store, { status: 'active' })).toMatchObject({
    total: clients,
    isFiltered: false,
  })
})

test('a list that cannot be read whole is an error, and the next one asks again', async () => {
  const store = await openTestStore({ clients })
  store.practice.misbehave({ path: 'pageSize=1000', kind: 'status', status: 403 })
  expect(await store.call('guests.list', { text: '', page: 1, order: 'name' })).toMatchObject({
    ok: false,
  })
  store.practice.behave()
  expect(await list(store, { order: 'name' })).toMatchObject({ sorted: 'all', total: clients })
})
