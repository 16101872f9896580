import { afterEach, expect, test } from 'vitest'
import { listCoupons } from '../coupons.ts'
import { exportLoyaltyClients } from '../loyalty.ts'
import { startOddPlatform, type SeenRequest } from '../odd-platform.fixture.ts'
import type { ListStep } from './list-step.ts'
import { eachPage } from './page.ts'
import { eachCursorPage } from './cursor-pages.ts'

let close = (): Promise<void> => Promise.resolve()
afterEach(() => close())

async function connect(answer: (request: SeenRequest) => { status?: number; body: unknown }) {
  const platform = await startOddPlatform(answer)
  close = () => platform.close()
  return { connection: platform.connection(), seen: platform.seen }
}

const page = (ids: string[], hasNextPage: boolean) => ({
  body: { success: true, data: { items: ids.map((_id) => ({ _id })), hasNextPage } },
})
const range = (ids: string[], nextLastSeenId: string | null) => ({
  body: { success: true, data: { items: ids.map((_id) => ({ _id })), nextLastSeenId } },
})

const pages = { pageSize: 2, idOf: ({ _id }: { _id: string }) => _id }

/** The ids of each page, and the message of the failure at the end. */
async function reported<Start>(
  steps: AsyncIterable<ListStep<{ _id: string }, Start>>,
): Promise<unknown[]> {
  const outcomes: unknown[] = []
  for await (const each of steps) {
    outcomes.push(each.ok ? each.value.map(({ _id }) => _id) : each.failure.message)
  }
  return outcomes
}

async function coupons(answer: Parameters<typeof connect>[0]): Promise<unknown[]> {
  const { connection } = await connect(answer)
  return reported(eachPage((number) => listCoupons(connection, { query: { page: number } }), pages))
}

async function clients(answer: Parameters<typeof connect>[0]): Promise<unknown[]> {
  const { connection } = await connect(answer)
  return reported(
    eachCursorPage(
      (cursor) => exportLoyaltyClients(connection, { query: cursor === null ? {} : { cursor } }),
      pages,
    ),
  )
}

test('a platform that ignores the page ends with a failure', async () => {
  expect(await coupons(() => page(['a', 'b'], true))).toEqual([
    ['a', 'b'],
    'data.items: page 2 repeats what came before it',
  ])
})

test('an empty page is the last, whatever it says', async () => {
  expect(await coupons(({ query }) => page(query.get('page') === '1' ? ['a'] : [], true))).toEqual([
    ['a'],
    [],
  ])
})

test('without a next page in the answer, there is none', async () => {
  expect(
    await coupons(() => ({ body: { success: true, data: { items: [{ _id: 'a' }] } } })),
  ).toEqual([['a']])
})

test('a failure comes last, and nothing is requested after it', async () => {
  const refusal = { status: 500, body: { success: false, error: { message: 'Not now' } } }
  const answer = ({ query }: SeenRequest) =>
    query.get('page') === '1' ? page(['a'], true) : refusal
  const { connection, seen } = await connect(answer)
  const ask = (number: number) => listCoupons(connection, { query: { page: number } })
  expect(await reported(eachPage(ask, pages))).toEqual([['a'], 'Not now'])
  expect(seen).toHaveLength(2)
})

test('the cursor of a page requests the next page, until it is null', async () => {
  const answers: Record<string, ReturnType<typeof range>> = {
    '': range(['a'], 'a'),
    a: range(['b'], 'b'),
    b: range(['c'], null),
  }
  expect(
    await clients(({ query }) => answers[query.get('lastSeenId') ?? ''] ?? { body: {} }),
  ).toEqual([['a'], ['b'], ['c']])
})

test('the text "null" also ends the list', async () => {
  expect(await clients(() => range(['a'], 'null'))).toEqual([['a']])
})

test('a platform that repeats a cursor ends with a failure', async () => {
  expect(await clients(() => range(['a'], 'a'))).toEqual([
    ['a'],
    [],
    'data.nextLastSeenId: came a second time',
  ])
})

test('a platform whose cursors go in a circle also ends with a failure', async () => {
  const next = new Map([
    [null, 'a'],
    ['a', 'b'],
    ['b', 'a'],
  ])
  const sentence = await clients(({ query }) =>
    range(['x'], next.get(query.get('lastSeenId')) ?? null),
  )
  expect(sentence.at(-1)).toBe('data.nextLastSeenId: came a second time')
  expect(sentence).toHaveLength(4)
})
