import { describe, expect, test } from 'vitest'
import type { Examination, Proof } from '#contract/doctor/doctor.ts'
import { createDialect, describeDialect } from '#platform/dialect.ts'
import { openGoBetween, placeOrders, type GoBetween } from '#test/support/go-between.ts'
import { examine } from './examine.ts'

const examined = ({ connection, practice }: GoBetween): Promise<Examination> =>
  examine(connection, { storeId: practice.storeId })

const namesThatAre = (proof: Proof, { names }: Examination): string[] =>
  names.filter((each) => each.proof === proof).map(({ name }) => name)

const parameters = describeDialect(createDialect())
  .map(({ name }) => name)
  .filter((name) => name.endsWith('Parameter'))

describe('names that are wrong', () => {
  test.each([
    ['which the platform does not heed', undefined],
    [
      'which the platform refuses',
      (_path: string, url: URL) =>
        [...url.searchParams.keys()].some((name) => name.startsWith('wrong'))
          ? { status: 400, body: '{"success":false,"error":{"message":"What is that?"}}' }
          : undefined,
    ],
  ])('%s', async (_case, answer) => {
    const wrong = Object.fromEntries(parameters.map((name, index) => [name, `wrong${index}`]))
    const between = await openGoBetween(answer === undefined ? {} : { answer }, wrong)
    await placeOrders(between.practice)
    const examination = await examined(between)
    // A platform that ignores the sort field still sorts by it.
    const isOpen = (name: string): boolean => answer === undefined && name === 'tabsSortParameter'
    expect(namesThatAre('contradicted', examination)).toEqual(
      parameters.filter((name) => !isOpen(name)),
    )
    expect(between.asked.filter((each) => !each.startsWith('GET '))).toEqual([])
  })

  test.each<[string, Record<string, string>]>([
    ['ordersPath', { ordersPath: '/shop/orders' }],
    ['orderPath', { orderPath: '/shop/orders/{orderId}' }],
    ['tabsDefaultOrder', { tabsDefaultOrder: 'asc' }],
    ['clientStatuses', { clientStatuses: 'all awake asleep' }],
    ['vendorPrefix', { vendorPrefix: 'acme' }],
    ['weekdays', { weekdays: '1 2 3 4 5 6 8' }],
    ['queryArrays', { queryArrays: 'brackets' }],
  ])('%s', async (name, wrong) => {
    const between = await openGoBetween({}, wrong)
    await placeOrders(between.practice)
    expect(namesThatAre('contradicted', await examined(between))).toContain(name)
  })

  test('orderPath, where another order comes', async () => {
    const data = (path: string, body: unknown): unknown =>
      path.startsWith('/ecommerce/orders/') ? { success: true, data: { _id: 'another' } } : body
    const between = await openGoBetween({ data })
    await placeOrders(between.practice)
    expect(namesThatAre('contradicted', await examined(between))).toEqual(['orderPath'])
  })

  test('of fields that no record has: the report names the fields found instead', async () => {
    const wrong = { 'menuProduct.price': 'precio', 'menu.channels': 'canales' }
    const between = await openGoBetween({}, wrong)
    const examination = await examined(between)
    const verdictOf = (name: string) => examination.names.find((each) => each.name === name)
    expect(verdictOf('menuProduct.price')).toMatchObject({ proof: 'contradicted', seen: ['price'] })
    // One menu is not enough to tell.
    expect(verdictOf('menu.channels')).toMatchObject({ proof: 'unclear', seen: [] })
  })
})

test('the external id of a store, where the token’s stores have one', async () => {
  const data = (path: string, body: unknown): unknown =>
    path === '/api/me'
      ? JSON.parse(JSON.stringify(body).replaceAll('"timezone"', '"externalId"'))
      : body
  const between = await openGoBetween({ data })
  expect(namesThatAre('proven', await examined(between))).toContain('store.externalId')
})

test('names of another platform are proven where they are right', async () => {
  const fields = {
    price: 'precio',
    serviceUserId: 'acmeUserId',
    serviceCoinsDiscount: 'acmeCoinsDiscount',
    categoryId: 'categoria',
  }
  const parametersThere: Record<string, string> = {
    pagina: 'page',
    cuantos: 'pageSize',
    buscar: 'search',
  }
  const own = {
    'menuProduct.price': 'precio',
    'menuOption.price': 'precio',
    'driver.categoryId': 'categoria',
    vendorPrefix: 'acme',
    clientsPageParameter: 'pagina',
    clientsPageSizeParameter: 'cuantos',
    clientsSearchParameter: 'buscar',
  }
  const between = await openGoBetween(
    {
      fields,
      query: (query) =>
        new URLSearchParams(
          [...query].map(([name, value]): [string, string] => [
            parametersThere[name] ?? name,
            value,
          ]),
        ),
    },
    own,
  )
  await placeOrders(between.practice)
  const examination = await examined(between)
  expect(namesThatAre('proven', examination)).toEqual(expect.arrayContaining(Object.keys(own)))
  expect(namesThatAre('contradicted', examination)).toEqual([])
})
