import { createHash } from 'node:crypto'
import type { Database } from '../db/open.ts'
import type { Debt, DebtState } from './policy.ts'

/** The outbox on disk. All within the caller's transaction, or alone. */
export interface OutboxStore {
  add(debt: Debt): void
  /** False where a debt with that id was there already. */
  has(id: string): boolean
  update(debt: Debt): void
  /** The debt of a subject that is not over, if there is one. */
  live(subject: string): Debt | null
  /** Queued and unknown ones, the earliest due first. */
  owed(): Debt[]
  inState(state: DebtState): Debt[]
  counts(): Record<'owed' | 'sending' | 'unknown' | 'needsPerson', number>
}

const liveStates = "('queued', 'sending', 'unknown', 'unconfirmed', 'rejected')"

/** A hash over a debt, so that a row of a damaged file can be trusted or not. */
export const digestOf = (debt: Debt): string =>
  createHash('sha256')
    .update(
      JSON.stringify([
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
      ]),
    )
    .digest('hex')

/** A row of the table as a debt. */
export const readDebt = (row: Record<string, unknown>): Debt => ({
  id: String(row['id']),
  operation: 'preparation-ready',
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
    add(debt) {
      db.run(
        `INSERT INTO outbox (id, operation, subject, state, created_at, due_at, wait_ms,
           attempts, repeats, first_sent_at, words, digest)
         VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
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
        digestOf(debt),
      )
    },
    has: (id) => db.get('SELECT 1 FROM outbox WHERE id = ?', id) !== undefined,
    update(debt) {
      db.run(
        `UPDATE outbox SET state = ?, due_at = ?, wait_ms = ?, attempts = ?, repeats = ?,
           first_sent_at = ?, words = ?, digest = ? WHERE id = ?`,
        debt.state,
        debt.dueAt,
        debt.waitMs,
        debt.attempts,
        debt.repeats,
        debt.firstSentAt,
        debt.words,
        digestOf(debt),
        debt.id,
      )
    },
    live: (subject) => list(`subject = ? AND state IN ${liveStates}`, subject)[0] ?? null,
    owed: () => list("state IN ('queued', 'unknown') ORDER BY due_at, id"),
    inState: (state) => list('state = ? ORDER BY created_at, id', state),
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
