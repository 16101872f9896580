import { z } from 'zod'
import { guestTags, type GuestTag } from '#contract/guests/fields.ts'
import {
  contactKeys,
  isSameGuest,
  type ContactKeys,
  type Contacts,
  type GuestNotes,
} from '#domain/guests/guest.ts'
import { isPhoneId } from '#domain/guests/guest-visits.ts'
import type { Rows } from '../db/rows.ts'
import type { RowFormat } from '../db/table.ts'
import type { StoredValue } from '../db/values.ts'
import type { Context } from '../noun.ts'

const noteRow = z.object({
  client_id: z.string(),
  allergies: z.string(),
  contacts: z.object({
    userId: z.string(),
    phone: z.string(),
    email: z.string(),
    name: z.string().default(''),
    /** YYYY-MM-DD, or what the platform sent. */
    birthday: z.string().default(''),
  }),
  noted_at: z.string(),
  /** A later version may know more tags. */
  tags: z.array(z.string()),
  note: z.string(),
})
export type NoteRow = z.output<typeof noteRow>

export const noteRows: RowFormat<NoteRow> = {
  table: 'guest_notes',
  key: 'client_id',
  schema: noteRow,
  columns: noteRow.keyof().options,
  json: ['contacts', 'tags'],
  ofPeople: true,
}

/** Who a note is about, as known when it was stored. */
export interface NotedGuest extends Contacts {
  name?: string | null | undefined
  birthday?: string | null | undefined
}

const isKnownTag = (tag: string): tag is GuestTag => (guestTags as readonly string[]).includes(tag)

export const tagsOf = ({ tags }: NoteRow): GuestTag[] => tags.filter(isKnownTag)

const isEmpty = ({ allergies, note, tags }: NoteRow): boolean =>
  allergies === '' && note === '' && tags.length === 0

const whoIs = (guest: NotedGuest): NoteRow['contacts'] => ({
  ...contactKeys(guest),
  name: guest.name ?? '',
  birthday: guest.birthday ?? '',
})

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

  all(): NoteRow[] {
    return [...this.#notes.values()]
  }

  /**
   * What is stored about a guest. What was noted by phone, before the guest joined the points
   * program, counts until something is noted of the member.
   */
  find(clientId: string, contacts: Contacts = {}): NoteRow | null {
    return this.#notes.get(clientId) ?? this.#byPhone(contactKeys(contacts)) ?? null
  }

  /** The allergies of the guest with one of these contacts; null if none are stored. */
  allergiesOf(contacts: Contacts): string | null {
    if (this.#notes.size === 0) return null
    const keys = contactKeys(contacts)
    const rows = this.all().filter((row) => row.allergies !== '' && isSameGuest(row.contacts, keys))
    // Two guests may share a phone; the kitchen should know about both.
    const allergies = new Set(rows.map((row) => row.allergies))
    return allergies.size === 0 ? null : [...allergies].join('; ')
  }

  /** Whether there is a note from before an ISO instant. */
  isOlder(before: string): boolean {
    return this.all().some((row) => row.noted_at < before)
  }

  /**
   * Changes what is given, and deletes a guest of whom nothing is left. `guest` is null if who they
   * are is stored already.
   */
  save(
    clientId: string,
    guest: NotedGuest | null,
    change: Partial<GuestNotes>,
    notedAt: string,
  ): void {
    const before = this.find(clientId, guest ?? {})
    const row: NoteRow = {
      ...{ allergies: '', note: '', tags: [], ...before, ...change },
      client_id: clientId,
      contacts: guest === null && before !== null ? before.contacts : whoIs(guest ?? {}),
      noted_at: notedAt,
    }
    if (before !== null) this.#remove(before.client_id)
    if (isEmpty(row)) return
    this.#table.put(row)
    this.#notes.set(clientId, row)
  }

  /** Deletes the notes before an ISO instant; returns how many. */
  forget(before: string): number {
    const old = this.all().filter((row) => row.noted_at < before)
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

  #byPhone({ phone }: ContactKeys): NoteRow | undefined {
    const keys = { userId: '', phone, email: '' }
    return this.all().find((row) => isPhoneId(row.client_id) && isSameGuest(row.contacts, keys))
  }

  #remove(clientId: string): void {
    this.#table.remove(clientId)
    this.#notes.delete(clientId)
  }
}
