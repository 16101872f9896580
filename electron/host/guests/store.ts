import { z } from 'zod'
import { isSameGuest, knownBy, type Contacts } from '#domain/guests/contacts.ts'
import { overwriting, type Database } from '../db/open.ts'
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

const draftRow = z.object({ name: z.string(), typed: z.string(), typed_at: z.string() })

export const draftRows: RowFormat<z.output<typeof draftRow>> = {
  table: 'guest_drafts',
  key: 'name',
  schema: draftRow,
  columns: ['name', 'typed', 'typed_at'],
  json: [],
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
 * What is noted here of guests, and what screens have typed of their allergies and not noted yet. Notes are read from memory:
 * each order asks. Writes belong into the caller's transaction.
 */
export function createGuestStore(context: Pick<Context, 'db' | 'rows' | 'values'>) {
  const { db } = context
  const notesTable = context.rows(noteRows)
  const draftsTable = context.rows(draftRows)
  const keptForgottenAt = context.values('guestsForgotten', z.string())
  let notes = new Map<string, NoteRow>()
  let forgottenAt: string | null = null
  reload()

  /** As the database has them. */
  function reload(): void {
    notes = new Map(notesTable.all().map((row) => [row.client_id, row]))
    forgottenAt = keptForgottenAt.read()
  }

  function remove(clientId: string): void {
    notesTable.remove(clientId)
    notes.delete(clientId)
  }

  const draftName = (screen: string, clientId: string): string => `${screen} ${clientId}`

  /** Forgets what was noted or typed before an ISO instant, or all of it; answers how many notes. */
  function forget(before: string | null): number {
    const old = [...notes.values()].filter((row) => before === null || row.noted_at < before)
    for (const row of old) remove(row.client_id)
    db.run('DELETE FROM guest_drafts WHERE typed_at < ?', before ?? endOfTime)
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
      const told = new Set(found.map(({ allergies }) => allergies))
      return told.size === 0 ? null : [...told].join('; ')
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
    /** What is typed on a screen; null where nothing is. */
    typedOn: (screen: string, clientId: string): string | null =>
      draftsTable.get(draftName(screen, clientId))?.typed ?? null,
    /** `typed` is null where it is what is noted. `typedAt` is ISO. */
    type(screen: string, clientId: string, typed: string | null, typedAt: string): void {
      const name = draftName(screen, clientId)
      if (typed === null) draftsTable.remove(name)
      else draftsTable.put({ name, typed, typed_at: typedAt })
    },
    /** Whether something was noted or typed before an ISO instant. */
    isOlder: (before: string): boolean =>
      [...notes.values()].some((row) => row.noted_at < before) ||
      db.get('SELECT 1 FROM guest_drafts WHERE typed_at < ? LIMIT 1', before) !== undefined,
    forget,
    /** When a person had all of them forgotten last, ISO; null where nobody has. */
    get forgottenAt() {
      return forgottenAt
    },
    /** Forgets all of it at an ISO instant; answers how many notes. */
    forgetAll(now: string): number {
      keptForgottenAt.write(now)
      forgottenAt = now
      return forget(null)
    },
    reload,
  }
}

/** Changes people's data so that what was there before is not left in the file, or in the write-ahead log. */
export function withoutTrace<Value>(db: Pick<Database, 'get'>, work: () => Value): Value {
  try {
    return overwriting(db, work)
  } finally {
    db.get('PRAGMA wal_checkpoint(TRUNCATE)')
  }
}
