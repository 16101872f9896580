import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { dialect } from '../dialect.ts'
import {
  durationPath,
  openStores,
  storeAnswer,
  storeAnswerV1,
  type OpenStores,
} from './stores.fixture.ts'

let effects: OpenStores['effects']
let practiceStores: OpenStores['practiceStores']
let area: OpenStores['area']
beforeEach(async () => {
  ;({ effects, practiceStores, area } = await openStores())
})
afterEach(() => area.close())

const error: unknown = expect.any(String)

describe('the schedule', () => {
  const schedule = {
    closedUntilDate: '2026-12-30T08:00:00-03:00',
    closedDays: ['2027-09-18T03:00:00Z'],
    availableAtPeriods: false,
    openPeriods: [
      { daysOfWeek: dialect.weekdays.split(' ').map(Number), fromMinute: 0, toMinute: 1440 },
    ],
    specialPeriods: [{ days: ['2026-12-31T03:00:00.000Z'], fromMinute: 690, toMinute: 960 }],
  }
  const closedNow = {
    isAvailableNow: false,
    availableStateValidUntil: '2026-12-30T11:00:00.000Z',
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
      ...closedNow,
    })
    expect(effects.list()).toEqual([
      { operation: 'store-schedule', subject: 'store-punta-arenas', count: 1 },
    ])
    const after = await area.send('POST', durationPath('punta-arenas'), {
      currentPreparationDuration: 9,
    })
    expect(storeAnswer.parse(after.body).data.schedule).toEqual({
      closedUntilDate: '2026-12-30T11:00:00.000Z',
      closedDays: ['2027-09-18'],
      openPeriods: schedule.openPeriods,
      specialPeriods: [{ ...schedule.specialPeriods[0], days: ['2026-12-31'] }],
      ...closedNow,
    })
  })

  test('may have hours past midnight, special hours and another zone', async () => {
    const change = {
      closedDays: ['2027-09-18T05:00:00.000Z'],
      openPeriods: [
        { daysOfWeek: [1], fromMinute: 1080, toMinute: 120 },
        { daysOfWeek: [2], fromMinute: 1080, toMinute: 1560 },
      ],
      specialPeriods: [{ days: ['2027-01-07T03:00:00Z'], fromMinute: 600, toMinute: 60 }],
      timezone: 'America/Lima',
    }
    const { status, body } = await send({ storeId: 'colon', schedule: change })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      data: {
        schedule: {
          ...change,
          specialPeriods: [{ ...change.specialPeriods[0], days: ['2027-01-07T03:00:00.000Z'] }],
        },
      },
    })
    expect(practiceStores.find('colon')?.timezone).toBe('America/Lima')
  })

  test.each([
    ['null', null],
    ['the text null', 'null'],
  ])('opens again with %s, what was left out kept', async (_name, closedUntilDate) => {
    await send({ storeId: 'Li4eEa3W2hiuGGCFa', schedule })
    const { body } = await send({ storeId: 'colon', schedule: { closedUntilDate } })
    const { data } = storeAnswerV1.parse(body)
    expect(data.schedule.closedUntilDate).toBeNull()
    expect(data.schedule.openPeriods).toEqual(schedule.openPeriods)
    expect(data.schedule.availableAtPeriods).toBe(false)
    expect(practiceStores.find('colon')?.schedule.closedUntilDate).toBeNull()
  })

  const period = { daysOfWeek: [1], fromMinute: 60, toMinute: 120 }
  test.each<[string, unknown]>([
    ['without a store', { schedule }],
    ['without a schedule', { storeId: 'colon' }],
    ['that says nothing', { storeId: 'colon', schedule: {} }],
    ['with a field beside it', { storeId: 'colon', schedule, timezone: 'UTC' }],
    ['with a field in it', { storeId: 'colon', schedule: { ...schedule, isAvailableNow: true } }],
    ['in no zone', { storeId: 'colon', schedule: { ...schedule, timezone: 'Moon' } }],
    ...[
      { days: [] },
      { days: ['Sunday'] },
      { days: ['2027-01-06'] },
      { toMinute: 2881 },
      { toMinute: 60 },
    ].map((change): [string, unknown] => [
      `special ${JSON.stringify(change)}`,
      {
        storeId: 'colon',
        schedule: {
          specialPeriods: [
            { days: ['2027-01-06T03:00:00.000Z'], fromMinute: 60, toMinute: 120, ...change },
          ],
        },
      },
    ]),
    ['of another store', { storeId: 'nowhere', schedule }],
    ['closed until a bare day', { storeId: 'colon', schedule: { closedUntilDate: '2026-12-30' } }],
    ['closed until nothing', { storeId: 'colon', schedule: { closedUntilDate: '' } }],
    ['with a closed word', { storeId: 'colon', schedule: { closedDays: ['Sunday'] } }],
    [
      'with a closed day without its time',
      { storeId: 'colon', schedule: { closedDays: ['2027-09-18'] } },
    ],
    ['with a text for a boolean', { storeId: 'colon', schedule: { availableAtPeriods: 'true' } }],
    ...(
      [
        ['on day 0', { daysOfWeek: [0] }],
        ['on day 8', { daysOfWeek: [8] }],
        ['on no day', { daysOfWeek: [] }],
        ['on a named day', { daysOfWeek: ['1'] }],
        ['before midnight', { fromMinute: -1 }],
        ['after the day after', { toMinute: 2881 }],
        ['in a broken minute', { fromMinute: 60.5 }],
        ['without length', { fromMinute: 120, toMinute: 120 }],
        ['with a price', { price: 1 }],
      ] as const
    ).map(([name, change]): [string, unknown] => [
      `open ${name}`,
      { storeId: 'colon', schedule: { openPeriods: [period, { ...period, ...change }] } },
    ]),
    ['without JSON', '{'],
  ])('is refused whole %s', async (_name, body) => {
    const before = practiceStores.all()
    expect(await send(body)).toEqual({ status: 400, body: { status: 'error', error } })
    expect(practiceStores.all()).toEqual(before)
    expect(effects.list()).toEqual([])
  })

  test('names the store that nobody knows', async () => {
    expect((await send({ storeId: 'nowhere', schedule })).body).toEqual({
      status: 'error',
      error: 'Store not found [storeId:nowhere]',
    })
  })
})
