import { z } from 'zod'
import type { BumpTimes } from '#domain/orders/pace.ts'
import type { Ticket } from '#contract/tickets/ticket.ts'
import type { Database } from '../db/open.ts'
import { createRows } from '../db/rows.ts'
import type { Log } from '../log.ts'

/** When tickets were bumped, beside their rows: a day's pace is asked for often, and no row is parsed for it. */
export interface Bumps {
  /** Keeps the times of a ticket's bump as they were when it was made; forgets one that was taken back. */
  keep(ticket: Ticket): void
  /** From an ISO instant on. */
  since(from: string): BumpTimes[]
  /** The next `limit` from one ISO instant until before another, in their order. */
  between(
    from: string,
    to: string,
    after: BumpPlace | null,
    limit: number,
  ): (BumpTimes & { id: string })[]
  /** How many tickets left the queue then and have none. */
  leftWithout(from: string, to: string): number
}

/** Where a part of them ended. */
export interface BumpPlace {
  bumpedAt: string
  id: string
}

const rowSchema = z.object({
  id: z.string(),
  bumped_at: z.string(),
  queue_at: z.string(),
  promised_at: z.string(),
})

const timesOf = (row: z.infer<typeof rowSchema>): BumpTimes => ({
  bumpedAt: row.bumped_at,
  queueAt: row.queue_at,
  promisedAt: row.promised_at,
})

export function createBumps(db: Database, log: Log): Bumps {
  const rows = createRows(db, log, {
    table: 'bumps',
    key: 'id',
    schema: rowSchema,
    columns: rowSchema.keyof().options,
    json: [],
    version: 2,
  })
  return {
    keep({ id, bump, queueAt, promisedAt }) {
      if (bump === null) rows.remove(id)
      else if (rows.get(id)?.bumped_at !== bump.bumpedAt)
        rows.put({ id, bumped_at: bump.bumpedAt, queue_at: queueAt, promised_at: promisedAt })
    },
    since: (from) => rows.all('bumped_at >= ?', from).map(timesOf),
    between: (from, to, after, limit) =>
      rows
        .all(
          `bumped_at >= ? AND bumped_at < ? AND (bumped_at, id) > (?, ?)
           ORDER BY bumped_at, id LIMIT ?`,
          after?.bumpedAt ?? from,
          to,
          after?.bumpedAt ?? '',
          after?.id ?? '',
          limit,
        )
        .map((row) => ({ id: row.id, ...timesOf(row) })),
    leftWithout: (from, to) =>
      Number(
        db.get(
          `SELECT count(*) AS n FROM tickets WHERE left_at >= ? AND left_at < ? AND left_at IS NOT NULL
           AND NOT EXISTS (SELECT 1 FROM bumps WHERE bumps.id = tickets.id)`,
          from,
          to,
        )?.['n'],
      ),
  }
}
