import type { BumpTimes } from '#domain/orders/pace.ts'
import type { Ticket } from '#contract/ticket.ts'
import type { Database } from '../db/open.ts'

/** When tickets were bumped, beside their rows: a day's pace is asked for often, and no row is parsed for it. */
export interface Bumps {
  /** Keeps the times of a ticket's bump as they were when it was made; forgets one that was taken back. */
  keep(ticket: Ticket): void
  /** From an ISO instant on. */
  since(from: string): BumpTimes[]
}

export const createBumps = (db: Database): Bumps => ({
  keep({ id, bump, queueAt, promisedAt }) {
    if (bump === null) db.run('DELETE FROM bumps WHERE id = ?', id)
    else
      db.run(
        `INSERT INTO bumps (id, bumped_at, queue_at, promised_at) VALUES (?, ?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET bumped_at = excluded.bumped_at,
           queue_at = excluded.queue_at, promised_at = excluded.promised_at
         WHERE bumped_at <> excluded.bumped_at`,
        id,
        bump.bumpedAt,
        queueAt,
        promisedAt,
      )
  },
  since: (from) =>
    db
      .all('SELECT bumped_at, queue_at, promised_at FROM bumps WHERE bumped_at >= ?', from)
      .map((row) => ({
        bumpedAt: String(row['bumped_at']),
        queueAt: String(row['queue_at']),
        promisedAt: String(row['promised_at']),
      })),
})
