import { z } from 'zod'
import { occasions } from '#platform/reservations.ts'
import { answers, badRequest, dateTime, notFound } from '../answers.ts'
import type { PracticeStores, WireStore } from '../stores/stores.ts'
import type { Effects } from '../effects.ts'
import { Random } from '../random.ts'
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
function freshReservation(store: WireStore, request: ReservationRequest, names: ReservationNames) {
  const { firstName, lastName = null, email = null, phone = null } = request.clientData
  return {
    _id: names.id,
    clientToken: names.clientToken,
    code: names.code,
    websiteId: store.websiteId,
    storeId: store._id,
    countryCode: store.address.countryCode,
    sectorId: request.sectorId ?? null,
    tableIds: request.tableIds,
    royaltyClientId: none<string>(),
    tabId: none<string>(),
    userId: none<string>(),
    partySize: request.partySize,
    durationMinutes,
    isWaitingList: false,
    specialRequests: request.specialRequests ?? null,
    specialOccasion: request.specialOccasion ?? null,
    cancelReason: none<string>(),
    showStatus: 'show',
    // The only source that was observed, and a matching referrer.
    source: 'website',
    referrer: 'api:practice',
    marketplaceAppId: none<string>(),
    sourceUserAgent: names.userAgent,
    clientData: { email, firstName, lastName, phone, isOver18: none<boolean>() },
    createdAt: iso(names.createdAt),
    startsAt: iso(request.startsAt),
    endsAt: iso(request.startsAt + durationMinutes * 60_000),
    completedAt: none<string>(),
    cancelledAt: none<string>(),
    modifiedAt: none<string>(),
    confirmedAt: none<string>(),
    cancelledByStoreAt: none<string>(),
    waitingListAssignedAt: none<string>(),
    confirmedByClientAt: none<string>(),
    clientSaidItsLateAt: none<string>(),
    sendReminderAt: iso(Math.max(names.createdAt, request.startsAt - 24 * 3_600_000)),
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
export class PracticeReservations {
  readonly #seed: number
  readonly #run: string
  readonly #now: () => number
  readonly #effects: Effects
  /** Newest first. */
  readonly #reservations: WireReservation[] = []
  #assigned: string[] | null = null

  constructor({ seed, now, effects }: ReservationOptions) {
    this.#seed = seed
    this.#run = String(now())
    this.#now = now
    this.#effects = effects
  }

  /** Newest first. */
  list(): WireReservation[] {
    return [...this.#reservations]
  }

  /** From now on guests get these tables, whatever was asked for; null: the tables that were asked for. */
  assignTables(tableIds: string[] | null): void {
    this.#assigned = tableIds
  }

  reserve(
    store: WireStore,
    request: ReservationRequest,
    userAgent: string | null,
  ): WireReservation {
    const number = this.#reservations.length + 1
    const createdAt = this.#now()
    const random = new Random(this.#seed, this.#run, 'reservation', number)
    const reservation = freshReservation(
      store,
      { ...request, ...this.#seat(request) },
      {
        id: `res-${random.id(17)}`,
        clientToken: `${random.id(20)}.${random.id(40)}.${random.id(27)}`,
        code: `RES${wallDay(createdAt, store.timezone).year}-${String(number).padStart(6, '0')}`,
        createdAt,
        userAgent,
      },
    )
    this.#reservations.unshift(reservation)
    this.#effects.happened('reservation', reservation._id)
    return reservation
  }

  /**
   * Marks a reservation as cancelled and returns it, also if it was cancelled before. Null for an
   * unknown id.
   */
  cancel(id: string): WireReservation | null {
    const reservation = this.#reservations.find(({ _id }) => _id === id)
    if (reservation === undefined) return null
    if (reservation.cancelledAt !== null) return reservation
    const at = iso(this.#now())
    Object.assign(reservation, { cancelledAt: at, modifiedAt: at, cancelReason })
    this.#effects.happened('cancel-reservation', id)
    return reservation
  }

  /** Chooses a table that is free at that time; none if all are taken. */
  #seat(request: ReservationRequest): Pick<ReservationRequest, 'sectorId' | 'tableIds'> {
    if (this.#assigned !== null) return { sectorId: dining.id, tableIds: this.#assigned }
    if (request.sectorId !== undefined || request.tableIds.length > 0) return request
    const length = durationMinutes * 60_000
    const occupiedTables = this.#reservations
      .filter(({ cancelledAt }) => cancelledAt === null)
      .filter(({ startsAt }) => Math.abs(Date.parse(startsAt) - request.startsAt) < length)
      .flatMap(({ tableIds }) => tableIds)
    const free = dining.tables.find((id) => !occupiedTables.includes(id))
    return free === undefined ? request : { sectorId: dining.id, tableIds: [free] }
  }
}

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

/** Creates and cancels reservations. Assumption: a reservation that has already started is rejected. */
export class ReservationOperations {
  readonly #reservations: PracticeReservations
  readonly #stores: PracticeStores
  readonly #now: () => number

  readonly createReservation = answers('createReservation', {
    body: reservationBody,
    answer: ({ body: { storeId, specialOcassion, ...rest }, request }) => {
      const store = this.#stores.find(storeId)
      if (store === undefined) return notFound('Store')
      if (rest.startsAt <= this.#now()) return badRequest('startsAt: must be in the future')
      const asked = { ...rest, specialOccasion: specialOcassion }
      return this.#reservations.reserve(store, asked, request.header('user-agent') ?? null)
    },
  })

  readonly cancelReservation = answers('cancelReservation', {
    answer: ({ params }) =>
      this.#reservations.cancel(params.reservationId) ?? notFound('Reservation'),
  })

  /** `now` is in epoch milliseconds. */
  constructor(reservations: PracticeReservations, stores: PracticeStores, now: () => number) {
    this.#reservations = reservations
    this.#stores = stores
    this.#now = now
  }
}
