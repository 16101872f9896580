import { z } from 'zod'
import { occasions } from '#platform/reservations.ts'
import { answers, badRequest, dateTime, notFound } from '../answers.ts'
import type { PracticeStores, WireStore } from '../stores/stores.ts'
import type { Effects } from '../effects.ts'
import { createRandom } from '../random.ts'
import { wallDay } from '../wall-clock.ts'

/** A guest's request to a known store. */
export interface ReservationRequest {
  /** Epoch milliseconds. */
  startsAt: number
  partySize: number
  clientData: {
    firstName: string
    lastName?: string | undefined
    email?: string | undefined
    phone?: string | undefined
  }
  sectorId?: string | undefined
  /** If neither a sector nor a table is named, the store chooses a table. */
  tableIds: string[]
  specialRequests?: string | undefined
  specialOccasion?: string | undefined
}

/** All fields of a reservation; those that have not happened yet are null. Date-times are ISO 8601 in UTC. */
export type WireReservation = ReturnType<typeof freshReservation>

interface ReservationOptions {
  seed: number
  /** Epoch milliseconds. */
  now: () => number
  effects: Effects
}

interface ReservationNames {
  id: string
  clientToken: string
  code: string
  createdAt: number
  userAgent: string | null
}

/** A request cannot contain a reason, but the documented answer does. */
const cancelReason = 'Cancelled over the interface'

/** Minutes that a table is occupied, as in the documented sample. */
const durationMinutes = 120

/** Where the store seats guests who name no table. */
const dining = { id: 'rsec-salon', tables: ['rtbl-1', 'rtbl-2', 'rtbl-3', 'rtbl-4', 'rtbl-5'] }

const iso = (instant: number): string => new Date(instant).toISOString()

/** Null in a field that may have a value later. */
const none = <Value>(): Value | null => null

/** A new reservation: shown, and neither confirmed nor rated. */
function freshReservation(store: WireStore, given: ReservationRequest, names: ReservationNames) {
  const { firstName, lastName = null, email = null, phone = null } = given.clientData
  return {
    _id: names.id,
    clientToken: names.clientToken,
    code: names.code,
    websiteId: store.websiteId,
    storeId: store._id,
    countryCode: store.address.countryCode,
    sectorId: given.sectorId ?? null,
    tableIds: given.tableIds,
    royaltyClientId: none<string>(),
    tabId: none<string>(),
    userId: none<string>(),
    partySize: given.partySize,
    durationMinutes,
    isWaitingList: false,
    specialRequests: given.specialRequests ?? null,
    specialOccasion: given.specialOccasion ?? null,
    cancelReason: none<string>(),
    showStatus: 'show',
    // The only source that was observed, and a matching referrer.
    source: 'website',
    referrer: 'api:practice',
    marketplaceAppId: none<string>(),
    sourceUserAgent: names.userAgent,
    clientData: { email, firstName, lastName, phone, isOver18: none<boolean>() },
    createdAt: iso(names.createdAt),
    startsAt: iso(given.startsAt),
    endsAt: iso(given.startsAt + durationMinutes * 60_000),
    completedAt: none<string>(),
    cancelledAt: none<string>(),
    modifiedAt: none<string>(),
    confirmedAt: none<string>(),
    cancelledByStoreAt: none<string>(),
    waitingListAssignedAt: none<string>(),
    confirmedByClientAt: none<string>(),
    clientSaidItsLateAt: none<string>(),
    sendReminderAt: iso(Math.max(names.createdAt, given.startsAt - 24 * 3_600_000)),
    reminderSentAt: none<string>(),
    evaluation: {
      evaluation: none<number>(),
      comments: none<string>(),
      createdById: none<string>(),
      createdByName: none<string>(),
      createdByEmail: none<string>(),
      createdAt: none<string>(),
    },
  }
}

/**
 * Reservations in memory; none at first. Codes count up from 1 and contain the year in which the
 * store accepts the reservation.
 */
export function createPracticeReservations({ seed, now, effects }: ReservationOptions) {
  const run = String(now())
  const made: WireReservation[] = []

  /** Chooses a table that is free at that time; none if all are taken. */
  function seated(given: ReservationRequest): Pick<ReservationRequest, 'sectorId' | 'tableIds'> {
    if (given.sectorId !== undefined || given.tableIds.length > 0) return given
    const length = durationMinutes * 60_000
    const taken = made
      .filter(({ cancelledAt }) => cancelledAt === null)
      .filter(({ startsAt }) => Math.abs(Date.parse(startsAt) - given.startsAt) < length)
      .flatMap(({ tableIds }) => tableIds)
    const free = dining.tables.find((id) => !taken.includes(id))
    return free === undefined ? given : { sectorId: dining.id, tableIds: [free] }
  }

  return {
    /**
     * Marks a reservation as cancelled and returns it, also if it was cancelled before. Null for an
     * unknown id.
     */
    cancel(id: string) {
      const found = made.find(({ _id }) => _id === id)
      if (found === undefined) return null
      if (found.cancelledAt !== null) return found
      const at = iso(now())
      Object.assign(found, { cancelledAt: at, modifiedAt: at, cancelReason })
      effects.happened('cancel-reservation', id)
      return found
    },
    reserve(store: WireStore, given: ReservationRequest, userAgent: string | null) {
      const number = made.length + 1
      const createdAt = now()
      const random = createRandom(seed, run, 'reservation', number)
      const reservation = freshReservation(
        store,
        { ...given, ...seated(given) },
        {
          id: `res-${random.id(17)}`,
          clientToken: `${random.id(20)}.${random.id(40)}.${random.id(27)}`,
          code: `RES${wallDay(createdAt, store.timezone).year}-${String(number).padStart(6, '0')}`,
          createdAt,
          userAgent,
        },
      )
      made.unshift(reservation)
      effects.happened('reservation', reservation._id)
      return reservation
    },
    /** Newest first. */
    list: () => [...made],
  }
}

export type PracticeReservations = ReturnType<typeof createPracticeReservations>

const someText = z.string().trim().min(1, 'must not be empty')

/**
 * The specified fields and no others. Which are required is not documented; assumption: store,
 * time, party and first name.
 */
const reservationBody = z.strictObject({
  storeId: someText,
  startsAt: dateTime.transform((text) => Date.parse(text)),
  partySize: z.int().min(1),
  clientData: z.strictObject({
    firstName: someText,
    lastName: z.string().optional(),
    email: z.string().optional(),
    phone: z.string().optional(),
  }),
  sectorId: z.string().optional(),
  specialRequests: z.string().optional(),
  /** The platform spells it like this in the request only. */
  specialOcassion: z.enum(occasions).optional(),
  tableIds: z.array(z.string()).default([]),
})

interface ReservationDesk {
  reservations: PracticeReservations
  stores: PracticeStores
  /** Epoch milliseconds. */
  now: () => number
}

/** Creates and cancels reservations. Assumption: a reservation that has already started is rejected. */
export const reservations = ({ reservations, stores, now }: ReservationDesk) => ({
  createReservation: answers('createReservation', {
    body: reservationBody,
    answer({ body: { storeId, specialOcassion, ...given }, request }) {
      const store = stores.find(storeId)
      if (store === undefined) return notFound('Store')
      if (given.startsAt <= now()) return badRequest('startsAt: must be in the future')
      const userAgent = request.header('user-agent') ?? null
      return reservations.reserve(store, { ...given, specialOccasion: specialOcassion }, userAgent)
    },
  }),
  cancelReservation: answers('cancelReservation', {
    answer: ({ params }) => reservations.cancel(params.reservationId) ?? notFound('Reservation'),
  }),
})
