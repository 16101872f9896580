import { scheduleToSend } from '#platform/stores.ts'
import { setPreparationDuration } from '#platform/stores.ts'
import { badRequest, type Asked, type Asks, type Row, type World } from '../row.ts'

const duration = {
  section: 'POST /ecommerce/stores/{storeId}/current-preparation-duration',
  operation: 'setPreparationDuration',
} as const
const close = {
  section: 'POST /ecommerce/stores/{storeId}/temporary-close',
  operation: 'temporaryClose',
} as const
const schedule = {
  section: 'POST {v1_url}/updateStoreSchedule',
  operation: 'updateStoreSchedule',
} as const

const closed = {
  closedUntilDate: '2026-11-21T12:00:00.000Z',
  closedDays: ['2026-12-25T03:00:00.000Z'],
  availableAtPeriods: true,
  openPeriods: [{ daysOfWeek: [1, 2, 3, 4, 5, 6, 7], fromMinute: 0, toMinute: 1440 }],
}
const minutes = (currentPreparationDuration: number) => ({ body: { currentPreparationDuration } })

/** With all fields that stores in the field have. */
const whole = {
  ...closed,
  closedDays: ['2026-12-25T03:00:00.000Z', '2027-01-01T03:00:00.000Z'],
  openPeriods: [
    { daysOfWeek: [1, 2, 3], fromMinute: 690, toMinute: 1380 },
    { daysOfWeek: [5], fromMinute: 1080, toMinute: 120 },
    { daysOfWeek: [6], fromMinute: 1080, toMinute: 1560 },
  ],
  specialPeriods: [
    {
      days: ['2026-12-31T03:00:00.000Z', '2027-01-02T03:00:00.000Z'],
      fromMinute: 690,
      toMinute: 960,
    },
  ],
  timezone: 'America/Punta_Arenas',
}

/** The store's current schedule with one field changed, as the client sends it back. */
const sentBack =
  (change: Parameters<typeof scheduleToSend>[1]) =>
  async ({ connection }: World): Promise<Asked> => {
    const params = { storeId: 'punta-arenas' }
    const read = await setPreparationDuration(connection, { params, ...minutes(20) })
    if (!read.ok) throw new Error(read.failure.message)
    const body = scheduleToSend(read, change)
    if (!body.ok) throw new Error(body.failure.message)
    return { body: body.value }
  }

