import { z } from 'zod'
import { isSameGuest, contactKeys, type Contacts } from '#domain/guests/guest.ts'
import type { Rows } from '../db/rows.ts'
import type { RowFormat } from '../db/table.ts'
import type { StoredValue } from '../db/values.ts'
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

export interface GuestNote {
  allergies: string
  /** ISO. */
  notedAt: string
}

/**
 * The notes about guests, cached in memory because every order looks them up. Call the writing
 * functions within a transaction.
 */
export class GuestStore {
  readonly #table: Rows<NoteRow>
  readonly #storedForgottenAt: StoredValue<string>
  #notes = new Map<string, NoteRow>()
  #forgottenAt: string | null = null

  constructor({ rows, values }: Pick<Context, 'rows' | 'values'>) {
    this.#table = rows(noteRows)
    this.#storedForgottenAt = values('guestsForgotten', z.string())
    this.reload()
  }

  /** When a person last deleted all guests, ISO; null if never. */
  get forgottenAt(): string | null {
    return this.#forgottenAt
  }

  reload(): void {
    this.#notes = new Map(this.#table.all().map((row) => [row.client_id, row]))
    this.#forgottenAt = this.#storedForgottenAt.read()
  }

  noteOf(clientId: string): GuestNote | null {
    const row = this.#notes.get(clientId)
    return row === undefined ? null : { allergies: row.allergies, notedAt: row.noted_at }
  }

  /** The allergies of the guest with one of these contacts; null if none are stored. */
  allergiesOf(contacts: Contacts): string | null {
    if (this.#notes.size === 0) return null
    const keys = contactKeys(contacts)
    const rows = [...this.#notes.values()].filter((row) => isSameGuest(row.contacts, keys))
    // Two guests may share a phone; the kitchen should know about both.
    const allergies = new Set(rows.map((row) => row.allergies))
    return allergies.size === 0 ? null : [...allergies].join('; ')
  }

  /** Whether there is a note from before an ISO instant. */
  isOlder(before: string): boolean {
    return [...this.#notes.values()].some((row) => row.noted_at < before)
  }

  /** An empty text deletes the note. */
  save(clientId: string, contacts: Contacts, { allergies, notedAt }: GuestNote): void {
    if (allergies === '') {
      this.#remove(clientId)
      return
    }
    const row = {
      client_id: clientId,
      allergies,
      contacts: contactKeys(contacts),
      noted_at: notedAt,
    }
    this.#table.put(row)
    this.#notes.set(clientId, row)
  }

  /** Deletes the notes before an ISO instant; returns how many. */
  forget(before: string): number {
    const old = [...this.#notes.values()].filter((row) => row.noted_at < before)
    for (const row of old) this.#remove(row.client_id)
    return old.length
  }

  /** Deletes all notes and remembers the ISO instant; returns how many there were. */
  forgetAll(now: string): number {
    this.#storedForgottenAt.write(now)
    this.#forgottenAt = now
    const count = this.#notes.size
    for (const clientId of this.#notes.keys()) this.#remove(clientId)
    return count
  }

  #remove(clientId: string): void {
    this.#table.remove(clientId)
    this.#notes.delete(clientId)
  }
}
