import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { z } from 'zod'
import { serveRooms } from '../rooms.fixture.ts'
import { Effects } from '../effects.ts'
import { tokenInfo } from '../practice-store.ts'
import { PracticeStores } from '../stores/stores.ts'
import { PracticeReservations, ReservationOperations } from './reservations.ts'

const text = z.string().nullable()
const instant = z.iso.datetime()
const later = instant.nullable()

const answer = z.strictObject({
  success: z.literal(true),
  data: z.strictObject({
    _id: z.string().startsWith('res-'),
    clientToken: z.string().min(20),
    code: z.string().regex(/^RES2026-\d{6}$/),
    websiteId: z.literal(tokenInfo.website._id),
    storeId: z.string(),
    countryCode: z.literal('CL'),
    sectorId: text,
    royaltyClientId: text,
    tabId: text,
    userId: text,
    specialRequests: text,
    specialOccasion: text,
    cancelReason: text,
    showStatus: z.literal('show'),
    source: z.string(),
    referrer: text,
    marketplaceAppId: text,
    sourceUserAgent: text,
    tableIds: z.array(z.string()),
    durationMinutes: z.literal(120),
    partySize: z.number(),
    isWaitingList: z.literal(false),
    createdAt: instant,
    startsAt: instant,
    endsAt: instant,
    completedAt: later,
    cancelledAt: later,
    modifiedAt: later,
    confirmedAt: later,
    cancelledByStoreAt: later,
    waitingListAssignedAt: later,
    confirmedByClientAt: later,
    clientSaidItsLateAt: later,
    sendReminderAt: later,
    reminderSentAt: later,
    clientData: z.strictObject({
      email: text,
      firstName: text,
      lastName: text,
      phone: text,
      isOver18: z.boolean().nullable(),
    }),
    evaluation: z.strictObject({
      createdById: text,
      createdByName: text,
      createdByEmail: text,
      comments: text,
      evaluation: z.number().nullable(),
      createdAt: later,
    }),
  }),
})

const start = Date.parse('2026-11-20T18:45:00.000Z')
let now = start
let effects: Effects
let practiceReservations: PracticeReservations
let area: Awaited<ReturnType<typeof serveRooms>>

/** A server with its own reservations for one run. */
async function open(seed: number) {
  const stores = new PracticeStores({ now: () => now, effects })
  practiceReservations = new PracticeReservations({ seed, now: () => now, effects })
  return serveRooms(new ReservationOperations(practiceReservations, stores, () => now))
}

beforeEach(async () => {
  now = start
  effects = new Effects()
  area = await open(1)
})
afterEach(() => area.close())

const request = {
  storeId: 'colon',
  startsAt: '2026-11-21T21:00:00-03:00',
  partySize: 4,
  clientData: { firstName: 'Amparo' },
}
const reserve = async (body: unknown, headers?: object) =>
  area.send('POST', '/reservations/reservation', body, headers)

