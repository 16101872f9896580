import type { UnreadEvent } from '#contract/status.ts'
import type { Database } from '../db/open.ts'

/** A message from the platform, as it came. */
export interface Arrival {
  /** What makes a repeat a repeat: the event's own id, or a hash where it has none. */
  key: string
  type: string
  source: 'webhook' | 'poll'
  /** ISO. */
  receivedAt: string
  /** The JSON text, untouched. */
  body: string
}

export interface ArrivedRow {
  id: number
  key: string
  receivedAt: string
  body: string
}

/** What became of an arrival once it was read; `unread` and `elsewhere` say why. */
export type Verdict =
  | { state: 'done' }
  | { state: 'unread'; reason: string }
  | { state: 'elsewhere'; reason: string }

/** What arrived, kept raw and once, before its sender is told so. */
export interface Inbox {
  /**
   * Answers once the arrival is on disk: `kept`, or `repeat` where it was there already. Rejects with
   * SQLite's error where it could not be written. All arrivals of one turn of the event loop share one commit.
   */
  receive(arrival: Arrival): Promise<'kept' | 'repeat'>
  /** The oldest that are not read yet. */
  arrived(limit: number): ArrivedRow[]
  /** Within the caller's transaction. */
  settle(id: number, verdict: Verdict): void
  counts(): { unread: number; elsewhere: number }
  /** The newest 50 that could not be read. */
  unread(): UnreadEvent[]
  /** Whether the last write failed, so that senders get 503. */
  readonly refusing: boolean
  /** Deletes up to 500 read arrivals older than `before` (ISO); answers how many. */
  forget(before: string): number
}

interface Waiting {
  arrival: Arrival
  resolve(outcome: 'kept' | 'repeat'): void
  reject(cause: unknown): void
}

/** `onKept` is called after a commit that kept something, `onRefusing` when writing starts or stops failing. */
export function createInbox(
  db: Database,
  told: { onKept: () => void; onRefusing: () => void },
): Inbox {
  let waiting: Waiting[] = []
  let refusing = false
  const count = (state: string): number =>
    Number(db.get(`SELECT count(*) AS n FROM inbox WHERE state = '${state}'`)?.['n'])
  const counted = { unread: count('unread'), elsewhere: count('elsewhere') }

  function setRefusing(now: boolean): void {
    if (refusing === now) return
    refusing = now
    told.onRefusing()
  }

  function flush(): void {
    const batch = waiting
    waiting = []
    let outcomes: number[]
    try {
      outcomes = db.transact(() =>
        batch.map(({ arrival }) =>
          db.run(
            'INSERT OR IGNORE INTO inbox (key, type, source, received_at, body) VALUES (?, ?, ?, ?, ?)',
            arrival.key,
            arrival.type,
            arrival.source,
            arrival.receivedAt,
            arrival.body,
          ),
        ),
      )
    } catch (cause) {
      setRefusing(true)
      for (const each of batch) each.reject(cause)
      return
    }
    setRefusing(false)
    for (const [index, each] of batch.entries())
      each.resolve(outcomes[index] === 1 ? 'kept' : 'repeat')
    if (outcomes.includes(1)) told.onKept()
  }

  return {
    receive: (arrival) =>
      new Promise((resolve, reject) => {
        if (waiting.push({ arrival, resolve, reject }) === 1) setImmediate(flush)
      }),
    arrived: (limit) =>
      db
        .all(
          "SELECT id, key, received_at, body FROM inbox WHERE state = 'arrived' ORDER BY id LIMIT ?",
          limit,
        )
        .map((row) => ({
          id: Number(row['id']),
          key: String(row['key']),
          receivedAt: String(row['received_at']),
          body: String(row['body']),
        })),
    settle(id, verdict) {
      const reason = verdict.state === 'done' ? null : verdict.reason.slice(0, 300)
      db.run('UPDATE inbox SET state = ?, reason = ? WHERE id = ?', verdict.state, reason, id)
      if (verdict.state !== 'done') counted[verdict.state] += 1
    },
    counts: () => ({ ...counted }),
    unread: () =>
      db
        .all(
          `SELECT id, received_at, type, reason, length(body) AS bytes FROM inbox
           WHERE state = 'unread' ORDER BY id DESC LIMIT 50`,
        )
        .map((row) => ({
          id: Number(row['id']),
          receivedAt: String(row['received_at']),
          type: row['type'] === '' ? null : String(row['type']),
          reason: String(row['reason']),
          bytes: Number(row['bytes']),
        })),
    get refusing() {
      return refusing
    },
    forget: (before) =>
      db.run(
        `DELETE FROM inbox WHERE id IN (
           SELECT id FROM inbox
           WHERE id < coalesce((SELECT id FROM inbox WHERE received_at >= ? ORDER BY id LIMIT 1), 9e15)
             AND state IN ('done', 'elsewhere')
           ORDER BY id LIMIT 500)`,
        before,
      ),
  }
}
