import { isNotSending, notNeeded, type Outbox } from './outbox.ts'
import type { NewEntry, OutboxEntry } from './rules.ts'

/**
 * Enqueues an absolute value, of which only the newest counts: it replaces one that waits. While
 * one is being sent nothing is enqueued; the kind's `changed` does it afterwards. Call within a
 * transaction.
 */
export function enqueueNewest(outbox: Outbox, toSend: NewEntry): void {
  const { kind, subject, payload } = toSend
  const open = outbox.open(kind, subject)
  if (open?.state === 'sending') return
  if (open?.state === 'queued') {
    outbox.replace(open, payload)
    return
  }
  outbox.move(kind, subject, isNotSending, notNeeded)
  outbox.enqueue(toSend)
}

/** Withdraws an entry of which nothing was ever sent. Returns whether there was one. */
export const withdrawUnsent = (
  outbox: Outbox,
  { kind, subject }: Pick<NewEntry, 'kind' | 'subject'>,
): boolean =>
  outbox.move(
    kind,
    subject,
    ({ state, attempts }) => state === 'queued' && attempts === 0,
    notNeeded,
  ) !== null

/**
 * Enqueues the newest value if it is not the one that an entry has sent. Call when the entry has an
 * outcome.
 */
export function enqueueNewer<Value extends { tapId: string }>(
  outbox: Outbox,
  { kind, subject, state }: OutboxEntry,
  sent: Value | undefined,
  newest: Value | null,
): void {
  const isOther = newest !== null && sent !== undefined && newest.tapId !== sent.tapId
  if (isOther && state !== 'sending' && state !== 'withdrawn')
    enqueueNewest(outbox, { id: newest.tapId, kind, subject, payload: newest })
}
