import type { FloorPlan, Reservation } from '#contract/reservations/reservations.ts'
import { fail, ok } from '#contract/result.ts'
import { openOn } from '#domain/menu/store-hours.ts'
import { normalizeDetails, isSameBut, localFields } from '#domain/reservations/details.ts'
import { tableNames } from '#domain/reservations/floor-plan.ts'
import { clockOf, daysBetween } from '#domain/reservations/store-day.ts'
import { boundsOfDays } from '#domain/shifts/business-day.ts'
import { isoNow } from '../clock.ts'
import type { HandlersOf } from '../dispatch.ts'
import { menu } from '../menu/menu.ts'
import type { Context } from '../noun.ts'
import { tableHead, tableLines } from '../table.ts'
import type { ReservationServices } from './services.ts'

const mostDays = 42
const mostFound = 50

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

const iso = (instant: number): string => new Date(instant).toISOString()

/** The days of a range; null if it is empty or too long. */
function daysOf({ from, to }: { from: string; to: string }): string[] | null {
  const days = daysBetween(from, to)
  return days.length === 0 || days.length > mostDays ? null : days
}

export function createReservationQueries(context: Context, parts: ReservationServices) {
  const { clock, timeZone, settings } = context
  const { store, objections, sending, pairs, events } = parts
  const menus = context.use(menu)

  function reservationsOf(days: readonly string[]): Reservation[] {
    const [first = ''] = days
    const span = { from: first, to: days.at(-1) ?? first }
    const { from, to } = boundsOfDays(span, timeZone(), settings().businessDayBorder)
    return store.between(from, to).map(pairs.view)
  }

  function openHours(day: string): { from: string; to: string }[] | null {
    const { hours } = menus
    if (hours === null) return null
    return openOn(hours, day, clock.now()).map(({ from, to }) => ({ from: iso(from), to: iso(to) }))
  }

  return {
    'reservations.list'(input) {
      const days = daysOf(input)
      if (days === null) return fail('bad-input', `to: 1 to ${String(mostDays)} days`)
      return ok({
        revision: events.revision,
        now: isoNow(clock),
        timeZone: timeZone(),
        days: days.map((day) => ({ day, open: openHours(day) })),
        reservations: reservationsOf(days),
        plan: store.plan(),
        coversPerHalfHour: settings().coversPerHalfHour,
      })
    },
    'reservations.find': ({ text: searchText }) =>
      ok(store.search(searchText, mostFound).map(pairs.view)),
    'reservations.check'({ booking: typed, reservationId, kind }) {
      const stored = store.load(reservationId)
      const booking = normalizeDetails(typed)
      const staysHere = stored !== null && isSameBut(localFields, stored.booking, booking)
      const isSent = staysHere && sending.stateOf(stored) === 'confirmed'
      return ok(objections.of(booking, { kind: stored?.kind ?? kind, id: reservationId, isSent }))
    },
    'reservations.ahead': () => ok(events.ahead()),
    'reservations.plan': () => ok(store.plan()),
    'reservations.table'(input) {
      const days = daysOf(input)
      if (days === null) return fail('bad-input', `to: 1 to ${String(mostDays)} days`)
      return ok(tableOf(reservationsOf(days), store.plan(), timeZone()))
    },
  } satisfies Partial<HandlersOf<'reservations'>>
}
