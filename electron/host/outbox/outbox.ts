import { isoNow, type Clock } from '../clock.ts'
import type { EntryState, OutboxEntry } from './entry.ts'
import type { OutboxKind } from './kinds.ts'
import type { OutboxRows } from './rows.ts'
import type { OutboxTime } from './time.ts'

/** What a noun says of a thing that it owes. */
export interface Owing {
  /** Of the tap where one made it. */
  id: string
  kind: OutboxKind
  subject: string
  payload: unknown
  /** Before the first attempt; default none. */
  waitMs?: number
}

/** The outbox as nouns see it. All within the caller's transaction. */
export interface Outbox {
  /** Adds an entry. Throws where one of the kind and subject is not over. */
  enqueue(owing: Owing): OutboxEntry
  /** The entry of a kind and subject that is not over. */
  live(kind: OutboxKind, subject: string): OutboxEntry | null
  /** Every entry of a kind and subject, also what is over; the newest first. */
  history(kind: OutboxKind, subject: string): OutboxEntry[]
  /** Whether there ever was an entry of that id. */
  has(id: string): boolean
  /** Says something newer in an entry that nothing was sent of yet. */
  replace(entry: OutboxEntry, payload: unknown): void
  /** Takes an entry that is not over and in one of `from` to another state; null where there is none. */
  move(
    kind: OutboxKind,
    subject: string,
    from: readonly EntryState[],
    to: 'withdrawn' | 'dropped' | 'settled' | 'queued',
  ): OutboxEntry | null
  /** Forgets every entry of a kind that is over and was made before an ISO instant, with what it said. */
  forget(kind: OutboxKind, before: string): void
}

/** What waits for a person: refused, or without an answer for too long. */
export const waitsForPerson = ['unconfirmed', 'rejected'] as const
/** All but what is on the wire at this moment. */
export const notSending = ['queued', 'unknown', ...waitsForPerson] as const

/** `onChange` hears of every change, within its transaction: something may be due after the commit. */
export function createOutbox(
  rows: OutboxRows,
  clock: Clock,
  time: OutboxTime,
  onChange: () => void,
): Outbox {
  const keep = (entry: OutboxEntry): OutboxEntry => {
    rows.keep(entry)
    onChange()
    return entry
  }
  const due = (waitMs: number): Pick<OutboxEntry, 'dueAt' | 'waitMs'> => ({
    dueAt: time.dueIn(waitMs),
    waitMs,
  })
  return {
    live: rows.live,
    history: rows.history,
    has: rows.has,
    enqueue: ({ id, kind, subject, payload, waitMs = 0 }) =>
      keep({
        id,
        kind,
        subject,
        payload,
        state: 'queued',
        createdAt: isoNow(clock),
        ...due(waitMs),
        attempts: 0,
        repeats: 0,
        firstSentAt: null,
        words: null,
      }),
    forget: rows.forget,
    replace: (entry, payload) => void keep({ ...entry, payload }),
    move(kind, subject, from, to) {
      const entry = rows.live(kind, subject)
      if (entry === null || !from.includes(entry.state)) return null
      time.forget(entry.id)
      const again = { ...due(0), repeats: 0, firstSentAt: null, words: null }
      return keep({ ...entry, state: to, ...(to === 'queued' ? again : {}) })
    },
  }
}