export const storeRows: Row[] = [
  {
    ...duration,
    title: 'by the service id',
    input: { params: { storeId: 'Li4eEa3W2hiuGGCFa' }, ...minutes(25) },
    answers: {
      _id: 'Li4eEa3W2hiuGGCFa',
      timezone: 'America/Santiago',
      currentPreparationDuration: 25,
    },
  },
  {
    ...duration,
    title: 'by the external id',
    input: { params: { storeId: 'punta-arenas' }, ...minutes(0) },
    answers: { _id: 'store-punta-arenas', currentPreparationDuration: 0 },
  },
  {
    ...duration,
    title: 'not below nothing',
    input: { params: { storeId: 'colon' }, ...minutes(-1) },
    unsent: 'body.currentPreparationDuration',
  },
  {
    ...duration,
    title: 'no other field',
    input: { params: { storeId: 'colon' }, body: { currentPreparationDuration: 5, name: 'x' } },
    unsent: 'body: Unrecognized key: "name"',
  },
  {
    ...duration,
    title: 'a way up is no id',
    input: { params: { storeId: '..' }, ...minutes(5) },
    unsent: 'params.storeId: is not an id',
  },
  {
    ...duration,
    title: 'an unknown store',
    input: { params: { storeId: 'nowhere' }, ...minutes(5) },
    refused: { status: 404, message: 'Store not found' },
  },
  {
    ...duration,
    title: 'the platform refuses a text',
    raw: {
      method: 'POST',
      path: '/ecommerce/stores/colon/current-preparation-duration',
      body: { currentPreparationDuration: 'soon' },
    },
    replies: badRequest(
      'currentPreparationDuration: Invalid input: expected number, received string',
    ),
  },
  {
    ...close,
    title: 'until an instant, by the external id',
    input: {
      params: { storeId: 'punta-arenas' },
      body: { closedUntilDate: '2026-11-21T09:00:00-03:00' },
    },
    answers: {
      _id: 'store-punta-arenas',
      schedule: { closedUntilDate: '2026-11-21T12:00:00.000Z', isAvailableNow: false },
    },
  },
  {
    ...close,
    title: 'open again, by the service id',
    input: { params: { storeId: 'store-punta-arenas' }, body: { closedUntilDate: null } },
    answers: { _id: 'store-punta-arenas', schedule: { closedUntilDate: null } },
  },
  {
    ...close,
    title: 'not without saying until when',
    input: { params: { storeId: 'colon' }, body: {} },
    unsent: 'body.closedUntilDate',
  },
  {
    ...close,
    title: 'not until a bare day',
    input: { params: { storeId: 'colon' }, body: { closedUntilDate: '2026-11-21' } },
    unsent: 'body.closedUntilDate',
  },
  {
    ...close,
    title: 'no other field',
    input: { params: { storeId: 'colon' }, body: { closedUntilDate: null, reason: 'rain' } },
    unsent: 'body: Unrecognized key: "reason"',
  },
  {
    ...close,
    title: 'an unknown store',
    input: { params: { storeId: 'nowhere' }, body: { closedUntilDate: null } },
    refused: { status: 404, message: 'Store not found' },
  },
  {
    ...close,
    title: 'the platform refuses a word',
    raw: {
      method: 'POST',
      path: '/ecommerce/stores/colon/temporary-close',
      body: { closedUntilDate: 'soon' },
    },
    replies: badRequest('closedUntilDate: must be a date-time'),
  },
  {
    ...schedule,
    title: 'closed until an instant, the store answered in its version 1 shape',
    input: { body: { storeId: 'colon', schedule: closed } },
    answers: {
      _id: 'Li4eEa3W2hiuGGCFa',
      address: { comment: 'Frente a la plaza, entrada por el pasaje' },
      schedule: { ...closed, timezone: 'America/Santiago' },
    },
  },
  {
    ...schedule,
    title: 'no closure, by the service id',
    input: {
      body: {
        storeId: 'store-punta-arenas',
        schedule: { ...closed, closedUntilDate: null, closedDays: [], openPeriods: [] },
      },
    },
    answers: {
      _id: 'store-punta-arenas',
      schedule: { closedUntilDate: null, closedDays: [], openPeriods: [] },
    },
  },
  {
    ...schedule,
    title: 'closed days, hours past midnight, special hours and the zone',
    input: { body: { storeId: 'punta-arenas', schedule: whole } },
    answers: { _id: 'store-punta-arenas', schedule: whole },
  },
  {
    ...schedule,
    title: 'as it was read, with one field changed',
    input: sentBack({ closedUntilDate: null }),
    answers: (asked) => ({
      _id: 'store-punta-arenas',
      schedule: {
        ...(asked.body as { schedule: object }).schedule,
        closedUntilDate: null,
        openPeriods: whole.openPeriods,
        specialPeriods: whole.specialPeriods,
      },
    }),
  },
  {
    ...schedule,
    title: 'an instant leaves in UTC',
    input: {
      body: {
        storeId: 'colon',
        schedule: { ...closed, closedUntilDate: '2026-11-21T09:00:00-03:00' },
      },
    },
    answers: { schedule: { closedUntilDate: '2026-11-21T12:00:00.000Z' } },
  },
  {
    ...schedule,
    title: 'no minute after the day after',
    input: {
      body: {
        storeId: 'colon',
        schedule: {
          ...closed,
          openPeriods: [{ daysOfWeek: [1], fromMinute: 0, toMinute: 2881 }],
        },
      },
    },
    unsent: 'body.schedule.openPeriods.0.toMinute',
  },
  {
    ...schedule,
    title: 'no other field',
    input: { body: { storeId: 'colon', schedule: { ...closed, isAvailableNow: true } } },
    unsent: 'body.schedule: Unrecognized key: "isAvailableNow"',
  },
  {
    ...schedule,
    title: 'no day in words',
    input: { body: { storeId: 'colon', schedule: { ...closed, closedDays: ['Sunday'] } } },
    unsent: 'body.schedule.closedDays.0',
  },
  {
    ...schedule,
    title: 'no day without its time',
    input: { body: { storeId: 'colon', schedule: { ...closed, closedDays: ['2026-12-25'] } } },
    unsent: 'body.schedule.closedDays.0',
  },
  {
    ...schedule,
    title: 'the platform refuses a day without its time',
    raw: {
      method: 'POST',
      path: '/updateStoreSchedule',
      body: { storeId: 'colon', schedule: { closedDays: ['2026-12-25'] } },
    },
    replies: {
      status: 400,
      body: {
        status: 'error',
        error: 'schedule.closedDays.0: must be a date-time',
      },
    },
  },
  {
    ...schedule,
    title: 'not without its days',
    input: { body: { storeId: 'colon', schedule: { closedUntilDate: null } } },
    unsent: 'body.schedule.closedDays',
  },
  {
    ...schedule,
    title: 'an unknown store',
    input: { body: { storeId: 'nowhere', schedule: closed } },
    refused: { status: 400, message: 'Store not found [storeId:nowhere]' },
  },
  {
    ...schedule,
    title: 'the platform refuses a word but null for no closure',
    raw: {
      method: 'POST',
      path: '/updateStoreSchedule',
      body: { storeId: 'colon', schedule: { closedUntilDate: 'soon' } },
    },
    replies: {
      status: 400,
      body: {
        status: 'error',
        error: 'schedule.closedUntilDate: must be a date-time, null or the text null',
      },
    },
  },
]

const weekly = {
  closedUntilDate: null,
  closedDays: [],
  availableAtPeriods: true,
  openPeriods: [{ daysOfWeek: [1], fromMinute: 600, toMinute: 1200 }],
}

export const storeAsks: Asks = {
  setPreparationDuration: ({ store, externalStore }) =>
    [store, externalStore].map((storeId) => ({
      params: { storeId },
      body: { currentPreparationDuration: 99 },
    })),
  temporaryClose: ({ store }) => [
    { params: { storeId: store }, body: { closedUntilDate: '2030-01-01T00:00:00.000Z' } },
  ],
  updateStoreSchedule: ({ store, externalStore }) =>
    [store, externalStore].map((storeId) => ({ body: { storeId, schedule: weekly } })),
}
