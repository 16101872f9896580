import { reservationsContract } from '#contract/reservations/contract.ts'
import type { Settings } from '#contract/settings/settings.ts'
import type { StoreHours } from '#domain/menu/store-hours.ts'
import { isStanding, type KeptReservation } from '#domain/reservations/reservation.ts'
import { boundsOf } from '#domain/reservations/store-day.ts'
import type { AgreedTime } from '../agreed-time.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/open.ts'
import type { Values } from '../db/values.ts'
import type { Log } from '../log.ts'
import { menu } from '../menu/menu.ts'
import { defineNoun } from '../noun.ts'
import type { Outbox } from '../outbox/outbox.ts'
import { createBook } from './book.ts'
import { createCancelling } from './cancelling.ts'
import { createReservationChanges } from './changes.ts'
import { createChanging } from './changing.ts'
import { createReservationCommands } from './commands.ts'
import { createDrafts } from './drafts.ts'
import { cancelRules, reservationRules } from './outbox.ts'
import { createPairs } from './pairs.ts'
import { createPlan } from './plan.ts'
import { createReservationQueries } from './queries.ts'
import { createSending } from './sending.ts'
import { createReservationStore } from './store.ts'
import { createReservationWatch } from './watch.ts'

interface ReservationsDeps {
  db: Database
  log: Log
  values: Values
  outbox: Outbox
  clock: Clock
  agreed: AgreedTime
  newId: () => string
  storeId: string | null
  settings: () => Settings
  timeZone: () => string
  /** Of the website, ISO 3166 alpha-2; empty where it is not known yet. */
  countryCode: () => string
  /** By the menu as last read. */
  hours: () => StoreHours | null
  /** The screens may have something to hear. */
  changed(): void
}

/** What other nouns ask of the book. */
interface Reservations {
  /** How many reservations of a day have begun, and nobody has marked whether their guests came. */
  unmarked(day: string): number
  /** Forgets everybody in it; answers how many. */
  forgetAll(): number
}

function createReservations(deps: ReservationsDeps) {
  const { db, log, settings } = deps
  const store = createReservationStore(db, log, deps.countryCode)
  const sending = createSending(deps.outbox)
  const plan = createPlan(deps.values)
  const drafts = createDrafts(db, log, deps.clock)
  const rules = { ...deps, store, coversPerHalfHour: () => settings().coversPerHalfHour }
  const book = createBook({ ...rules, plan: plan.read })
  const changes = createReservationChanges(deps.timeZone, book.ahead)

  function touch(kept: KeptReservation): void {
    changes.touch(kept)
    // The other one of a change shows how far this one is.
    for (const id of [kept.replaces, kept.replacedBy]) {
      const other = id === null ? null : store.load(id)
      if (other !== null) changes.touch(other)
    }
  }
  function keep(kept: KeptReservation): void {
    store.save(kept)
    touch(kept)
  }

  const pairs = createPairs({ ...deps, store, sending, keep })
  const parts = { ...deps, store, sending, book, plan, pairs, drafts, changes, keep, touch }
  const commands = createReservationCommands(parts)
  const owing = { ...parts, storeId: deps.storeId ?? '', planChanged: changes.touchAll }
  const watch = createReservationWatch(parts)
  const api: Reservations = {
    forgetAll: () => watch.forget(Date.parse('9999-12-31')),
    unmarked(day) {
      const { from, to } = boundsOf(day, deps.timeZone())
      const now = deps.clock.now()
      return store
        .between(new Date(from).toISOString(), new Date(Math.min(to, now)).toISOString())
        .filter((each) => each.kind === 'booked' && each.mark === 'expected')
        .filter((each) => isStanding(each, now)).length
    },
  }
  return {
    api,
    outbox: {
      reservation: reservationRules(owing),
      'reservation-cancel': cancelRules(owing),
    },
    changes: changes.take,
    catchUp: watch.catchUp,
    handlers: {
      ...createReservationQueries({ ...rules, book, plan, sending, pairs, changes }),
      ...commands,
      ...createChanging(parts, commands['reservations.edit']),
      ...drafts.handlers,
      ...createCancelling({ ...parts, undoMs: () => settings().undoSeconds * 1000 }),
    },
  }
}

/** The noun of the book: the reservations taken on these screens, and what the platform knows of them. */
export const reservations = defineNoun(reservationsContract, {
  needs: [menu],
  tables: [
    {
      name: 'reservations',
      shows: { kinds: ['reservation', 'reservation-cancel'], entries: 'all' },
      old: { since: 'starts_at', when: 'has_guest = 0 AND undo_until IS NULL' },
    },
  ],
  create(context) {
    const menus = context.use(menu)
    return createReservations({ ...context, hours: () => menus.hours })
  },
})
