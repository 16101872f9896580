import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { practiceStore } from '../practice-store.ts'
import { userIdName } from './client.ts'
import { names, serveLoyalty, sum, type Detail, type Row } from './loyalty.fixture.ts'
import { movementTypes } from '#platform/loyalty.ts'
import { clientStatus } from './program.ts'

interface DateRange {
  items: Row[]
  nextLastSeenId: string | null
  pageSize: number
}

const start = Date.parse('2026-11-20T15:00:00.000Z')
let served: Awaited<ReturnType<typeof serveLoyalty>>

beforeAll(async () => {
  served = await serveLoyalty(start)
})
afterAll(() => served.close())

describe('GET /royalty/client', () => {
  test('answers every field, by either id or by both', async () => {
    const [row] = served.rows
    const clientId = row?._id ?? ''
    const detail = await served.answered<Detail>('client', { clientId })
    expect(Object.keys(detail).sort()).toEqual(
      `_id websiteId identifier ${userIdName} firstName lastName fullName phone email lastOrderStoreId
      birthday createdAt updatedAt lastOrderAt firstOrderAt lastLoginAt lastOrderAmount totalOrders
      loyaltyBalance blockedMarketingEmails blockedMarketingNotifications blockedMarketingSMS`
        .split(/\s+/)
        .sort(),
    )
    expect(detail['websiteId']).toBe(practiceStore.websiteId)
    const userId = String(detail[userIdName])
    expect(await served.answered('client', { [userIdName]: userId })).toEqual(detail)
    expect(await served.answered('client', { [userIdName]: userId, clientId })).toEqual(detail)
    const other = { [userIdName]: userId, clientId: served.rows[1]?._id ?? '' }
    expect((await served.ask('client', other)).status).toBe(404)
    expect((await served.ask('client', { clientId: userId })).status).toBe(404)
  })
})

describe('GET /royalty/clients', () => {
  test('answers pages of 20, newest first, and oldest first where asked', async () => {
    const { items, ...pages } = await served.clients()
    expect(items).toEqual(served.rows.slice(0, 20))
    expect(pages).toEqual({
      totalPages: 150,
      totalCount: 3000,
      hasNextPage: true,
      hasPreviousPage: false,
      status: clientStatus.everybody,
    })
    expect(Object.keys(items[0] ?? {}).sort()).toEqual(
      `_id name email phone firstLogin lastLogin firstOrder lastOrder ordersCount pointsBalance
      marketingEmailEnabled`
        .split(/\s+/)
        .sort(),
    )
    const oldest = await served.clients({ orderByCreatedAt: 'true' })
    expect(oldest.items).toEqual(served.rows.slice(-20).reverse())
    const detail = await served.answered<Detail>('client', { clientId: oldest.items[0]?._id ?? '' })
    const next = await served.answered<Detail>('client', { clientId: oldest.items[1]?._id ?? '' })
    expect(String(detail['createdAt']) < String(next['createdAt'])).toBe(true)
    const last = await served.clients({ [names.page]: 150, orderByCreatedAt: 'false' })
    expect(last).toMatchObject({ hasNextPage: false, hasPreviousPage: true })
    expect(last.items).toEqual(served.rows.slice(-20))
  })

  test('searches name, e-mail and phone, whatever the accents', async () => {
    const someone = served.rows.find(
      ({ name, email, phone }) => /Núñez/.test(name) && email && phone,
    )
    const { email, phone, name } = someone ?? { email: '', phone: '', name: '' }
    for (const text of [email ?? '', phone ?? '']) {
      expect((await served.clients({ [names.search]: text })).items).toEqual([someone])
    }
    const plain = name.normalize('NFD').replaceAll(/\p{M}/gu, '').toUpperCase()
    expect((await served.clients({ [names.search]: plain })).items).toContainEqual(someone)
    const page = await served.clients({ [names.search]: 'nunez', [names.size]: 1000 })
    expect(page.items).toEqual(
      served.rows.filter(
        (row) => /núñez/i.test(row.name + (row.email ?? '')) || row.email?.includes('nunez'),
      ),
    )
    expect(await served.clients({ [names.search]: 'nobody at all' })).toMatchObject({
      totalCount: 0,
      totalPages: 0,
      items: [],
    })
  })

  test('parts the active from the inactive', async () => {
    const { active, inactive } = clientStatus
    const since = new Date(start - 90 * 86_400_000).toISOString()
    const parts = { [active]: 0, [inactive]: 0 }
    for (const status of [active, inactive]) {
      const answer = await served.clients({ [names.status]: status, [names.size]: 1000 })
      expect(answer.status).toBe(status)
      for (const { lastOrder } of answer.items) {
        expect((lastOrder ?? '') > since).toBe(status === active)
      }
      parts[status] = answer.totalCount
    }
    expect(sum(Object.values(parts))).toBe(3000)
  })
})

