import { createHash } from 'node:crypto'
import type { Database } from '../db/open.ts'
import type { Debt, DebtState } from './policy.ts'
import type { Owed } from './rules.ts'

/** The outbox on disk. All within the caller's transaction, or alone. */
export interface OutboxStore {
  /** Adds or updates. Throws where another debt of the subject is not over. */
  keep(debt: Debt): void
  has(id: string): boolean
  /** The debt of a subject that is not over, if there is one. */
  live(subject: string): Debt | null
  /** Queued and unknown ones, the earliest due first. */
  owed(): Debt[]
  /** Those on the wire, as far as the disk knows. */
  sending(): Debt[]
  counts(): Record<'owed' | 'sending' | 'unknown' | 'needsPerson', number>
}

// Word for word as in the partial indexes: otherwise SQLite looks at every bump that was ever made.
const owedStates = "('queued', 'sending', 'unknown')"
const liveStates = "('queued', 'sending', 'unknown', 'unconfirmed', 'rejected')"

/** A debt as the table's columns, in their order, its digest apart. */
const columns = (debt: Debt): (string | number | null)[] => [
  debt.id,
  debt.operation,
  debt.subject,
  debt.state,
  debt.createdAt,
  debt.dueAt,
  debt.waitMs,
  debt.attempts,
  debt.repeats,
  debt.firstSentAt,
  debt.words,
]

/** A hash over a debt, so that a row of a damaged file can be trusted or not. */
export const digestOf = (debt: Debt): string =>
  createHash('sha256')
    .update(JSON.stringify(columns(debt)))
    .digest('hex')

/** A row of the table as a debt. */
export const readDebt = (row: Record<string, unknown>): Debt => ({
  id: String(row['id']),
  operation: String(row['operation']) as Owed,
  subject: String(row['subject']),
  state: String(row['state']) as DebtState,
  createdAt: String(row['created_at']),
  dueAt: String(row['due_at']),
  waitMs: Number(row['wait_ms']),
  attempts: Number(row['attempts']),
  repeats: Number(row['repeats']),
  firstSentAt: typeof row['first_sent_at'] === 'string' ? row['first_sent_at'] : null,
  words: typeof row['words'] === 'string' ? row['words'] : null,
})

export function createOutboxStore(db: Database): OutboxStore {
  const list = (where: string, ...values: string[]): Debt[] =>
    db.all(`SELECT * FROM outbox WHERE ${where}`, ...values).map(readDebt)
  return {
    keep(debt) {
      db.run(
        `INSERT INTO outbox (id, operation, subject, state, created_at, due_at, wait_ms,
           attempts, repeats, first_sent_at, words, digest)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET state = excluded.state, due_at = excluded.due_at,
           wait_ms = excluded.wait_ms, attempts = excluded.attempts, repeats = excluded.repeats,
           first_sent_at = excluded.first_sent_at, words = excluded.words, digest = excluded.digest`,
        ...columns(debt),
        digestOf(debt),
      )
    },
    has: (id) => db.get('SELECT 1 FROM outbox WHERE id = ?', id) !== undefined,
    live: (subject) => list(`subject = ? AND state IN ${liveStates}`, subject)[0] ?? null,
    owed: () => list(`state IN ${owedStates} AND state <> 'sending' ORDER BY due_at, id`),
    sending: () => list(`state IN ${owedStates} AND state = 'sending' ORDER BY due_at, id`),
    counts() {
      const rows = db.all(
        `SELECT state, count(*) AS n FROM outbox WHERE state IN ${liveStates} GROUP BY state`,
      )
      const of = (...states: DebtState[]): number =>
        rows
          .filter((row) => states.includes(String(row['state']) as DebtState))
          .reduce((sum, row) => sum + Number(row['n']), 0)
      return {
        owed: of('queued', 'sending', 'unknown'),
        sending: of('sending'),
        unknown: of('unknown'),
        needsPerson: of('unconfirmed', 'rejected'),
      }
    },
  }
}
