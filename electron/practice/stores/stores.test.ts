import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { dialect } from '../dialect.ts'
import { tokenInfo } from '../practice-store.ts'
import { durationPath, openStores, storeAnswer, type OpenStores } from './stores.fixture.ts'

let effects: OpenStores['effects']
let practiceStores: OpenStores['practiceStores']
let area: OpenStores['area']
beforeEach(async () => {
  ;({ effects, practiceStores, area } = await openStores())
})
afterEach(() => area.close())

const error: unknown = expect.any(String)

test('the stores are those that the token sees, with days and holidays of their own', () => {
  expect(
    practiceStores
      .all()
      .map(({ _id, externalId, name, timezone }) => ({ _id, externalId, name, timezone })),
  ).toEqual(tokenInfo.stores)
  const [colon, south] = practiceStores.all()
  expect(colon?.schedule.openPeriods.flatMap(({ daysOfWeek }) => daysOfWeek).join(' ')).toBe(
    dialect.weekdays,
  )
  expect(colon?.schedule.closedDays).toEqual([
    '2027-01-01T03:00:00.000Z',
    '2027-12-25T03:00:00.000Z',
  ])
  const [monday] = dialect.weekdays.split(' ').map(Number)
  expect(south?.schedule.openPeriods.flatMap(({ daysOfWeek }) => daysOfWeek)).not.toContain(monday)
  expect(() => practiceStores.setPreparationDuration('nothing', 5)).toThrow('no store nothing')
})

describe('the preparation duration', () => {
  test('is set by id and by external id, kept, and answered with the whole store', async () => {
    for (const [store, minutes] of [
      ['Li4eEa3W2hiuGGCFa', 35],
      ['colon', 0],
      ['punta-arenas', 12.5],
    ] as const) {
      const { status, body } = await area.send('POST', durationPath(store), {
        currentPreparationDuration: minutes,
      })
      expect(status).toBe(200)
      const { data } = storeAnswer.parse(body)
      expect(data.currentPreparationDuration).toBe(minutes)
      expect([data._id, data.externalId]).toContain(store)
      expect(practiceStores.find(store)?.currentPreparationDuration).toBe(minutes)
      expect(data.schedule.closedUntilDate).toBeNull()
    }
    expect(effects.list()).toEqual([
      { operation: 'preparation-duration', subject: 'Li4eEa3W2hiuGGCFa', count: 2 },
      { operation: 'preparation-duration', subject: 'store-punta-arenas', count: 1 },
    ])
  })

  test.each([
    ['no number', { currentPreparationDuration: '20' }],
    ['null', { currentPreparationDuration: null }],
    ['less than nothing', { currentPreparationDuration: -1 }],
    ['beyond all numbers', '{"currentPreparationDuration":1e999}'],
    ['nothing', {}],
    ['another field beside it', { currentPreparationDuration: 20, until: 'tomorrow' }],
    ['a list', [{ currentPreparationDuration: 20 }]],
    ['no JSON', 'twenty'],
  ])('is not %s', async (_name, body) => {
    const before = practiceStores.find('colon')
    expect(await area.send('POST', durationPath('colon'), body)).toEqual({
      status: 400,
      body: { success: false, error: { error: 'error', message: error } },
    })
    expect(practiceStores.find('colon')).toBe(before)
    expect(effects.list()).toEqual([])
  })

  test('is of a known store', async () => {
    const body = { currentPreparationDuration: 20 }
    expect(await area.send('POST', durationPath('nowhere'), body)).toEqual({
      status: 404,
      body: { success: false, error: { error: 'not-found', message: 'Store not found' } },
    })
  })
})

describe('closing for a while', () => {
  const path = (store: string): string => `/ecommerce/stores/${store}/temporary-close`

  test('by either id, until an instant; null or nothing opens again', async () => {
    const closed = await area.send('POST', path('colon'), {
      closedUntilDate: '2026-12-28T14:00:00-03:00',
    })
    expect(closed.status).toBe(200)
    expect(storeAnswer.parse(closed.body).data).toMatchObject({
      _id: 'Li4eEa3W2hiuGGCFa',
      schedule: {
        closedUntilDate: '2026-12-28T17:00:00.000Z',
        isAvailableNow: false,
        availableStateValidUntil: '2026-12-28T17:00:00.000Z',
      },
    })
    for (const body of [{ closedUntilDate: null }, {}]) {
      practiceStores.closeUntil('Li4eEa3W2hiuGGCFa', '2026-12-28T17:00:00.000Z')
      const opened = await area.send('POST', path('Li4eEa3W2hiuGGCFa'), body)
      expect(storeAnswer.parse(opened.body).data.schedule).toMatchObject({
        closedUntilDate: null,
        isAvailableNow: true,
      })
    }
    expect(effects.list()).toEqual([
      { operation: 'temporary-close', subject: 'Li4eEa3W2hiuGGCFa', count: 5 },
    ])
  })

  test.each([
    ['a bare day', { closedUntilDate: '2026-12-30' }],
    ['the text null', { closedUntilDate: 'null' }],
    ['another field', { closedUntilDate: null, reason: 'rain' }],
    ['no JSON', '{'],
  ])('is refused by %s', async (_name, body) => {
    const before = practiceStores.find('colon')
    expect(await area.send('POST', path('colon'), body)).toMatchObject({ status: 400 })
    expect(practiceStores.find('colon')).toBe(before)
    expect(effects.list()).toEqual([])
  })

  test('is of a known store', async () => {
    expect(await area.send('POST', path('nowhere'), {})).toMatchObject({ status: 404 })
  })
})
