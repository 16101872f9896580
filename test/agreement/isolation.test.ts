import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Connection } from '#platform/connection.ts'
import { createDialect } from '#platform/dialect.ts'
import type { CallResult } from '#platform/call/failure.ts'
import { platformOperations, type PlatformOperationName } from '#platform/operations.ts'
import { startReceiver } from '#practice/events/receiver.fixture.ts'
import { startPractice, type Practice } from '#practice/platform.ts'
import type { Ids } from './row.ts'
import { asks } from './rows.ts'
import { reservationAt } from './rows/reservations.ts'
import type { Asked } from './row.ts'

/** For requests without any id, the answer itself must contain only own things. */
const isList = (asked: Asked): boolean => asked.params === undefined && asked.body === undefined

const callable = platformOperations as unknown as Record<
  PlatformOperationName,
  (connection: Connection, asked: object) => Promise<CallResult<unknown>>
>
const names = Object.keys(platformOperations) as PlatformOperationName[]
const getters = names.filter((name) => platformOperations[name].spec.method === 'GET')

/** A Friday noon in Santiago, which doesn't move: all changes come from requests. */
const opened = Date.parse('2026-11-20T15:00:00.000Z')

let practice: Practice
let receiver: Awaited<ReturnType<typeof startReceiver>>
let websites: { connection: Connection; ids: Ids }[]
/** What each website can read of its own before any request. */
let texts: string[]

const connectionOf = (token: string, channelToken: string): Connection => ({
  v3Url: practice.v3,
  v1Url: practice.v1,
  tabsUrl: practice.tabs,
  token,
  channelToken,
  dialect: createDialect(),
})

async function everythingOf({
  connection,
  ids,
}: Pick<(typeof websites)[number], 'connection' | 'ids'>): Promise<string> {
  const answers = []
  for (const name of getters)
    for (const asked of asks[name]?.(ids, ids) ?? []) {
      const result = await callable[name](connection, asked)
      if (result.ok) answers.push([name, result.value])
    }
  return JSON.stringify(answers)
}

/** The ids and names in a text, which would show whose it is. */
const wordsIn = (text: string): Set<string> =>
  new Set(
    [
      ...text.matchAll(
        /"(?:_id|\w*[iI]d|code|name|fullName|email|phone|identifier)":"([^"]{4,})"/g,
      ),
    ].map(([, word = '']) => word),
  )

beforeAll(async () => {
  receiver = await startReceiver()
  practice = await startPractice({
    seed: 3,
    now: () => opened,
    processMs: 1,
    webhookUrl: receiver.url,
  })
  const { second } = practice
  const first = await practice.placeOrder()
  const other = await second.placeOrder()
  const base = [
    {
      connection: connectionOf(practice.token, practice.channelToken),
      ids: {
        store: practice.storeId,
        externalStore: 'colon',
        order: first._id,
        menu: 'M1',
        product: 'P101',
        modifier: 'G1',
        option: 'O1',
        coupon: 'cpn-bienvenida',
        channel: practice.salesChannelConfigId,
        channelOrder: 'web-1001',
        shift: '',
        client: '',
        user: '',
        reservation: '',
      },
    },
    {
      connection: connectionOf(second.token, second.channelToken),
      ids: {
        store: second.storeId,
        externalStore: 'valparaiso',
        order: other._id,
        menu: 'VM1',
        product: 'VP1',
        modifier: 'VG1',
        option: 'VO1',
        coupon: 'cpn-puerto-bienvenida',
        channel: second.salesChannelConfigId,
        channelOrder: 'sea-2001',
        shift: 'no-shift-yet',
        client: '',
        user: '',
        reservation: '',
      },
    },
  ]
  websites = await Promise.all(
    base.map(async ({ connection, ids }) => {
      const clients = await platformOperations.listLoyaltyClients(connection)
      const client = clients.ok ? (clients.value.items[0]?._id ?? '') : ''
      const loyaltyClient = await platformOperations.readLoyaltyClient(connection, {
        query: { clientId: client },
      })
      const user = loyaltyClient.ok ? String(loyaltyClient.value.serviceUserId) : ''
      const payments = await platformOperations.listTabPayments(connection, {
        params: { storeId: ids.store },
      })
      const shift = payments.ok ? (payments.value.items[0]?.shiftId ?? ids.shift) : ids.shift
      const booked = await platformOperations.createReservation(connection, {
        body: reservationAt(ids.store),
      })
      const reservation = booked.ok ? booked.value._id : ''
      return { connection, ids: { ...ids, client, user, shift, reservation } }
    }),
  )
})
beforeAll(async () => {
  texts = await Promise.all(websites.map(everythingOf))
})
afterAll(async () => {
  await practice.close()
  await receiver.close()
})

test('every operation is walked', () => {
  expect(names.filter((name) => asks[name] === undefined)).toEqual([])
})

test('each website has something of its own to hide', () => {
  for (const [index, website] of websites.entries()) {
    const text = texts[index] ?? ''
    expect(wordsIn(text).size).toBeGreaterThan(30)
    for (const id of [website.ids.order, website.ids.coupon, website.ids.client])
      expect(text).toContain(id)
  }
})

describe.each([
  ['the first website', 0, 1],
  ['the second', 1, 0],
])('the token of %s', (_name, own, other) => {
  test.each(names)('%s', async (name) => {
    const [mine, theirs] = [websites[own], websites[other]]
    if (mine === undefined || theirs === undefined) throw new Error('no website')
    const before = texts[other] ?? ''
    const ours = wordsIn(texts[own] ?? '')
    const hidden = [...wordsIn(before)].filter((word) => !ours.has(word))
    expect(hidden.length).toBeGreaterThan(20)
    for (const asked of asks[name]?.(theirs.ids, mine.ids) ?? []) {
      const result = await callable[name](mine.connection, asked)
      const text = JSON.stringify(result.ok ? result.value : '')
      expect(hidden.filter((word) => text.includes(`"${word}"`))).toEqual([])
      if (!result.ok) expect([400, 403, 404]).toContain(result.failure.status)
      else expect([name, isList(asked)]).toEqual([name, true])
    }
    if (getters.includes(name)) return
    await practice.eventsSettled()
    // Nothing was changed there either.
    expect((await everythingOf(theirs)) === before).toBe(true)
  })
})

test('events carry their own website and store', async () => {
  const { second } = practice
  const order = await second.placeOrder()
  const reported = receiver.received.map(({ body }) => body)
  expect(reported.at(-1)).toMatchObject({
    websiteId: second.websiteId,
    storeId: second.storeId,
    data: { order: { _id: order._id, websiteId: second.websiteId } },
  })
  expect(reported[0]).toMatchObject({ storeId: practice.storeId })
  expect(reported[0]?.['websiteId']).not.toBe(second.websiteId)
})
