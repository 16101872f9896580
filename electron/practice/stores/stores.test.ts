import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { serveAreas } from '../area.fixture.ts'
import { dialect } from '../dialect.ts'
import { createEffects, type Effects } from '../effects.ts'
import { tokenInfo } from '../practice-store.ts'
import { createStoreBook, type StoreBook } from './book.ts'
import { stores, storeSchedule } from './stores.ts'

const address = z.strictObject({
  _id: z.string(),
  placeId: z.string(),
  address: z.string(),
  addressLine2: z.string(),
  addressSecondary: z.string(),
  streetAddress: z.string(),
  extendedAddress: z.string(),
  locality: z.string(),
  region: z.string(),
  postalCode: z.string(),
  countryCode: z.string(),
  countryName: z.string(),
  location: z.strictObject({ lat: z.number(), lng: z.number() }),
})

const openPeriods = z.array(
  z.strictObject({
    daysOfWeek: z.array(z.number()),
    fromMinute: z.number(),
    toMinute: z.number(),
  }),
)

const shared = {
  _id: z.string(),
  websiteId: z.literal(tokenInfo.website._id),
  name: z.string(),
  externalId: z.string(),
  phone: z.string(),
  acceptDelivery: z.boolean(),
  acceptServe: z.boolean(),
  acceptGo: z.boolean(),
  currentPreparationDuration: z.number(),
  currentDeliveryDuration: z.number(),
}

const storeAnswer = z.strictObject({
  success: z.literal(true),
  data: z.strictObject({
    ...shared,
    timezone: z.string(),
    address,
    schedule: z.strictObject({
      closedUntilDate: z.iso.datetime().nullable(),
      closedDays: z.array(z.iso.datetime()),
      openPeriods,
    }),
  }),
})

const storeAnswerV1 = z.strictObject({
  status: z.literal('ok'),
  data: z.strictObject({
    ...shared,
    address: address.extend({ comment: z.string() }),
    schedule: z.strictObject({
      closedUntilDate: z.union([z.iso.datetime(), z.literal('null')]),
      closedDays: z.array(z.iso.datetime()),
      availableAtPeriods: z.boolean(),
      openPeriods,
      timezone: z.string(),
    }),
  }),
})

const now = Date.parse('2026-12-28T15:00:00.000Z')
let effects: Effects
let book: StoreBook
let area: Awaited<ReturnType<typeof serveAreas>>
beforeEach(async () => {
  effects = createEffects()
  book = createStoreBook({ now: () => now, effects })
  area = await serveAreas(stores(book), storeSchedule(book))
})
afterEach(() => area.close())

const error: unknown = expect.any(String)
const durationPath = (store: string): string =>
  `/ecommerce/stores/${store}/current-preparation-duration`

