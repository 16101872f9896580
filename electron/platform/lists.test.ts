import { describe, expect, test } from 'vitest'
import type { Connection } from './connection.ts'
import { eachItem } from './lists/list-step.ts'
import { everyCoupon, everyMovementOf, everyMovementOfEverybody, everyOrder } from './lists.ts'
import { connect, data, pageOf, records, collectSteps } from './lists/list.fixture.ts'

describe('how many pages there are', () => {
  const hundred = (page: number) => records(page * 100 - 99, page * 100)
  test.each<[name: string, info: (page: number) => object]>([
    ['by the next page alone', (page) => ({ hasNextPage: page < 3 })],
    ['by their number alone', () => ({ totalPages: 3 })],
    [
      'by their number, where the word for the next is always no',
      () => ({ hasNextPage: false, totalPages: 3 }),
    ],
    [
      'by the next page, where their number is too low',
      (page) => ({ hasNextPage: page < 3, totalPages: 1 }),
    ],
    ['by text', (page) => ({ hasNextPage: String(page < 3), totalPages: '3' })],
    ['by neither: a page that is short is the last', () => ({})],
    ['by neither that could be read', () => ({ hasNextPage: { is: true }, totalPages: 'some' })],
  ])('%s', async (_name, info) => {
    const { connection, seen } = await connect((request) => {
      const page = pageOf(request)
      return data({ items: page < 3 ? hundred(page) : records(201, 205), ...info(page) })
    })
    const { ids } = await collectSteps(everyCoupon(connection))
    expect(ids).toEqual(records(1, 205).map(({ _id }) => _id))
    expect(seen).toHaveLength(3)
  })

  test('by neither, and the last page is full: the next one is empty', async () => {
    const { connection, seen } = await connect((request) =>
      data({ items: pageOf(request) < 3 ? hundred(pageOf(request)) : [] }),
    )
    const { ids, last } = await collectSteps(everyCoupon(connection))
    expect(ids).toHaveLength(200)
    expect([seen.length, last]).toMatchObject([3, { complete: true }])
  })
})

describe('what cannot be read is left out and counted', () => {
  test('in the part and in all', async () => {
    const { connection } = await connect((request) =>
      data({
        items: pageOf(request) === 1 ? [{ _id: 'a' }, 7, { name: 'no id' }] : [null, { _id: 'b' }],
        totalPages: 2,
        totalCount: 5,
      }),
    )
    const lefts: number[] = []
    for await (const step of everyCoupon(connection)) if (step.ok) lefts.push(step.leftOut)
    expect(lefts).toEqual([2, 1])
    expect(await collectSteps(everyCoupon(connection))).toMatchObject({
      ids: ['a', 'b'],
      last: { complete: true, progress: { items: 2, leftOut: 3, totalCount: 5 } },
    })
  })

  test('a page with only unreadable records is not the end', async () => {
    const { connection } = await connect((request) =>
      data({ items: pageOf(request) === 1 ? [7, 8] : [{ _id: 'a' }], totalPages: 2 }),
    )
    expect(await collectSteps(everyCoupon(connection))).toMatchObject({ parts: [[], ['a']] })
  })

  test('of movements and of orders, too', async () => {
    const { connection } = await connect(({ path }) =>
      path.endsWith('/orders')
        ? data({ items: [{ _id: 'o', isScheduled: 0, items: [{ unitPrice: '105,50' }] }, 'x'] })
        : data({ movements: [{ amount: 5 }, 'x'] }),
    )
    for await (const step of everyMovementOfEverybody(connection))
      expect(step).toMatchObject({ value: [{ amount: 5 }], leftOut: 1, complete: true })
    for await (const step of everyOrder(connection)) {
      expect(step).toMatchObject({ value: [{ _id: 'o' }], leftOut: 1 })
      if (step.ok) expect(step.value[0]?.items?.[0]?.amount).toBeUndefined()
    }
  })

  test('fewer than the platform counts is not all', async () => {
    const { connection, seen } = await connect(() => data({ items: records(1, 3), totalCount: 4 }))
    expect(await collectSteps(everyCoupon(connection))).toMatchObject({ last: { complete: false } })
    // Nothing moved: reading again would show the same.
    expect(seen).toHaveLength(1)
  })
})

