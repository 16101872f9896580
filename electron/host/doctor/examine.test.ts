import { describe, expect, test } from 'vitest'
import type { Examination, Proof } from '#contract/doctor/doctor.ts'
import type { Connection } from '#platform/connection.ts'
import { platformOperations } from '#platform/operations.ts'
import type { DialectName } from '#platform/assumptions.ts'
import { examine } from './examine.ts'
import { interchangeableNames } from './names.ts'
import {
  openGoBetween,
  placeOrders,
  type Answer,
  type GoBetween,
} from '#test/support/go-between.ts'

/** Waits less where an answer never comes. */
const examined = (
  connection: Connection,
  storeId: string | null = null,
  answer: Answer = {},
): Promise<Examination> =>
  examine(connection, { storeId, answerWithinMs: answer.silence === 'held' ? 1_000 : 15_000 })

const namesThatAre = (proof: Proof, { names }: Examination): string[] =>
  names.filter((each) => each.proof === proof).map(({ name }) => name)

const findings = ({ operations }: Examination): Record<string, unknown> =>
  Object.fromEntries(operations.map(({ operation, finding }) => [operation, finding]))

const line = ({ operations }: Examination, name: string): object | undefined =>
  operations.find(({ operation }) => operation === name)

/** Ids and links in the practice platform's menu. */
const practiceNames = new Set<DialectName>([
  'menu._id',
  'menu.externalId',
  'menuCategory._id',
  'menuCategory.externalId',
  'menuProduct._id',
  'menuProduct.externalId',
  'menuProduct.categoriesExternalIds',
  'menuProduct.modifiersExternalIds',
  'menuModifier._id',
  'menuModifier.externalId',
  'menuModifier.optionIds',
  'menuOption._id',
  'menuOption.externalId',
])

const onlyReads = ({ asked }: GoBetween): void => {
  expect(asked.filter((each) => !each.startsWith('GET '))).toEqual([])
}

const parsed = Object.entries(platformOperations)
  .filter(([, { spec }]) => spec.method === 'GET')
  .map(([name]) => name)
const writing = Object.keys(platformOperations).filter((name) => !parsed.includes(name))

describe('a platform that works', () => {
  test('is reached by all read operations in few requests, and proves its names', async () => {
    const between = await openGoBetween()
    await placeOrders(between.practice)
    const examination = await examined(between.connection, between.practice.storeId)
    expect(findings(examination)).toEqual({
      ...Object.fromEntries(parsed.map((name) => [name, 'reached'])),
      ...Object.fromEntries(writing.map((name) => [name, 'writes'])),
    })
    expect(examination).toMatchObject({ state: 'done', done: 26, total: 26 })
    expect(namesThatAre('contradicted', examination)).toEqual([])
    expect(namesThatAre('not-reached', examination)).toEqual([])
    // An alternative for a name that was found proves nothing: a platform has only some of them.
    const otherWays = new Set(
      interchangeableNames.flatMap((names) => names).filter((name) => !practiceNames.has(name)),
    )
    const unclear = namesThatAre('unclear', examination)
    expect(unclear.filter((name) => !otherWays.has(name as DialectName))).toEqual([
      // `admin` may do everything, so nothing says which name another permission has.
      'permissionsOrders',
      'permissionsStock',
      'permissionsReservations',
      'permissionsGuests',
      'permissionsCoupons',
      'permissionsPayments',
      'permissionsStore',
      'ordersListedWithinMinutes',
      'tabsSortParameter',
      'weekdays',
      'schedule.specialPeriods',
      // No product of the practice platform names its station or its course.
      'stationField',
      'courseField',
      // No option of it comes with its product.
      'defaultOptionField',
      // Nobody marked an order ready.
      'statusesReady',
      'deliveryStatusesDone',
      // Nobody split one.
      'originFields',
    ])
    expect(unclear).toEqual(expect.arrayContaining([...otherWays]))
    expect(examination.menu).toEqual({ withoutCategory: 0, withoutModifier: 0, leftOut: 0 })
    onlyReads(between)
    expect(between.asked.length).toBeLessThan(60)
  })

  test('without orders, names that only orders prove stay open', async () => {
    const { connection, practice } = await openGoBetween()
    const examination = await examined(connection, practice.storeId)
    expect(findings(examination)).toMatchObject({
      readOrder: 'nothing-to-ask',
      listMenus: 'reached',
    })
    expect(namesThatAre('contradicted', examination)).toEqual([])
    expect(namesThatAre('not-reached', examination)).toEqual(['orderPath'])
    expect(namesThatAre('unclear', examination)).toEqual(
      expect.arrayContaining(['ordersLimitParameter', 'ordersFromParameter', 'driver.name']),
    )
  })

  test('without a store, it is the first that the token sees', async () => {
    const { connection, practice, asked } = await openGoBetween()
    expect(findings(await examined(connection))).toMatchObject({ listTabPayments: 'reached' })
    expect(asked).toContain(`GET /tabs/${practice.storeId}/tab-payments`)
  })
})

