import type {
  FloorPlan,
  GuestTexts,
  PartyAhead,
  Reservation,
  ReservationList,
  ReservationObjection,
  WaitEstimate,
} from '#contract/reservations/reservations.ts'
import { fail, ok, type Result } from '#contract/shared/result.ts'
import { openOn } from '#domain/menu/store-hours.ts'
import {
  normalizeDetails,
  isSameBut,
  localFields,
  tableNames,
} from '#domain/reservations/details.ts'
import { freeAtOf, isActive, type ReservationRow } from '#domain/reservations/reservation.ts'
import { waitEstimate, type Stay } from '#domain/reservations/wait-estimate.ts'
import { clockOf, daysBetween } from '#domain/store-time/store-day.ts'
import { boundsOfDays } from '#domain/store-time/business-day.ts'
import { isoNow } from '../clock/clock.ts'
import type { Parsed } from '../dispatch.ts'
import { menu } from '../menu/menu.ts'
import type { Context } from '../noun.ts'
import { tableHead, tableLines } from '../core/table.ts'
import type { ReservationServices } from './services.ts'

const maxDays = 42
const maxFound = 50

const columns = [
  'day',
  'time',
  'partySize',
  'firstName',
  'lastName',
  'phone',
  'email',
  'sector',
  'tables',
  'occasion',
  'requests',
  'allergies',
  'kind',
  'state',
  'visit',
  'reference',
  'code',
  'takenAt',
  'takenOn',
] as const

/** The values of the CSV column stay the same as in older versions. */
function stateOf({ kind, delivery, isHeld, isDiscarded }: Reservation): string {
  if (kind !== 'booked') return 'here'
  if (isDiscarded) return 'discarded'
  if (isHeld) return 'held'
  switch (delivery?.state) {
    case 'sending':
    case 'refused':
    case 'expired':
      return delivery.state
    case 'confirmed':
      return 'booked'
    case 'queued':
    case 'withdrawn':
      return 'not-yet'
    default:
      return 'may-exist'
  }
}

/**
 * CSV with a header row and times by the store's clock. Values that a spreadsheet would take for a
 * formula are escaped.
 */
function tableOf(reservations: readonly Reservation[], plan: FloorPlan, timeZone: string): string {
  const rows = reservations.map((each) => ({
    ...each,
    state: stateOf(each),
    time: clockOf(Date.parse(each.startsAt), timeZone),
    sector: plan.sectors.find(({ id }) => id === each.sectorId)?.name ?? '',
    tables: tableNames(plan, each.tableIds).join(', '),
  }))
  return tableHead(columns) + tableLines(rows.map((row) => columns.map((name) => row[name])))
}

const tooManyDays = fail('bad-input', `to: 1 to ${String(maxDays)} days`)

/** Parties that came or come within this time may need a table that a waiting party could have. */
const waitLookMs = 12 * 3_600_000

function stayOf(reservation: ReservationRow): Stay {
  const { booking, mark, seatedAt } = reservation
  return {
    tableIds: booking.tableIds,
    partySize: booking.partySize,
    from: Date.parse(seatedAt ?? booking.startsAt),
    to: Date.parse(freeAtOf(reservation)),
    isSeated: mark === 'seated',
  }
}

const iso = (instant: number): string => new Date(instant).toISOString()

/** The days of a range; null if it is empty or too long. */
function daysOf({ from, to }: { from: string; to: string }): string[] | null {
  const days = daysBetween(from, to)
  return days.length === 0 || days.length > maxDays ? null : days
}

export class ReservationQueries {
  readonly #context: Context
  readonly #services: ReservationServices

  constructor(context: Context, services: ReservationServices) {
    this.#context = context
    this.#services = services
  }

  list(input: Parsed<'reservations.list'>): Result<ReservationList> {
    const days = daysOf(input)
    if (days === null) return tooManyDays
    const { clock, timeZone, settings } = this.#context
    const { store, events, turnTimes } = this.#services
    return ok({
      revision: events.revision,
      now: isoNow(clock),
      timeZone: timeZone(),
      days: days.map((day) => ({ day, open: this.#openHours(day) })),
      reservations: this.#reservationsOf(days),
      plan: store.plan(),
      coversPerHalfHour: settings().coversPerHalfHour,
      turnTimes: turnTimes.list(),
    })
  }

  search({ text }: Parsed<'reservations.search'>): Result<Reservation[]> {
    const { store, pairs } = this.#services
    return ok(store.search(text, maxFound).map((each) => pairs.view(each)))
  }

  check({
    booking,
    reservationId,
    kind,
  }: Parsed<'reservations.check'>): Result<ReservationObjection[]> {
    const { store, objections, sending } = this.#services
    const reservation = store.load(reservationId)
    const details = normalizeDetails(booking)
    const isSent =
      reservation !== null &&
      isSameBut(localFields, reservation.booking, details) &&
      sending.stateOf(reservation) === 'confirmed'
    const checkedKind = reservation?.kind ?? kind
    const isHere = checkedKind === 'walk-in'
    const checked = { kind: checkedKind, id: reservationId, isSent, isHere }
    return ok(objections.of(details, checked))
  }

  ahead(): Result<PartyAhead[]> {
    return ok(this.#services.events.ahead())
  }

  plan(): Result<FloorPlan> {
    return ok(this.#services.store.plan())
  }

  guestTexts(): Result<GuestTexts> {
    return ok(this.#services.store.guestTexts())
  }

  estimate({ partySize }: Parsed<'reservations.estimate'>): Result<WaitEstimate | null> {
    const now = this.#context.clock.now()
    const { store, turnTimes } = this.#services
    const near = store
      .between(now - waitLookMs, now + waitLookMs)
      .filter((each) => isActive(each, now))
    const waiting = near
      .filter(({ kind }) => kind === 'waiting')
      .toSorted((one, other) => (one.takenAt < other.takenAt ? -1 : 1))
      .map(({ booking }) => booking.partySize)
    const stays = near.filter(({ kind }) => kind !== 'waiting').map((each) => stayOf(each))
    const plan = store.plan()
    return ok(waitEstimate({ now, plan, turnTimes: turnTimes.list(), stays, waiting }, partySize))
  }

  table(input: Parsed<'reservations.table'>): Result<string> {
    const days = daysOf(input)
    if (days === null) return tooManyDays
    const plan = this.#services.store.plan()
    return ok(tableOf(this.#reservationsOf(days), plan, this.#context.timeZone()))
  }

  #reservationsOf(days: readonly string[]): Reservation[] {
    const { timeZone, settings } = this.#context
    const { store, pairs } = this.#services
    const [first = ''] = days
    const span = { from: first, to: days.at(-1) ?? first }
    const { from, to } = boundsOfDays(span, timeZone(), settings().businessDayBorder)
    return store.between(from, to).map((each) => pairs.view(each))
  }

  #openHours(day: string): { from: string; to: string }[] | null {
    const { clock, use } = this.#context
    const { hours } = use(menu)
    if (hours === null) return null
    return openOn(hours, day, clock.now()).map(({ from, to }) => ({ from: iso(from), to: iso(to) }))
  }
}
