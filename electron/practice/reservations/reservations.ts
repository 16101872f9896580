import { z } from 'zod'
import { occasions } from '#platform/reservations.ts'
import { answers, badRequest, dateTime, notFound } from '../answers.ts'
import type { PracticeStores, WireStore } from '../stores/stores.ts'
import type { Effects } from '../effects.ts'
import { createRandom } from '../random.ts'
import { wallDay } from '../wall-clock.ts'

/** What a guest asks for, its store known. */
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
  /** Where neither is named, the store finds a table. */
  tableIds: string[]
  specialRequests?: string | undefined
  specialOccasion?: string | undefined
}

/** Every field of a reservation; what has not happened is null. Date-times are ISO 8601 in UTC. */
export type WireReservation = ReturnType<typeof freshReservation>

interface StoreOptions {
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

/** The request cannot name one, and the documented answer has one. */
const cancelReason = 'Cancelled over the interface'

/** Minutes a table is kept, as in the documented sample. */
const durationMinutes = 120

/** Where the store seats who names no table. */
const dining = { id: 'rsec-salon', tables: ['rtbl-1', 'rtbl-2', 'rtbl-3', 'rtbl-4', 'rtbl-5'] }

const iso = (instant: number): string => new Date(instant).toISOString()

/** Null, in a field that may later hold a value. */
const none = <Value>(): Value | null => null

/** A reservation as it is when made: shown, and neither confirmed nor evaluated. */
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
    // The one source that was seen, and a referrer of its kind.
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
 * The reservations made, in memory. Opens an empty book. Codes count up from 1 and carry the year in which the
 * store takes the reservation.
 */
export function createPracticeReservations({ seed, now, effects }: StoreOptions) {
  const run = String(now())
  const made: WireReservation[] = []

  /** A table that nobody has at that time; none where all are taken. */
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
    /** Cancels softly; null where there is none, the same again where it was cancelled already. */
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
 * The specified fields and no other. Which are required is not documented; that a store, a time, a party and a first
 * name must be there is our assumption.
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
  /** The request spells it so; the answer does not. */
  specialOcassion: z.enum(occasions).optional(),
  tableIds: z.array(z.string()).default([]),
})

interface ReservationDesk {
  reservations: PracticeReservations
  stores: PracticeStores
  /** Epoch milliseconds. */
  now: () => number
}

/** Takes and cancels reservations. Refusing what has begun already is our assumption. */
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