const json = (status: number, body: unknown, headers = {}): Answer => ({
  status,
  body: JSON.stringify(body),
  headers,
})
const no = (status: number, message: string, headers = {}): Answer =>
  json(status, { success: false, error: { error: 'error', message } }, headers)

const misbehaviours: [string, Answer, object][] = [
  ['a wrong token', no(401, 'Who?'), { finding: 'refused', status: 401, message: 'Who?' }],
  ['no right', no(403, 'Not you'), { finding: 'refused', status: 403, message: 'Not you' }],
  ['no such path', no(404, 'Where?'), { finding: 'refused', status: 404, message: 'Where?' }],
  ['a no under 200', no(200, 'No'), { finding: 'refused', status: 200, message: 'No' }],
  ['an error', json(500, 'oops'), { finding: 'unavailable', status: 500, message: 'status 500' }],
  ['patience', no(429, 'Later'), { finding: 'unavailable', status: 429, message: 'Later' }],
  [
    'too much patience',
    no(429, 'Later', { 'retry-after': '3600' }),
    { finding: 'unavailable', status: 429, message: 'Later' },
  ],
  [
    'a closed door',
    { status: 503, headers: { 'content-type': 'text/html' }, body: '<html>Back soon</html>' },
    { finding: 'unavailable', status: 503 },
  ],
  [
    'a web page',
    { headers: { 'content-type': 'text/html' }, body: '<html>Welcome to the Wi-Fi</html>' },
    { finding: 'something-else', message: expect.stringContaining('a web page') as string },
  ],
  [
    'a way elsewhere',
    { status: 307, headers: { location: 'https://example.com/sign-in?token=x' } },
    { finding: 'something-else', message: expect.stringContaining('redirected') as string },
  ],
  [
    'another shape',
    json(200, { success: true, data: 7 }),
    { finding: 'something-else', message: expect.stringMatching(/^data: /) as string },
  ],
  ['another body', json(200, []), { finding: 'something-else' }],
  ['no answer', { silence: 'held' }, { finding: 'unreachable', status: null }],
  ['a cut line', { silence: 'cut' }, { finding: 'unreachable', status: null }],
]

describe('a platform where one path answers with', () => {
  test.each(misbehaviours)('%s', async (_case, answer, expected) => {
    const between = await openGoBetween({
      answer: (path) => (path === '/royalty/summary' ? answer : undefined),
    })
    const examination = await examined(between.connection, between.practice.storeId, answer)
    expect(line(examination, 'readLoyaltySummary')).toMatchObject(expected)
    expect(findings(examination)).toMatchObject({
      listPointMovements: 'reached',
      readShift: 'reached',
    })
    onlyReads(between)
  })
})

describe('a platform where every path answers with', () => {
  test.each(misbehaviours)('%s', async (_case, answer, { finding }: { finding?: string }) => {
    const between = await openGoBetween({ answer: () => answer })
    const examination = await examined(between.connection, between.practice.storeId, answer)
    expect(findings(examination)).toMatchObject({ readMe: finding, listOrders: finding })
    expect(namesThatAre('proven', examination)).toEqual([])
    expect(examination.done).toBe(26)
    onlyReads(between)
  })
})

test('a platform that is silent twice is not asked again', async () => {
  const { connection, asked } = await openGoBetween({ answer: () => ({ silence: 'cut' }) })
  const examination = await examined(connection, 'a-store')
  const tried = examination.operations.filter(({ method }) => method === 'GET')
  expect(new Set(tried.map(({ finding }) => finding))).toEqual(new Set(['unreachable']))
  expect(asked).toHaveLength(2)
})

test('a platform that wants a little patience gets it once', async () => {
  let refusals = 0
  const { connection, asked } = await openGoBetween({
    answer: (path) =>
      path === '/api/me' && refusals++ === 0 ? no(429, 'Later', { 'retry-after': '0' }) : undefined,
  })
  expect(line(await examined(connection), 'readMe')).toMatchObject({ finding: 'reached' })
  expect(asked.slice(0, 2)).toEqual(['GET /api/me', 'GET /api/me'])
})

test('once cancelled, it sends no more requests and no more progress', async () => {
  const calledOff = new AbortController()
  let reported = 0
  const { connection, asked } = await openGoBetween({
    answer(path) {
      if (path === '/ecommerce/menu') calledOff.abort()
      return undefined
    },
  })
  const under = examine(connection, {
    storeId: null,
    signal: calledOff.signal,
    onProgress: () => reported++,
  })
  await expect(under).rejects.toThrow('abort')
  expect(asked.at(-1)).toBe('GET /ecommerce/menu')
  expect(reported).toBe(4)
})
