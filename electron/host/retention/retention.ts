import { z } from 'zod'
import type { Settings } from '#contract/settings/settings.ts'
import type { AgreedTime } from '../agreed-time.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/open.ts'
import type { Values } from '../db/values.ts'
import type { Noun } from '../noun.ts'

const dayMs = 24 * 3_600_000
/** How often it looks for what is too old; while there is more, with every beat. */
const lookEveryMs = 3_600_000
/** Rows of one beat: a few milliseconds, between two orders. */
const rowsABeat = 500
/** What came of an order makes its ticket anew where that is damaged: so long after it is over. */
const keepTextsDays = 7
/** A ticket is parsed and written anew to forget its guest. */
const ticketsABeat = 50
/**
 * What is free within the file is used again first: a day's orders take the room that those of the day before left
 * (packing.ts). Beyond so many pages (4 MB) it goes back to the disk.
 */
const sparePages = 1_024
const pagesABeat = 200

const unsettled = (subject: string): string =>
  `EXISTS (SELECT 1 FROM outbox WHERE subject = ${subject} AND open = 1)`

/**
 * What is deleted once it is older than the settings keep it, by the column that says since when: never what is open, is
 * to be sent, or waits for a person. Close-outs stay for good. A ticket's words and its bump go with it (foreign keys).
 */
const kept: readonly string[] = [
  `DELETE FROM tickets WHERE id IN (
     SELECT id FROM tickets WHERE left_at IS NOT NULL AND left_at < ? AND open = 0
       AND NOT ${unsettled('tickets.id')} ORDER BY left_at LIMIT ?)`,
  // In the order in which they were made, so that the last ones are not looked at.
  `DELETE FROM outbox WHERE rowid IN (
     SELECT rowid FROM outbox
     WHERE rowid < coalesce((SELECT rowid FROM outbox WHERE created_at >= ? ORDER BY rowid LIMIT 1), 9e15)
       AND open = 0
       AND NOT EXISTS (SELECT 1 FROM tickets WHERE tickets.id = subject)
       AND NOT EXISTS (SELECT 1 FROM channel_orders WHERE channel_orders.id = subject)
       AND NOT (kind = 'stock' AND EXISTS (SELECT 1 FROM stock WHERE stock.key = subject)
         AND NOT EXISTS (SELECT 1 FROM outbox AS newer
           WHERE newer.subject = outbox.subject AND newer.kind = 'stock' AND newer.rowid > outbox.rowid))
       AND NOT EXISTS (SELECT 1 FROM reservations WHERE reservations.id = subject)
     ORDER BY rowid LIMIT ?)`,
  `DELETE FROM stock_history WHERE id IN (
     SELECT id FROM stock_history WHERE set_at < ? AND ended_at IS NOT NULL ORDER BY set_at LIMIT ?)`,
  `DELETE FROM reservations WHERE id IN (
     SELECT id FROM reservations WHERE starts_at < ? AND has_guest = 0 AND undo_until IS NULL
       AND NOT ${unsettled('reservations.id')} ORDER BY starts_at LIMIT ?)`,
  `DELETE FROM channel_orders WHERE id IN (
     SELECT id FROM channel_orders WHERE asked_at < ?
       AND NOT ${unsettled('channel_orders.id')} ORDER BY asked_at LIMIT ?)`,
]

interface RetentionDeps {
  db: Database
  values: Values
  clock: Clock
  agreed: AgreedTime
  settings(): Settings
  /** Forgets whose tickets they were (orders.ts). */
  forgetGuests: (
    after: { leftAt: string; id: string },
    before: string,
    limit: number,
  ) => { leftAt: string; id: string } | null
  /** Deletes texts of arrivals from before an ISO instant, of orders that are over since; answers whether there may be more. */
  dropArrivals: (before: string) => boolean
}

const placeSchema = z.object({ leftAt: z.string(), id: z.string() })

/** The noun of what is old: deletes it a few rows at a time, and gives back to the disk what they held. */
export function createRetention({
  db,
  values,
  clock,
  agreed,
  settings,
  forgetGuests,
  dropArrivals,
}: RetentionDeps): Noun {
  const place = values('guestsOfTicketsForgotten', placeSchema)
  let lookAt = -Infinity
  let commits = 0

  const before = (days: number): string => new Date(agreed.toDelete() - days * dayMs).toISOString()

  /** Answers whether there may be more. */
  function forgetPeople(): boolean {
    const until = before(settings().guestDataDays)
    // What they said is overwritten also where that costs writes of its own.
    db.get('PRAGMA secure_delete = ON')
    try {
      return db.transact(() => {
        const last = forgetGuests(place.read() ?? { leftAt: '', id: '' }, until, ticketsABeat)
        if (last !== null) place.write(last)
        return last !== null
      })
    } finally {
      db.get('PRAGMA secure_delete = FAST')
    }
  }

  function forgetRows(): boolean {
    const instant = before(settings().keepDays)
    return kept.some((sql) => db.run(sql, instant, rowsABeat) > 0)
  }

  return {
    handlers: {},
    catchUp() {
      // Where much is going on, the disk has other things to do.
      const isIdle = db.commits - commits < 5
      if (isIdle) db.giveBack(pagesABeat, sparePages)
      commits = db.commits
      if (clock.monotonic() < lookAt || agreed.toDelete() === 0) return
      const hasMore =
        forgetPeople() || forgetRows() || db.transact(() => dropArrivals(before(keepTextsDays)))
      lookAt = clock.monotonic() + (hasMore ? 0 : lookEveryMs)
      commits = db.commits
    },
  }
}