test('the stores are those that the token sees, with days and holidays of their own', () => {
  expect(book.all().map(({ _id, name, timezone }) => ({ _id, name, timezone }))).toEqual(
    tokenInfo.stores,
  )
  const [colon, south] = book.all()
  expect(colon?.schedule.openPeriods.flatMap(({ daysOfWeek }) => daysOfWeek).join(' ')).toBe(
    dialect.weekdays,
  )
  expect(colon?.schedule.closedDays).toEqual([
    '2027-01-01T03:00:00.000Z',
    '2027-12-25T03:00:00.000Z',
  ])
  const [monday] = dialect.weekdays.split(' ').map(Number)
  expect(south?.schedule.openPeriods.flatMap(({ daysOfWeek }) => daysOfWeek)).not.toContain(monday)
  expect(() => book.setPreparationDuration('nothing', 5)).toThrow('no store nothing')
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
      expect(book.find(store)?.currentPreparationDuration).toBe(minutes)
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
    const before = book.find('colon')
    expect(await area.send('POST', durationPath('colon'), body)).toEqual({
      status: 400,
      body: { success: false, error: { error: 'error', message: error } },
    })
    expect(book.find('colon')).toBe(before)
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

describe('the schedule', () => {
  const schedule = {
    closedUntilDate: '2026-12-30T08:00:00-03:00',
    closedDays: ['2027-09-18T03:00:00Z'],
    availableAtPeriods: false,
    openPeriods: [
      { daysOfWeek: dialect.weekdays.split(' ').map(Number), fromMinute: 0, toMinute: 1440 },
    ],
  }
  const send = async (body: unknown) => area.send('POST', '/updateStoreSchedule', body)

  test('is taken over, and answered in the version 1 shape', async () => {
    const { status, body } = await send({ storeId: 'punta-arenas', schedule })
    expect(status).toBe(200)
    const { data } = storeAnswerV1.parse(body)
    expect(data._id).toBe('store-punta-arenas')
    expect(data.schedule).toEqual({
      ...schedule,
      closedUntilDate: '2026-12-30T11:00:00.000Z',
      closedDays: ['2027-09-18T03:00:00.000Z'],
      timezone: 'America/Punta_Arenas',
    })
    expect(effects.list()).toEqual([
      { operation: 'store-schedule', subject: 'store-punta-arenas', count: 1 },
    ])
    const after = await area.send('POST', durationPath('punta-arenas'), {
      currentPreparationDuration: 9,
    })
    expect(storeAnswer.parse(after.body).data.schedule).toEqual({
      closedUntilDate: '2026-12-30T11:00:00.000Z',
      closedDays: ['2027-09-18T03:00:00.000Z'],
      openPeriods: schedule.openPeriods,
    })
  })

  test.each([
    ['null', null],
    ['the text null', 'null'],
  ])('opens again with %s, what was left out kept', async (_name, closedUntilDate) => {
    await send({ storeId: 'Li4eEa3W2hiuGGCFa', schedule })
    const { body } = await send({ storeId: 'colon', schedule: { closedUntilDate } })
    const { data } = storeAnswerV1.parse(body)
    expect(data.schedule.closedUntilDate).toBe('null')
    expect(data.schedule.openPeriods).toEqual(schedule.openPeriods)
    expect(data.schedule.availableAtPeriods).toBe(false)
    expect(book.find('colon')?.schedule.closedUntilDate).toBeNull()
  })

  const period = { daysOfWeek: [1], fromMinute: 60, toMinute: 120 }
  test.each<[string, unknown]>([
    ['without a store', { schedule }],
    ['without a schedule', { storeId: 'colon' }],
    ['that says nothing', { storeId: 'colon', schedule: {} }],
    ['with a field beside it', { storeId: 'colon', schedule, timezone: 'UTC' }],
    ['with a field in it', { storeId: 'colon', schedule: { ...schedule, timezone: 'UTC' } }],
    ['of another store', { storeId: 'nowhere', schedule }],
    ['closed until a bare day', { storeId: 'colon', schedule: { closedUntilDate: '2026-12-30' } }],
    ['closed until nothing', { storeId: 'colon', schedule: { closedUntilDate: '' } }],
    ['with a closed word', { storeId: 'colon', schedule: { closedDays: ['Sunday'] } }],
    ['with a text for a boolean', { storeId: 'colon', schedule: { availableAtPeriods: 'true' } }],
    ...(
      [
        ['on day 0', { daysOfWeek: [0] }],
        ['on day 8', { daysOfWeek: [8] }],
        ['on no day', { daysOfWeek: [] }],
        ['on a named day', { daysOfWeek: ['1'] }],
        ['before midnight', { fromMinute: -1 }],
        ['after midnight', { toMinute: 1441 }],
        ['in a broken minute', { fromMinute: 60.5 }],
        ['backwards', { fromMinute: 120, toMinute: 60 }],
        ['with a price', { price: 1 }],
      ] as const
    ).map(([name, change]): [string, unknown] => [
      `open ${name}`,
      { storeId: 'colon', schedule: { openPeriods: [period, { ...period, ...change }] } },
    ]),
    ['without JSON', '{'],
  ])('is refused whole %s', async (_name, body) => {
    const before = book.all()
    expect(await send(body)).toEqual({ status: 400, body: { status: 'error', error } })
    expect(book.all()).toEqual(before)
    expect(effects.list()).toEqual([])
  })

  test('names the store that nobody knows', async () => {
    expect((await send({ storeId: 'nowhere', schedule })).body).toEqual({
      status: 'error',
      error: 'Store not found [storeId:nowhere]',
    })
  })
})
