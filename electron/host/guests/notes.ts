import { z } from 'zod'
import { isSameGuest, knownBy, type Contacts } from '#domain/guests/contacts.ts'
import type { Database } from '../db/open.ts'
import { createRows } from '../db/rows.ts'
import type { Log } from '../log.ts'

const noteRow = z.object({
  client_id: z.string(),
  allergies: z.string(),
  contacts: z.object({ userId: z.string(), phone: z.string(), email: z.string() }),
  noted_at: z.string(),
})

/** What was noted of a guest, and when. */
export interface GuestNote {
  allergies: string
  /** ISO. */
  notedAt: string
}

/** What is noted here of guests. Read from memory: each order asks. Writes belong into the caller's transaction. */
export interface GuestNotes {
  of(clientId: string): GuestNote | null
  /** The allergies of whoever has one of these contacts; null where nothing is noted. */
  allergiesOf(contacts: Contacts): string | null
  /** An empty text takes the note away. */
  put(clientId: string, contacts: Contacts, note: GuestNote): void
  /** Whether something was noted before an ISO instant. */
  isOlder(before: string): boolean
  /** Forgets what was noted before an ISO instant, or all of it, damaged rows as well; answers how many notes. */
  forget(before: string | null): number
  /** As the database has them. */
  reload(): void
}

/** A row that could not be read lies there as it was written, with all that it says of a guest. */
const ours = "origin = 'guest_notes' AND at < ?"

export function createGuestNotes(db: Database, log: Log): GuestNotes {
  const rows = createRows(db, log, {
    table: 'guest_notes',
    key: 'client_id',
    schema: noteRow,
    columns: ['client_id', 'allergies', 'contacts', 'noted_at'],
    json: ['contacts'],
    version: 2,
  })
  let notes = new Map<string, z.output<typeof noteRow>>()
  const reload = (): void => {
    notes = new Map(rows.all().map((row) => [row.client_id, row]))
  }
  reload()

  function remove(clientId: string): void {
    rows.remove(clientId)
    notes.delete(clientId)
  }

  return {
    of(clientId) {
      const note = notes.get(clientId)
      return note === undefined ? null : { allergies: note.allergies, notedAt: note.noted_at }
    },
    allergiesOf(contacts) {
      if (notes.size === 0) return null
      const asked = knownBy(contacts)
      const found = [...notes.values()].filter((note) => isSameGuest(note.contacts, asked))
      // Two who share a telephone: the kitchen had better know of both.
      const told = new Set(found.map(({ allergies }) => allergies))
      return told.size === 0 ? null : [...told].join('; ')
    },
    put(clientId, contacts, { allergies, notedAt }) {
      if (allergies === '') {
        remove(clientId)
        return
      }
      const row = {
        client_id: clientId,
        allergies,
        contacts: knownBy(contacts),
        noted_at: notedAt,
      }
      rows.put(row)
      notes.set(clientId, row)
    },
    isOlder: (before) =>
      [...notes.values()].some((row) => row.noted_at < before) ||
      db.get(`SELECT 1 FROM set_aside WHERE ${ours} LIMIT 1`, before) !== undefined,
    forget(before) {
      const old = [...notes.values()].filter((row) => before === null || row.noted_at < before)
      for (const row of old) remove(row.client_id)
      db.run(`DELETE FROM set_aside WHERE ${ours}`, before ?? '9')
      return old.length
    },
    reload,
  }
}
