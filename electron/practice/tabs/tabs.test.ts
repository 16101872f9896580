import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { dialect } from '../dialect.ts'
import { colon, incident, method, payment, serveTill } from './till.fixture.ts'

/** The field by which a list is sorted, if its items contain it. */
const sortable = z.object({ createdAt: z.string(), date: z.string() }).partial()

let area: Awaited<ReturnType<typeof serveTill>>
beforeAll(async () => {
  area = await serveTill()
})
afterAll(() => area.close())

describe.each([
  ['tab-payments', payment, 'createdAt'],
  ['waste-incidents', incident, 'date'],
  ['payment-methods', method, 'createdAt'],
] as const)('the list of %s', (name, item, sortField) => {
  const path = `/tabs/${colon}/${name}`
  const query = (parameter: string, value: string | number): string => `${parameter}=${value}`

  test('has ten to a page and is paged through without a gap', async () => {
    const whole = await area.list(item, `${path}?${query(dialect.tabsLimitParameter, 100)}`)
    const first = await area.list(item, path)
    expect(first.items).toEqual(whole.items.slice(0, 10))
    expect(first).toMatchObject({
      hasPreviousPage: false,
      hasNextPage: whole.totalCount > 10,
      totalPages: Math.ceil(whole.totalCount / 10),
      totalCount: whole.totalCount,
    })
    const three = query(dialect.tabsLimitParameter, 3)
    const second = await area.list(item, `${path}?${three}&${query(dialect.tabsPageParameter, 2)}`)
    expect(second.items).toEqual(whole.items.slice(3, 6))
    expect(second.hasPreviousPage).toBe(true)
    const far = await area.list(item, `${path}?${query(dialect.tabsPageParameter, 1000)}`)
    expect(far).toMatchObject({ items: [], hasNextPage: false, hasPreviousPage: true })
  })

  test('is sorted by its one field, in the dialect’s order unless asked', async () => {
    const ordered = (order: string): string => query(dialect.tabsOrderParameter, order)
    const four = query(dialect.tabsLimitParameter, 4)
    const plain = await area.list(item, `${path}?${four}`)
    const usual = await area.list(item, `${path}?${four}&${ordered(dialect.tabsDefaultOrder)}`)
    expect(plain).toEqual(usual)
    const sorted = query(dialect.tabsSortParameter, sortField)
    const all = `${path}?${query(dialect.tabsLimitParameter, 100)}&${sorted}`
    const up = await area.list(item, `${all}&${ordered('asc')}`)
    const last = up.totalPages
    const end = await area.list(
      item,
      `${all}&${ordered('asc')}&${query(dialect.tabsPageParameter, last)}`,
    )
    const down = await area.list(item, `${all}&${ordered('desc')}`)
    expect(down.items.at(0)).toEqual(end.items.at(-1))
    const dates = up.items.flatMap((each) => Object.values(sortable.parse(each)))
    expect(dates).toEqual(dates.toSorted())
  })

  test.each([
    query(dialect.tabsLimitParameter, 101),
    query(dialect.tabsLimitParameter, 0),
    query(dialect.tabsLimitParameter, 'ten'),
    query(dialect.tabsLimitParameter, '5.5'),
    query(dialect.tabsPageParameter, 0),
    query(dialect.tabsPageParameter, -1),
    `${query(dialect.tabsPageParameter, 1)}&${query(dialect.tabsPageParameter, 2)}`,
    query(dialect.tabsSortParameter, sortField === 'date' ? 'createdAt' : 'date'),
    query(dialect.tabsSortParameter, ''),
    query(dialect.tabsOrderParameter, 'up'),
    query(dialect.tabsOrderParameter, 'DESC'),
  ])('refuses %s', async (wrong) => {
    const { status, body } = await area.ask(`${path}?${wrong}`)
    expect(status).toBe(400)
    const message: unknown = expect.stringContaining('The request has an error')
    expect(body).toEqual({ success: false, error: { error: 'error', message } })
  })

  test('is of a known store only', async () => {
    expect((await area.ask(`/tabs/nowhere/${name}`)).status).toBe(404)
    expect((await area.ask(`/tabs/colon/${name}`)).body).toEqual((await area.ask(path)).body)
  })
})

test.each([dialect.tabsFromParameter, dialect.tabsToParameter])(
  '%s is a date-time where a list has dates, and no bare day or word',
  async (parameter) => {
    for (const name of ['tab-payments', 'waste-incidents']) {
      for (const wrong of ['yesterday', '2026-11-20', '2026-13-01T00:00:00Z', '']) {
        expect((await area.ask(`/tabs/${colon}/${name}?${parameter}=${wrong}`)).status).toBe(400)
      }
    }
  },
)

test('the methods of payment are four, in the order in which they were set up', async () => {
  const query = `${dialect.tabsOrderParameter}=asc`
  const { items } = await area.list(method, `/tabs/${colon}/payment-methods?${query}`)
  expect(items.map(({ name }) => name)).toEqual([
    'Efectivo',
    'Tarjeta de débito',
    'Tarjeta de crédito',
    'Transferencia',
  ])
})