describe('a reservation', () => {
  test('is answered with every field, and kept', async () => {
    const whole = {
      ...request,
      clientData: {
        firstName: 'Amparo',
        lastName: 'Inventada',
        email: 'amparo@example.com',
        phone: '+56 9 0000 0001',
      },
      sectorId: 'rsec-terraza',
      specialRequests: 'Silla para guagua',
      specialOcassion: 'anniversary',
      tableIds: ['rtbl-4', 'rtbl-5'],
    }
    const { status, body } = await reserve(whole, { 'user-agent': 'a booking page' })
    expect(status).toBe(200)
    const { data } = answer.parse(body)
    const { specialOcassion, storeId: _external, ...same } = whole
    expect(data).toMatchObject({
      ...same,
      storeId: 'Li4eEa3W2hiuGGCFa',
      specialOccasion: specialOcassion,
      startsAt: '2026-11-22T00:00:00.000Z',
      endsAt: '2026-11-22T02:00:00.000Z',
      createdAt: '2026-11-20T18:45:00.000Z',
      sourceUserAgent: 'a booking page',
      code: 'RES2026-000001',
      confirmedAt: null,
      cancelledAt: null,
    })
    expect(practiceReservations.list()).toEqual([data])
  })

  test('needs no more than a store, a time, a party and a name', async () => {
    const { data } = answer.parse((await reserve(request)).body)
    expect(data.clientData).toEqual({
      firstName: 'Amparo',
      lastName: null,
      email: null,
      phone: null,
      isOver18: null,
    })
    expect(data).toMatchObject({
      tableIds: ['rtbl-1'],
      sectorId: 'rsec-salon',
      specialOccasion: null,
    })
  })

  test('is another one when asked for again, and each is an effect; the newest comes first', async () => {
    const ids: string[] = []
    for (const storeId of ['colon', 'colon', 'store-punta-arenas']) {
      ids.push(answer.parse((await reserve({ ...request, storeId })).body).data._id)
      now += 60_000
    }
    expect(new Set(ids).size).toBe(3)
    expect(practiceReservations.list().map(({ _id }) => _id)).toEqual(ids.toReversed())
    expect(practiceReservations.list().map(({ code }) => code)).toEqual([
      'RES2026-000003',
      'RES2026-000002',
      'RES2026-000001',
    ])
    expect(effects.list()).toEqual(
      ids.map((subject) => ({ operation: 'reservation', subject, count: 1 })),
    )
  })

  test('is the same for the same seed and clock', async () => {
    const first = await reserve(request)
    await area.close()
    area = await open(1)
    expect(await reserve(request)).toEqual(first)
    await area.close()
    area = await open(2)
    expect((await reserve(request)).body).not.toEqual(first.body)
  })

  const { firstName, ...nameless } = { ...request.clientData, lastName: 'Inventada' }
  test.each([
    ['without a store', { ...request, storeId: undefined }],
    ['without a time', { ...request, startsAt: undefined }],
    ['without a party', { ...request, partySize: undefined }],
    ['without a guest', { ...request, clientData: undefined }],
    ['without a first name', { ...request, clientData: nameless }],
    ['with a blank first name', { ...request, clientData: { firstName: ' ' } }],
    ['for nobody', { ...request, partySize: 0 }],
    ['for half a person', { ...request, partySize: 2.5 }],
    ['for a text of people', { ...request, partySize: '4' }],
    ['in the past', { ...request, startsAt: '2026-11-20T18:44:59Z' }],
    ['at this instant', { ...request, startsAt: '2026-11-20T18:45:00Z' }],
    ['on a bare day', { ...request, startsAt: '2026-11-21' }],
    ['without a zone', { ...request, startsAt: '2026-11-21T21:00:00' }],
    ['for an occasion nobody knows', { ...request, specialOcassion: 'divorce' }],
    ['with the answer’s spelling', { ...request, specialOccasion: 'birthday' }],
    ['with one table as a text', { ...request, tableIds: 'rtbl-4' }],
    ['with a field of the answer', { ...request, isWaitingList: true }],
    ['with an age', { ...request, clientData: { firstName, isOver18: true } }],
    ['with null for a text', { ...request, sectorId: null }],
    ['that is a list', [request]],
    ['that is no JSON', 'a table for four'],
  ])('is refused %s', async (_name, body) => {
    const message: unknown = expect.stringContaining('The request has an error')
    expect(await reserve(body)).toEqual({
      status: 400,
      body: { success: false, error: { error: 'error', message } },
    })
    expect(practiceReservations.list()).toEqual([])
    expect(effects.list()).toEqual([])
  })

  test('is refused in a store nobody knows', async () => {
    expect(await reserve({ ...request, storeId: 'nowhere' })).toEqual({
      status: 404,
      body: { success: false, error: { error: 'not-found', message: 'Store not found' } },
    })
    expect(practiceReservations.list()).toEqual([])
  })
})

describe('who names no table', () => {
  const tables = async (more: object = {}) =>
    answer.parse((await reserve({ ...request, ...more })).body).data.tableIds

  test('gets one that is free at that time, as long as there is one', async () => {
    expect(await tables()).toEqual(['rtbl-1'])
    expect(await tables({ startsAt: '2026-11-21T22:59:00-03:00' })).toEqual(['rtbl-2'])
    expect(await tables({ startsAt: '2026-11-21T23:00:00-03:00' })).toEqual(['rtbl-1'])
    for (const table of ['rtbl-3', 'rtbl-4', 'rtbl-5']) expect(await tables()).toEqual([table])
    expect(await tables()).toEqual([])
  })

  test('gets what the store assigns, as long as it does; so does who names one', async () => {
    practiceReservations.assignTables(['rtbl-5'])
    expect(await tables()).toEqual(['rtbl-5'])
    expect(await tables({ tableIds: ['rtbl-4'] })).toEqual(['rtbl-5'])
    practiceReservations.assignTables(null)
    expect(await tables({ tableIds: ['rtbl-4'] })).toEqual(['rtbl-4'])
  })
})

describe('cancelling', () => {
  const cancel = async (id: string) =>
    area.ask(`/reservations/reservation/${id}`, { method: 'DELETE' })

  test('leaves it there, with when and why; its table is free again; a second time does nothing more', async () => {
    const { data } = answer.parse((await reserve(request)).body)
    now += 60_000
    const { status, body } = await cancel(data._id)
    expect(status).toBe(200)
    const at = '2026-11-20T18:46:00.000Z'
    expect(body).toEqual({
      success: true,
      data: {
        ...data,
        cancelledAt: at,
        modifiedAt: at,
        cancelReason: 'Cancelled over the interface',
      },
    })
    expect(practiceReservations.list()).toHaveLength(1)
    now += 60_000
    expect((await cancel(data._id)).body).toEqual(body)
    expect(effects.list()).toContainEqual({
      operation: 'cancel-reservation',
      subject: data._id,
      count: 1,
    })
    expect(answer.parse((await reserve(request)).body).data.tableIds).toEqual(['rtbl-1'])
  })

  test('is refused of one that nobody knows', async () => {
    expect(await cancel('res-unknown')).toEqual({
      status: 404,
      body: { success: false, error: { error: 'not-found', message: 'Reservation not found' } },
    })
  })
})
