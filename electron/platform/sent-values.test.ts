import { describe, expect, onTestFinished, test } from 'vitest'
import { readLoyaltyClient, listPointMovements, readLoyaltySummary } from './loyalty.ts'
import { everyMovementOf, everyOrder, everyTabPayment, everyWasteIncident } from './lists.ts'
import { startOddPlatform } from './odd-platform.fixture.ts'
import { listOrders } from './orders.ts'
import { listTabPayments } from './tabs.ts'

/** A platform that accepts everything, and the queries it saw. */
async function yes() {
  const empty = { _id: 'x', items: [], movements: [] }
  const platform = await startOddPlatform(() => ({ body: { success: true, data: empty } }))
  onTestFinished(() => platform.close())
  return {
    connection: platform.connection(),
    queries: () => platform.seen.map(({ query }) => Object.fromEntries(query)),
  }
}

const unsent = (message: string) => ({ ok: false, failure: { kind: 'invalid', message } })

describe('an instant leaves in UTC with Z', () => {
  test.each([
    ['2026-11-20T12:00:00-03:00', '2026-11-20T15:00:00.000Z'],
    ['2026-11-20T23:30:00.250+09:00', '2026-11-20T14:30:00.250Z'],
    ['2026-01-01T00:30:00+01:00', '2025-12-31T23:30:00.000Z'],
    ['2026-11-20T15:00:00Z', '2026-11-20T15:00:00Z'],
    ['2026-11-20T15:00:00.123Z', '2026-11-20T15:00:00.123Z'],
  ])('%s as %s', async (instant, sent) => {
    const { connection, queries } = await yes()
    await listOrders(connection, { query: { from: instant } })
    await readLoyaltySummary(connection, { query: { startDate: instant } })
    expect(queries()).toEqual([{ fromDate: sent }, { startDate: sent }])
  })

  test('a date without a time stays one if dates are allowed', async () => {
    const { connection, queries } = await yes()
    await readLoyaltySummary(connection, { query: { startDate: '2026-11-20' } })
    expect(queries()).toEqual([{ startDate: '2026-11-20' }])
  })

  test.each([
    '2026-11-20T12:00:00',
    '2026-11-20 12:00:00-03:00',
    '2026-11-20',
    '2026-02-30T12:00:00Z',
    'Fri, 20 Nov 2026 12:00:00 GMT',
    '',
  ])('%j is refused', async (from) => {
    const { connection, queries } = await yes()
    const answer = await listOrders(connection, { query: { from } })
    expect(answer).toMatchObject(unsent('query.from: Invalid ISO datetime'))
    expect(queries()).toEqual([])
  })
})

describe('a filter without a value never asks for everything', () => {
  test('a client', async () => {
    const { connection, queries } = await yes()
    const needs = unsent('query: needs serviceUserId or clientId')
    // @ts-expect-error one of the two must be there
    expect(await readLoyaltyClient(connection, {})).toMatchObject(needs)
    // @ts-expect-error one of the two must be there
    expect(await readLoyaltyClient(connection, { query: {} })).toMatchObject(needs)
    // @ts-expect-error and have a value
    expect(await readLoyaltyClient(connection, { query: { clientId: undefined } })).toMatchObject(
      needs,
    )
    expect(await readLoyaltyClient(connection, { query: { clientId: '' } })).toMatchObject({
      failure: { kind: 'invalid' },
    })
    expect(queries()).toEqual([])
    await readLoyaltyClient(connection, { query: { clientId: 'c' } })
    await readLoyaltyClient(connection, { query: { serviceUserId: 'u', clientId: 'c' } })
    expect(queries()).toEqual([{ clientId: 'c' }, { serviceUserId: 'u', clientId: 'c' }])
  })

  test('a guest’s movements', async () => {
    const { connection, queries } = await yes()
    // @ts-expect-error there is nobody to ask about
    everyMovementOf(connection)
    const nobody: { id?: string } = {}
    const asked = [
      // @ts-expect-error an id that may be missing
      everyMovementOf(connection, nobody.id),
      everyMovementOf(connection, ''),
    ]
    for (const steps of asked)
      for await (const step of steps) expect(step).toMatchObject({ failure: { kind: 'invalid' } })
    // @ts-expect-error an id that may be missing
    const one = await listPointMovements(connection, { query: { serviceUserId: nobody.id } })
    expect(one).toMatchObject({ failure: { kind: 'invalid' } })
    expect(queries()).toEqual([])
    for await (const step of everyMovementOf(connection, 'u')) expect(step.ok).toBe(true)
    expect(queries()).toEqual([{ serviceUserId: 'u', page: '1', pageSize: '1000' }])
  })

  test('stores', async () => {
    const { connection, queries } = await yes()
    for await (const step of everyOrder(connection, { storesIds: [] }))
      expect(step).toMatchObject({ failure: { kind: 'invalid' } })
    expect(queries()).toEqual([])
  })
})

test('sortable lists are requested oldest first by default', async () => {
  const { connection, queries } = await yes()
  for await (const step of everyTabPayment(connection, 's')) expect(step.ok).toBe(true)
  const newestFirst = { order: 'desc', sortBy: undefined } as const
  for await (const step of everyTabPayment(connection, 's', newestFirst)) expect(step.ok).toBe(true)
  await listTabPayments(connection, { params: { storeId: 's' } })
  const asked = { sortBy: 'createdAt', page: '1', limit: '100' }
  expect(queries()).toEqual([{ ...asked, sortType: 'asc' }, { ...asked, sortType: 'desc' }, {}])
})

test('waste is requested by its date, oldest first', async () => {
  const { connection, queries } = await yes()
  for await (const step of everyWasteIncident(connection, 's')) expect(step.ok).toBe(true)
  expect(queries()).toEqual([{ sortBy: 'date', sortType: 'asc', page: '1', limit: '100' }])
})
