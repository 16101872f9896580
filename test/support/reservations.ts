import type { Caller } from '#contract/shared/caller.ts'
import type { DeliveryChoice } from '#contract/deliveries/delivery.ts'
import {
  type ObjectionCode,
  reservationDetails,
  type ReservationDetails,
  type ReservationKind,
  type Reservation,
} from '#contract/reservations/reservations.ts'
import type { Result } from '#contract/shared/result.ts'
import { openDatabase, type Database } from '#host/db/open.ts'
import { expect } from 'vitest'
import { FakeClock } from './fake-clock.ts'
import type { GoBetween } from './go-between.ts'
import { openTestStore, type TestStore } from './kitchen.ts'

export const counter: Caller = { screen: 'counter-1', name: 'Caja', role: 'counter' }

/** Details for tomorrow evening at the practice store. */
export const booking = (request: Partial<ReservationDetails> = {}): ReservationDetails => ({
  partySize: 2,
  startsAt: new Date(Math.ceil(Date.now() / 3_600_000) * 3_600_000 + 24 * 3_600_000).toISOString(),
  durationMinutes: 120,
  firstName: 'Amparo',
  lastName: 'Inventada',
  phone: '+56 9 8765 4321',
  email: 'amparo@example.com',
  occasion: null,
  sectorId: 'rsec-terraza',
  tableIds: ['rtbl-7'],
  requests: '',
  allergies: '',
  clientId: null,
  ...request,
})

/** Tests run at any hour, so the opening hours of the practice store don't matter. */
export const anyHour: ObjectionCode[] = ['closed-day', 'closed-then']

export function stateOf(reservation: Reservation | undefined): string | undefined {
  if (reservation === undefined) return undefined
  const { isDiscarded, isHeld, delivery } = reservation
  return isDiscarded ? 'discarded' : isHeld ? 'held' : delivery?.state
}

let taps = 0
export const tap = (): string => `tap-${String(++taps)}`

/** The reservations of a store, as the counter's screen calls them. */
function listOf(store: TestStore) {
  /** Within these days. */
  async function read(id: string): Promise<Reservation | undefined> {
    const day = (ahead: number): string =>
      new Date(Date.now() + ahead * 86_400_000).toISOString().slice(0, 10)
    const reservationList = await store.call(
      'reservations.list',
      { from: day(-9), to: day(9) },
      counter,
    )
    if (!reservationList.ok) throw new Error(reservationList.error.code)
    return reservationList.value.reservations.find((each) => each.id === id)
  }
  return {
    read,
    take: (
      request: Partial<ReservationDetails> = {},
      { tapId = tap(), kind = 'booked', accepted = [] }: Partial<Taking> = {},
    ): Promise<Result<Reservation>> =>
      store.call(
        'reservations.create',
        { tapId, kind, booking: booking(request), accepted: [...anyHour, ...accepted] },
        counter,
      ),
    /** Edits it as a screen that has the current details, or older ones. */
    async edit(
      reservationId: string,
      request: Partial<ReservationDetails>,
      had?: Reservation,
    ): Promise<Result<Reservation>> {
      const before = reservationDetails.strip().parse(had ?? (await read(reservationId)))
      const change = { reservationId, before, booking: booking(request), accepted: anyHour }
      return store.call('reservations.update', change, counter)
    },
    /** The same for a change. */
    async change(
      reservationId: string,
      request: Partial<ReservationDetails>,
      tapId = tap(),
    ): Promise<Result<Reservation>> {
      const before = reservationDetails.strip().parse(await read(reservationId))
      const change = { reservationId, tapId, before, booking: { ...before, ...request } }
      return store.call('reservations.replace', { ...change, accepted: anyHour }, counter)
    },
  }
}

interface Taking {
  tapId: string
  kind: ReservationKind
  accepted: ObjectionCode[]
}

/** The value of a result that must be ok. */
export function valueOfOk<Value>(result: Result<Value>): Value {
  if (!result.ok) throw new Error(`${result.error.code} ${result.error.detail ?? ''}`)
  return result.value
}

/** A store with a fixed clock and a known time zone and country. */
export async function openReservationStore(request: { between?: GoBetween; port?: number } = {}) {
  const start = Date.now()
  const clock = new FakeClock(new Date(start).toISOString())
  // Separate from the platform's clock, because a test may set the host's clock.
  const store = await openTestStore({
    clock,
    platformNow: () => start + clock.monotonic(),
    ...request,
  })
  // Wait for answers that are in flight: if a test moves the clock meanwhile, the clocks seem to
  // disagree.
  await expect
    .poll(async () => {
      const { store: connectedStore, menus } = valueOfOk(await store.call('status.get', {}))
      return { country: connectedStore?.countryCode, hasMenus: menus !== null }
    })
    .toEqual({ country: 'CL', hasMenus: true })
  const reservationList = listOf(store)
  return {
    ...reservationList,
    store,
    clock,
    call: store.call,
    becomes: (id: string, state: string) =>
      expect.poll(async () => stateOf(await reservationList.read(id))).toBe(state),
    /**
     * Time goes on meanwhile, because answers that were in flight when a test moved the clock make
     * the clocks seem to disagree.
     */
    expires: (id: string) =>
      expect
        .poll(async () => {
          await clock.advance(5_000)
          return stateOf(await reservationList.read(id))
        })
        .toBe('expired'),
    decide: (
      subject: string,
      choice: DeliveryChoice,
      kind: 'reservation' | 'reservation-cancel' = 'reservation',
    ) => store.call('deliveries.decide', { entries: [{ kind, subject }], choice }, counter),
    isoIn: (ahead: number): string => new Date(clock.now() + ahead).toISOString(),
    /** Works with the database file while no process has it open. */
    async inFile<Value>(work: (db: Database) => Value): Promise<Value> {
      await store.host.close()
      const db = openDatabase(store.file)
      const value = work(db)
      db.close()
      await store.restart()
      return value
    },
  }
}
export type OpenedReservations = Awaited<ReturnType<typeof openReservationStore>>

/** How often the platform received a booking. */
export const tablesTaken = ({ practice }: TestStore): number =>
  practice.effects().filter(({ operation }) => operation === 'reservation').length
