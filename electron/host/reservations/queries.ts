import type { Reservation } from '#contract/reservations/reservations.ts'
import { fail, ok } from '#contract/result.ts'
import { openOn } from '#domain/menu/store-hours.ts'
import { hasTwins } from '#domain/reservations/floor-plan.ts'
import { boundsOf, daysBetween } from '#domain/reservations/store-day.ts'
import { isoNow } from '../clock.ts'
import type { Database } from '../db/open.ts'
import type { HandlersOf } from '../dispatch.ts'
import type { Book, BookDeps } from './book.ts'
import type { Cancelling } from './cancelling.ts'
import type { Changing } from './changing.ts'
import type { ReservationChanges } from './changes.ts'
import { canonical, isSameBut, localFields, type ReservationCommands } from './commands.ts'
import type { Drafts } from './drafts.ts'
import type { Pairs } from './pairs.ts'
import type { Plan } from './plan.ts'
import type { Sending } from './sending.ts'
import { tableOf } from './table.ts'

interface QueriesDeps extends Omit<BookDeps, 'plan'> {
  db: Database
  book: Book
  plan: Plan
  sending: Pick<Sending, 'stateOf'>
  pairs: Pairs
  changes: ReservationChanges
}

/** So many days are answered at once, and so many found. */
const mostDays = 42
const mostFound = 50

const iso = (instant: number): string => new Date(instant).toISOString()

/** What screens ask of the book, and its plan. */
export function createReservationQueries(
  deps: QueriesDeps,
): Omit<
  HandlersOf<'reservations'>,
  keyof ReservationCommands | keyof Cancelling | keyof Changing | keyof Drafts['handlers']
> {
  const { store, book, plan, sending, changes, clock, timeZone } = deps
  const { view } = deps.pairs

  function reservationsOf(days: readonly string[]): Reservation[] {
    const [first = ''] = days
    const { from } = boundsOf(first, timeZone())
    const { to } = boundsOf(days.at(-1) ?? first, timeZone())
    return store.between(iso(from), iso(to)).map(view)
  }

  function openHours(day: string): { from: string; to: string }[] | null {
    const hours = deps.hours()
    if (hours === null) return null
    return openOn(hours, day, clock.now()).map(({ from, to }) => ({ from: iso(from), to: iso(to) }))
  }

  /** Null where there are none, or too many. */
  function asked({ from, to }: { from: string; to: string }): string[] | null {
    const days = daysBetween(from, to)
    return days.length === 0 || days.length > mostDays ? null : days
  }

  return {
    'reservations.book'(input) {
      const days = asked(input)
      if (days === null) return fail('bad-input', `to: 1 to ${String(mostDays)} days`)
      return ok({
        revision: changes.revision,
        now: isoNow(clock),
        timeZone: timeZone(),
        days: days.map((day) => ({ day, open: openHours(day) })),
        reservations: reservationsOf(days),
        plan: plan.read(),
        coversPerHalfHour: deps.coversPerHalfHour(),
      })
    },
    'reservations.find': ({ words }) => ok(store.find(words, mostFound).map(view)),
    'reservations.check'({ booking: wish, reservationId, kind }) {
      const kept = reservationId === null ? null : store.load(reservationId)
      const booking = canonical(wish)
      const staysHere = kept !== null && isSameBut(localFields, kept.booking, booking)
      const isSent = staysHere && sending.stateOf(kept) === 'confirmed'
      return ok(book.objections(booking, { kind: kept?.kind ?? kind, id: reservationId, isSent }))
    },
    'reservations.ahead': () => ok(book.ahead()),
    'reservations.plan': () => ok(plan.read()),
    'reservations.savePlan'(drawn) {
      if (hasTwins(drawn)) return fail('bad-input', 'sectors: an id stands twice')
      return deps.db.transact(() => {
        plan.save(drawn)
        changes.touchAll()
        return ok(null)
      })
    },
    'reservations.table'(input) {
      const days = asked(input)
      if (days === null) return fail('bad-input', `to: 1 to ${String(mostDays)} days`)
      return ok(tableOf(reservationsOf(days), plan.read(), timeZone()))
    },
  }
}
