import { expect, test } from 'vitest'
import { examine } from './examine.ts'
import { openGoBetween, placeOrders } from '#test/support/go-between.ts'
import { report } from './report.ts'

const appVersion = '9.9.9'

test('lists each operation and each name, and where they were asked', async () => {
  const { connection, practice } = await openGoBetween({
    answer: (path) =>
      path === '/royalty/summary'
        ? { status: 503, body: JSON.stringify({ success: false, error: { message: 'Closed' } }) }
        : undefined,
  })
  await placeOrders(practice)
  const examination = await examine(connection, {
    storeId: practice.storeId,
    unknownNames: ['orderPaht'],
  })
  const text = report(examination, { connection, appVersion })
  expect(text).toContain('Kitchen Pass 9.9.9')
  expect(text).toMatch(/GET +\/royalty\/summary +unavailable, come back later \(503\): Closed\n/)
  expect(text).toMatch(/POST +\/updateStock +not tried, because it writes\n/)
  expect(text).toMatch(
    /clientsSearchParameter +search +proven +a guess +The text to search clients for\n/,
  )
  expect(text).toMatch(/weekdays +1 2 3 4 5 6 7 +the data could not tell/)
  expect(text).toContain('Operations: 15 of 16 tried were reached, 10 were not tried.')
  expect(text).toContain('orderPaht')
  for (const { name } of examination.names) expect(text).toContain(`\n${name} `)
})

const pathSecret = 'qLkZ3vTn8wXe1RbY'

test('holds no secret, no id and nobody, whatever the platform says', async () => {
  const secrets: string[] = []
  const { connection, practice } = await openGoBetween({
    // An id that is a name, which no pattern finds.
    data: (path, data) =>
      path === '/royalty/clients'
        ? { success: true, data: { items: [{ _id: 'anadiaz', name: 'Ana Díaz' }] } }
        : data,
    answer(_path, url) {
      const asked = [...url.pathname.split('/').slice(4), ...url.searchParams.values()]
      const sentence = `No ${asked.join(' ')} for ${secrets.join(', ')}\u0000\nGET /forged reached`
      const good = ['/api/me', '/ecommerce/menu', '/royalty/clients', '/tab-payments']
      return good.some((end) => url.pathname.endsWith(end)) && url.search === ''
        ? undefined
        : { status: 400, body: JSON.stringify({ success: false, error: { message: sentence } }) }
    },
  })
  const { token } = practice
  secrets.push(
    token,
    token.slice(0, 9),
    'ana.diaz@example.com',
    '+56 9 8765 4321',
    'Li4eEa3W2hiuGGCFa',
  )
  const examination = await examine(connection, { storeId: practice.storeId })
  const text = report(examination, {
    connection: {
      ...connection,
      // The path is shown, because a wrong path is the most common question; a key in it is not.
      v3Url: `https://shop:hunter22@platform.example/api/${pathSecret}/v3`,
      v1Url: 'https://platform.example/v1?key=query-secret',
    },
    appVersion,
  })
  expect(text).toContain('https://platform.example/api/[…]/v3\n')
  expect(text).toContain('https://platform.example/v1\n')
  expect(text).toMatch(/\/royalty\/summary +refused \(400\): No /)
  expect(text).toMatch(/\/royalty\/client +refused/)
  const planted = [
    ...secrets,
    'anadiaz',
    'Díaz',
    practice.storeId,
    'hunter22',
    pathSecret,
    'query-secret',
  ]
  for (const secret of planted) {
    expect(text).not.toContain(secret)
    expect(JSON.stringify(examination)).not.toContain(secret)
  }
  expect(text).not.toMatch(/^GET \/forged/m)
})
