import { expect, test } from 'vitest'
import type { Proof } from '#contract/doctor/doctor.ts'
import { openGoBetween, placeOrders, type GoBetween } from '#test/support/go-between.ts'
import { examine } from './examine.ts'

async function examined({ connection, practice }: GoBetween): Promise<Record<string, Proof>> {
  const { names } = await examine(connection, { storeId: practice.storeId })
  return Object.fromEntries(names.map(({ name, proof }) => [name, proof]))
}

const askedAt = ({ asked }: GoBetween, path: string): string[] =>
  asked.filter((each) => each.includes(path)).map((each) => each.split('?')[1] ?? '')

/** The answer of a list without its items. */
const emptied = (body: unknown): unknown => {
  const { data } = body as { data: object }
  return { success: true, data: { ...data, items: [], totalCount: 0 } }
}

test('of lists that share names, only the first with two items is asked further questions', async () => {
  const between = await openGoBetween()
  expect(await examined(between)).toMatchObject({ tabsLimitParameter: 'proven' })
  expect(askedAt(between, 'tab-payments').length).toBeGreaterThan(5)
  expect(askedAt(between, 'waste-incidents')).toEqual([''])

  const data = (path: string, body: unknown) =>
    path.endsWith('tab-payments') ? emptied(body) : body
  const withoutPayments = await openGoBetween({ data })
  expect(await examined(withoutPayments)).toMatchObject({
    tabsLimitParameter: 'proven',
    tabsOrderParameter: 'proven',
  })
  expect(askedAt(withoutPayments, 'tab-payments')).toEqual([''])
})

test('a name that is not understood proves no other', async () => {
  const wrong = { ordersLimitParameter: 'cuantos', ordersStoresParameter: 'tiendas' }
  const between = await openGoBetween({}, wrong)
  await placeOrders(between.practice)
  await examined(between)
  const asked = askedAt(between, '/ecommerce/orders').filter((each) => each !== '')
  expect(asked.filter((each) => each.includes('tiendas='))).toHaveLength(2)
  expect(asked).not.toContain('cuantos=100')
})

test('each operation is tried once, whatever needs its answer', async () => {
  const between = await openGoBetween()
  await placeOrders(between.practice)
  await examined(between)
  const plain = between.asked.filter((each) => !each.includes('?'))
  expect(plain).toEqual([...new Set(plain)])
})

test('a list that grows contradicts nothing', async () => {
  const list = (ids: readonly string[]) => ({
    body: JSON.stringify({
      success: true,
      data: { items: ids.map((_id) => ({ _id })), hasNextPage: false, totalCount: ids.length },
    }),
  })
  const between = await openGoBetween({
    answer(path, { searchParams: query }) {
      if (path === '/ecommerce/coupons') return list([])
      if (path !== '/ecommerce/orders') return undefined
      const [first, second] = query.getAll('storesIds')
      if (first === 'no-such-store') return list([])
      // Both together: a new order arrived, and the others moved.
      if (first !== undefined) return list(second === undefined ? [`of-${first}`] : ['new'])
      return list(['one', 'two', 'three'].slice(0, Number(query.get('limit') ?? 3)))
    },
  })
  expect(await examined(between)).toMatchObject({
    ordersStoresParameter: 'proven',
    queryArrays: 'unclear',
  })
  expect(between.asked.filter((each) => each.split('storesIds=').length > 2)).not.toEqual([])
})

test('a sort order that the platform rejects is not tried in the other direction', async () => {
  const between = await openGoBetween(
    {
      answer: (_path, { searchParams: query }) =>
        query.has('wie') ? { status: 400, body: '{"success":false}' } : undefined,
    },
    { tabsOrderParameter: 'wie' },
  )
  expect(await examined(between)).toMatchObject({ tabsOrderParameter: 'contradicted' })
  const asked = askedAt(between, 'tab-payments')
  expect(asked.filter((each) => each.startsWith('wie='))).toEqual(['wie=asc'])
})
