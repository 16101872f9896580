import { z } from 'zod'
import { isSameGuest, knownBy, type Contacts } from '#domain/guests/guest.ts'
import type { RowFormat } from '../db/table.ts'
import type { Context } from '../noun.ts'

const noteRow = z.object({
  client_id: z.string(),
  allergies: z.string(),
  contacts: z.object({ userId: z.string(), phone: z.string(), email: z.string() }),
  noted_at: z.string(),
})
type NoteRow = z.output<typeof noteRow>

export const noteRows: RowFormat<NoteRow> = {
  table: 'guest_notes',
  key: 'client_id',
  schema: noteRow,
  columns: ['client_id', 'allergies', 'contacts', 'noted_at'],
  json: ['contacts'],
  version: 2,
  ofPeople: true,
}

/** Later than any ISO instant. */
export const endOfTime = '9'

/** What is noted of a guest. */
export interface GuestNote {
  allergies: string
  /** ISO. */
  notedAt: string
}

export type GuestStore = ReturnType<typeof createGuestStore>

/**
 * What is noted here of guests, read from memory: each order asks. Writes belong into the caller's transaction.
 */
export function createGuestStore(context: Pick<Context, 'rows' | 'values'>) {
  const notesTable = context.rows(noteRows)
  const storedForgottenAt = context.values('guestsForgotten', z.string())
  let notes = new Map<string, NoteRow>()
  let forgottenAt: string | null = null
  reload()

  /** As the database has them. */
  function reload(): void {
    notes = new Map(notesTable.all().map((row) => [row.client_id, row]))
    forgottenAt = storedForgottenAt.read()
  }

  function remove(clientId: string): void {
    notesTable.remove(clientId)
    notes.delete(clientId)
  }

  /** Forgets what was noted before an ISO instant, or all of it; answers how many notes. */
  function forget(before: string | null): number {
    const old = [...notes.values()].filter((row) => before === null || row.noted_at < before)
    for (const row of old) remove(row.client_id)
    return old.length
  }

  return {
    noteOf(clientId: string): GuestNote | null {
      const note = notes.get(clientId)
      return note === undefined ? null : { allergies: note.allergies, notedAt: note.noted_at }
    },
    /** The allergies of whoever has one of these contacts; null where nothing is noted. */
    allergiesOf(contacts: Contacts): string | null {
      if (notes.size === 0) return null
      const asked = knownBy(contacts)
      const found = [...notes.values()].filter((note) => isSameGuest(note.contacts, asked))
      // Two who share a telephone: the kitchen had better know of both.
      const reported = new Set(found.map(({ allergies }) => allergies))
      return reported.size === 0 ? null : [...reported].join('; ')
    },
    /** An empty text takes the note away. */
    note(clientId: string, contacts: Contacts, { allergies, notedAt }: GuestNote): void {
      if (allergies === '') {
        remove(clientId)
        return
      }
      const row = { client_id: clientId, allergies, contacts: knownBy(contacts), noted_at: notedAt }
      notesTable.put(row)
      notes.set(clientId, row)
    },
    /** Whether something was noted before an ISO instant. */
    isOlder: (before: string): boolean => [...notes.values()].some((row) => row.noted_at < before),
    forget,
    /** When a person had all of them forgotten last, ISO; null where nobody has. */
    get forgottenAt() {
      return forgottenAt
    },
    /** Forgets all of it at an ISO instant; answers how many notes. */
    forgetAll(now: string): number {
      storedForgottenAt.write(now)
      forgottenAt = now
      return forget(null)
    },
    reload,
  }
}