describe('a list that moves', () => {
  test('without a total: repeated records cause another pass', async () => {
    const first = records(1, 100)
    const { connection, seen } = await connect((request, nth) => {
      const all = nth === 1 ? records(1, 150) : [...records(901, 903), ...records(1, 150)]
      const page = pageOf(request)
      return data({ items: all.slice((page - 1) * 100, page * 100), hasNextPage: page < 2 })
    })
    const { parts, last } = await collectSteps(everyCoupon(connection))
    const ids = (items: typeof first) => items.map(({ _id }) => _id)
    expect(parts).toEqual([ids(first), ids(records(101, 150)), ids(records(901, 903)), []])
    expect([seen.length, last]).toMatchObject([4, { complete: true }])
  })

  test('more than a page of new records arrived: the repeated page is not a circle', async () => {
    const { connection } = await connect((request, nth) => {
      const all = nth === 1 ? records(1, 150) : [...records(901, 1000), ...records(1, 150)]
      const page = pageOf(request)
      return data({
        items: all.slice((page - 1) * 100, page * 100),
        totalPages: Math.ceil(all.length / 100),
        totalCount: all.length,
      })
    })
    const { ids, last } = await collectSteps(everyCoupon(connection))
    expect(new Set(ids).size).toBe(250)
    expect([ids.length, last]).toMatchObject([250, { complete: true }])
  })

  test('pages in a circle are a failure', async () => {
    const { connection } = await connect((request) =>
      data({ items: pageOf(request) % 2 === 1 ? records(1, 2) : records(3, 4), hasNextPage: true }),
    )
    expect(await collectSteps(everyCoupon(connection))).toMatchObject({
      ids: ['c1', 'c2', 'c3', 'c4'],
      last: {
        failure: { kind: 'unreadable', message: 'data.items: page 3 repeats what came before it' },
        resume: { page: 3 },
      },
    })
  })
})

describe('movements, which have no ids', () => {
  const alike = { amount: 5, userId: 'u', createdAt: '2026-11-20T15:00:00Z', balance: 5 }
  const other = { ...alike, amount: 6 }
  const pages = (...sentPages: { movements: object[]; totalCount?: number }[]) =>
    connect((request) => {
      const page = pageOf(request)
      const { movements = [], ...info } = sentPages[page - 1] ?? {}
      return data({ movements, pagination: { ...info, hasNextPage: page < sentPages.length } })
    })
  const amounts = async (connection: Connection): Promise<unknown[]> => {
    const amountsOrErrors: unknown[] = []
    for await (const item of eachItem(everyMovementOf(connection, 'u')))
      amountsOrErrors.push(item.ok ? item.value.amount : item.failure.message)
    return amountsOrErrors
  }

  test('two alike on one page are two', async () => {
    const { connection } = await pages({ movements: [alike, alike], totalCount: 2 })
    expect(await amounts(connection)).toEqual([5, 5])
  })

  test('two alike on two pages are two, while the platform counts as many', async () => {
    const { connection } = await pages(
      { movements: [other, alike], totalCount: 4 },
      { movements: [alike, other], totalCount: 4 },
    )
    expect(await amounts(connection)).toEqual([6, 5, 5, 6])
  })

  test('a record that repeats after the total grew has moved', async () => {
    const { connection } = await pages(
      { movements: [other, alike], totalCount: 3 },
      { movements: [alike, { ...alike, amount: 7 }], totalCount: 4 },
    )
    expect(await amounts(connection)).toEqual([6, 5, 7])
  })

  test('or without a total', async () => {
    const { connection } = await pages(
      { movements: [other, alike] },
      { movements: [alike, { ...alike, amount: 7 }] },
    )
    expect(await amounts(connection)).toEqual([6, 5, 7])
  })
})

test('cancelled before the start, nothing is requested', async () => {
  const { connection, seen } = await connect(() => data({ items: [] }))
  const steps = everyCoupon(connection, {}, { signal: AbortSignal.abort(), start: { page: 7 } })
  expect(await collectSteps(steps)).toMatchObject({
    last: { failure: { kind: 'called-off' }, resume: { page: 7 } },
  })
  expect(seen).toEqual([])
})

test('items end with the failure that ended the list', async () => {
  const { connection } = await connect((request) =>
    pageOf(request) === 1
      ? data({ items: records(1, 2), totalPages: 2 })
      : { status: 500, body: {} },
  )
  const items = eachItem(everyCoupon(connection))
  const idsOrStatuses: unknown[] = []
  for (;;) {
    const { done, value } = await items.next()
    if (done === true) {
      expect(value).toMatchObject({ ok: false, progress: { items: 2 }, resume: { page: 2 } })
      break
    }
    idsOrStatuses.push(value.ok ? value.value._id : value.failure.status)
  }
  expect(idsOrStatuses).toEqual(['c1', 'c2', 500])
})
