import type { DatabaseSync } from 'node:sqlite'
import type { Entries, Entry } from './entries.ts'

type State = Pick<Entry, 'state'> & Partial<Pick<Entry, 'reason' | 'message' | 'needs_decision'>>

/**
 * A reservation of any earlier version, with the sending state of itself and of its cancellation.
 * Any field may be missing.
 */
interface Before {
  kind?: string
  booking?: unknown
  reference?: string
  takenAt?: string
  takenOn?: string
  replaces?: string | null
  platformId?: string | null
  code?: string | null
  state?: string
  words?: string | null
  cancellation?: {
    state: string
    reason: string
    undoUntil: string
    words: string | null
    local: boolean
  } | null
}

/**
 * The state for the entry of a reservation. Null if the entry already has it, or if there is
 * nothing to send.
 */
function bookingState({ kind, state, words, platformId, cancellation }: Before): State | null {
  if (kind !== 'booked') return null
  // A cancelled reservation that was never sent needs no decision.
  const undecided = cancellation === null || cancellation === undefined ? 1 : 0
  const message = words ?? null
  switch (state) {
    case 'booked':
      return { state: 'confirmed', reason: platformId == null ? 'by-person' : null }
    case 'may-exist':
      return { state: 'unknown', message, needs_decision: 1 }
    case 'refused':
      return { state, message, needs_decision: undecided }
    case 'expired':
      return { state, needs_decision: undecided }
    default:
      return null
  }
}

/** The state for the entry of its cancellation. */
function cancelState({ cancellation, platformId }: Before): State | null {
  switch (cancellation?.state) {
    case 'may-be-cancelled': {
      const reason = platformId == null ? 'no-platform-id' : null
      const message = reason === null ? cancellation.words : null
      return { state: 'unknown', reason, message, needs_decision: 1 }
    }
    case 'refused':
      return { state: 'refused', message: cancellation.words, needs_decision: 1 }
    case 'confirmed':
      return cancellation.local ? null : { state: 'confirmed' }
    default:
      return null
  }
}

/** Writes the state of the row to the newest entry of a kind, or adds an entry if there is none. */
function tell(entries: Entries, kind: string, id: string, before: Before, now: State): void {
  const entry = entries.newest(kind, id)
  const { needs_decision = 0, reason = null, message = null } = now
  const told = { state: now.state, reason, message, needs_decision, open: needs_decision }
  if (entry === null) {
    const { booking, reference, takenAt = '', takenOn, replaces = null } = before
    const said = { booking, reference, takenAt, takenOn, replaces }
    const cancelled = { platformId: before.platformId ?? null, code: before.code ?? null }
    const reasonOf = { reason: before.cancellation?.reason ?? '' }
    const payload = kind === 'reservation' ? said : { ...said, ...cancelled, ...reasonOf }
    const name = { id: `restored-${kind}-${id}`, kind, subject: id }
    entries.add({ ...name, ...told, created_at: takenAt, payload: JSON.stringify(payload) })
  } else if (entry.state !== now.state || entry.needs_decision !== needs_decision)
    entries.change(entry, told)
}

function take(entries: Entries, id: string, before: Before): void {
  const booking = bookingState(before)
  if (booking !== null) tell(entries, 'reservation', id, before, booking)
  const cancelling = cancelState(before)
  if (cancelling !== null) tell(entries, 'reservation-cancel', id, before, cancelling)
  if (before.cancellation?.state !== 'undoable') return
  const entry = entries.newest('reservation-cancel', id)
  if (entry?.state === 'queued')
    entries.change(entry, { undo_until: before.cancellation.undoUntil })
}

/** The sending state of reservations and their cancellations was in their rows. */
export function reservationDeliveries(db: DatabaseSync, entries: Entries): void {
  for (const { id, kept } of db.prepare('SELECT id, kept FROM reservations').iterate())
    try {
      take(entries, String(id), JSON.parse(String(kept)) as Before)
    } catch {
      // The row is set aside when it is next read.
    }
  // The outbox now finds what is due.
  db.exec('DROP INDEX reservations_owed')
}
