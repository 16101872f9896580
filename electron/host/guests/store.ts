import { z } from 'zod'
import { isSameGuest, contactKeys, type Contacts } from '#domain/guests/guest.ts'
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
  ofPeople: true,
}

/** Sorts after every ISO instant. */
export const afterEveryInstant = '9'

export interface GuestNote {
  allergies: string
  /** ISO. */
  notedAt: string
}

export type GuestStore = ReturnType<typeof createGuestStore>

/**
 * The notes about guests, cached in memory because every order looks them up. Call the writing
 * functions within a transaction.
 */
export function createGuestStore(context: Pick<Context, 'rows' | 'values'>) {
  const notesTable = context.rows(noteRows)
  const storedForgottenAt = context.values('guestsForgotten', z.string())
  let notes = new Map<string, NoteRow>()
  let forgottenAt: string | null = null
  reload()

  function reload(): void {
    notes = new Map(notesTable.all().map((row) => [row.client_id, row]))
    forgottenAt = storedForgottenAt.read()
  }

  function remove(clientId: string): void {
    notesTable.remove(clientId)
    notes.delete(clientId)
  }

  /** Deletes the notes before an ISO instant, or all of them; returns how many. */
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
    /** The allergies of the guest with one of these contacts; null if none are stored. */
    allergiesOf(contacts: Contacts): string | null {
      if (notes.size === 0) return null
      const asked = contactKeys(contacts)
      const found = [...notes.values()].filter((note) => isSameGuest(note.contacts, asked))
      // Two guests may share a phone; the kitchen should know about both.
      const allergies = new Set(found.map(({ allergies }) => allergies))
      return allergies.size === 0 ? null : [...allergies].join('; ')
    },
    /** An empty text deletes the note. */
    note(clientId: string, contacts: Contacts, { allergies, notedAt }: GuestNote): void {
      if (allergies === '') {
        remove(clientId)
        return
      }
      const row = {
        client_id: clientId,
        allergies,
        contacts: contactKeys(contacts),
        noted_at: notedAt,
      }
      notesTable.put(row)
      notes.set(clientId, row)
    },
    /** Whether there is a note from before an ISO instant. */
    isOlder: (before: string): boolean => [...notes.values()].some((row) => row.noted_at < before),
    forget,
    /** When a person last deleted all guests, ISO; null if never. */
    get forgottenAt() {
      return forgottenAt
    },
    /** Deletes all notes and remembers the ISO instant; returns how many there were. */
    forgetAll(now: string): number {
      storedForgottenAt.write(now)
      forgottenAt = now
      return forget(null)
    },
    reload,
  }
}
