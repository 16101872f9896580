import type { OutboxKind } from './kinds.ts'

/**
 * - `queued`: nothing was sent yet. - `sending`: on the wire, recorded before the socket opened.
 * - `unknown`: sent, no answer; the effect may have happened. - `done`: the platform said yes.
 * - `rejected`: the platform said no; a person decides. - `unconfirmed`: repeated enough; a person decides.
 * - `withdrawn`: taken back before it was sent. - `dropped`: there is nothing left to tell, the order was cancelled or handed over.
 * - `settled`: a person decided that it is done.
 */
export const entryStates = [
  'queued',
  'sending',
  'unknown',
  'unconfirmed',
  'rejected',
  'done',
  'withdrawn',
  'dropped',
  'settled',
] as const
export type EntryState = (typeof entryStates)[number]

/** Nothing more happens to it, by itself or by a person. */
export const isOver = (state: EntryState): boolean =>
  ['done', 'withdrawn', 'dropped', 'settled'].includes(state)

/** One thing that the restaurant owes the platform. Instants are ISO. */
export interface OutboxEntry<Payload = unknown> {
  /** The tap that made it, or an id of its own. */
  id: string
  kind: OutboxKind
  /** What it is about: at most one entry of a kind and a subject is not over. */
  subject: string
  /** What is to be sent (the kind's schema). */
  payload: Payload
  state: EntryState
  createdAt: string
  /** When the next attempt may begin, by the time of the outbox (time.ts), and how long that was to wait when it was written. */
  dueAt: string
  waitMs: number
  attempts: number
  /** Attempts made after an answer was lost. */
  repeats: number
  firstSentAt: string | null
  words: string | null
}
