import { badRequest, type Row } from '../row.ts'

const duration = {
  section: 'POST /ecommerce/stores/{storeId}/current-preparation-duration',
  operation: 'setPreparationDuration',
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

/** Stores: preparation duration and schedule. */
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
    refused: { status: 404, words: 'Store not found' },
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
    title: 'no minute after the day',
    input: {
      body: {
        storeId: 'colon',
        schedule: {
          ...closed,
          openPeriods: [{ daysOfWeek: [1], fromMinute: 0, toMinute: 1441 }],
        },
      },
    },
    unsent: 'body.schedule.openPeriods.0.toMinute',
  },
  {
    ...schedule,
    title: 'no other field',
    input: { body: { storeId: 'colon', schedule: { ...closed, timezone: 'UTC' } } },
    unsent: 'body.schedule: Unrecognized key: "timezone"',
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
    refused: { status: 400, words: 'Store not found [storeId:nowhere]' },
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