describe('GET /royalty/clients-export', () => {
  test.each([1000, 999, 750])('gives everybody once, %i at a time', async (size) => {
    const got: Row[] = []
    let calls = 0
    let cursor: string | null = null
    do {
      const query: Record<string, string | number> =
        cursor === null ? {} : { [names.cursor]: cursor }
      const range: DateRange = await served.answered('clients-export', {
        ...query,
        [names.exportSize]: size,
      })
      calls += 1
      expect(range.pageSize).toBe(size)
      got.push(...range.items)
      cursor = range.nextLastSeenId
      if (cursor !== null) expect(cursor).toBe(range.items.at(-1)?._id)
    } while (cursor !== null)
    expect(calls).toBe(Math.ceil(3000 / size))
    expect(got).toEqual(served.rows.toSorted((one, other) => (one._id < other._id ? -1 : 1)))
  })

  test('ends at the last cursor, and continues from an unknown one', async () => {
    const last = await served.answered<DateRange>('clients-export', { [names.cursor]: 'zzz' })
    expect(last).toEqual({ items: [], nextLastSeenId: null, pageSize: 20 })
    const first = await served.answered<DateRange>('clients-export', { [names.cursor]: 'a' })
    expect(first).toEqual(await served.answered('clients-export'))
  })
})

describe('GET /royalty/client-point-movements', () => {
  test('answers pages of 20, newest first, with every field', async () => {
    const { movements: page, pagination } = await served.history()
    expect(page).toEqual(served.movements.slice(0, 20))
    expect(pagination).toEqual({
      totalCount: served.movements.length,
      page: 1,
      pageSize: 20,
      totalPages: Math.ceil(served.movements.length / 20),
      hasNextPage: true,
      hasPreviousPage: false,
    })
    const times = served.movements.map(({ createdAt }) => createdAt)
    expect(times).toEqual(times.toSorted().reverse())
    expect(Object.keys(page[0] ?? {}).sort()).toEqual(
      'amount userId createdAt balance direction originReference'.split(' ').sort(),
    )
    expect(Object.keys(page[0]?.originReference ?? {}).sort()).toEqual(
      'type expiresAt orderId orderCode tabId description'.split(' ').sort(),
    )
  })

  test('keeps one type, and the types add up', async () => {
    const counts: number[] = []
    for (const type of movementTypes) {
      const { movements: page, pagination } = await served.history({ [names.type]: type })
      expect(page.every(({ originReference }) => originReference.type === type)).toBe(true)
      expect(pagination.totalCount, type).toBeGreaterThan(0)
      counts.push(pagination.totalCount)
    }
    expect(sum(counts)).toBe(served.movements.length)
  })

  test('keeps a range: whole days in UTC, or instants, both ends included', async () => {
    const count = async (from: string, to: string) =>
      (await served.history({ [names.from]: from, [names.to]: to })).pagination.totalCount
    const ofDay = served.movements.filter(({ createdAt }) => createdAt.startsWith('2026-10-09'))
    expect(ofDay.length).toBeGreaterThan(3)
    expect(await count('2026-10-09', '2026-10-09')).toBe(ofDay.length)
    const { createdAt = '' } = ofDay[1] ?? {}
    expect(await count(createdAt, createdAt)).toBe(1)
    const shifted = '2026-10-08T21:00:00-03:00'
    expect(await count(shifted, '2026-10-09T23:59:59.999Z')).toBe(ofDay.length)
  })

  test('knows no movements of somebody unknown', async () => {
    const none = await served.history({ [userIdName]: 'usr-nobody' })
    expect(none).toMatchObject({ movements: [], pagination: { totalCount: 0, totalPages: 0 } })
  })
})

const zone = 'must be YYYY-MM-DD or an ISO 8601 date-time with its zone'
const backwards = 'must not be before the start of the range'

test.each<[string, Record<string, string>, string]>([
  ['client', {}, `${userIdName} or clientId: one must be there`],
  ['client', { clientId: '' }, 'clientId: must not be empty'],
  ['clients', { [names.page]: '0' }, 'page: must be at least 1'],
  ['clients', { [names.size]: '0' }, 'pageSize: must be at least 1'],
  ['clients', { [names.size]: '1001' }, 'pageSize: must be at most 1000'],
  ['clients', { [names.status]: 'asleep' }, 'status: must be one of all, active, inactive'],
  ['clients', { orderByCreatedAt: 'asc' }, 'orderByCreatedAt: must be true or false'],
  ['clients-export', { [names.exportSize]: '1001' }, 'pageSize: must be at most 1000'],
  ['clients-export', { [names.exportSize]: '0' }, 'pageSize: must be at least 1'],
  ['clients-export', { [names.cursor]: '' }, 'lastSeenId: must not be empty'],
  ['client-point-movements', { [names.movementPage]: '0' }, 'page: must be at least 1'],
  ['client-point-movements', { [names.movementSize]: '1001' }, 'pageSize: must be at most 1000'],
  ['client-point-movements', { [names.from]: '2026-02-30' }, `${names.from}: ${zone}`],
  ['client-point-movements', { [names.from]: '2026-02-03T10:00:00' }, `${names.from}: ${zone}`],
  ['client-point-movements', { [names.to]: 'yesterday' }, `${names.to}: ${zone}`],
  [
    'client-point-movements',
    { [names.from]: '2026-10-02', [names.to]: '2026-10-01' },
    `${names.to}: ${backwards}`,
  ],
  [
    'client-point-movements',
    { [names.type]: 'gift' },
    'type: must be one of manual, redemption, accumulation, referral, expiration, refund',
  ],
  ['summary', { startDate: '02/10/2026' }, `startDate: ${zone}`],
  ['summary', { startDate: '2026-10-02', endDate: '2026-10-01' }, `endDate: ${backwards}`],
])('GET /royalty/%s with %j is refused', async (path, query, message) => {
  expect(await served.ask(path, query)).toEqual({
    status: 400,
    body: {
      success: false,
      error: { error: 'error', message: `The request has an error (${message})` },
    },
  })
})
