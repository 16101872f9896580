import type { GuestRow } from '#contract/guests/guests.ts'
import { ContactIndex } from '#domain/guests/contact-index.ts'
import {
  contactKeys,
  readablePhone,
  type ContactKeys,
  type LoyaltyClientRow,
} from '#domain/guests/guest.ts'
import {
  isPhoneId,
  keysOfGuest,
  keysOfReservation,
  nameOfReservation,
  phoneIdOf,
  phoneOfId,
  totalsOf,
} from '#domain/guests/guest-visits.ts'
import { monthOf, names } from '#domain/guests/guest-list.ts'
import type { ReservationRow } from '#domain/reservations/reservation.ts'
import { searchTerms } from '#domain/text/search-terms.ts'
import type { Context } from '../noun.ts'
import { reservations } from '../reservations/reservations.ts'
import type { KnownHere } from './export-run.ts'
import { tagsOf, type GuestStore, type NoteRow } from './store.ts'

interface Facts {
  commits: number
  /** Notes by the client's id and by phone and e-mail; those of members first. */
  notes: ContactIndex<NoteRow>
  /** Newest first. */
  visits: ContactIndex<ReservationRow>
  /** Guests who are only known by phone, by id; null until somebody asks. */
  strangers: Map<string, GuestRow> | null
}

type Reach = Pick<GuestRow, 'phone' | 'email'>

/** All that Kitchen Pass knows about guests by itself: what was noted, and their reservations. */
export class GuestDirectory {
  readonly #context: Context
  readonly #store: GuestStore
  #facts: Facts | null = null

  constructor(context: Context, store: GuestStore) {
    this.#context = context
    this.#store = store
  }

  /** A guest's reservations, newest first. */
  reservationsOf(clientId: string, reach: Reach): ReservationRow[] {
    return this.#read().visits.find(keysOfGuest(clientId, reach))
  }

  /** What is noted about the guest of a reservation. */
  noteOf(row: ReservationRow): NoteRow | null {
    const { clientId, phone, email } = row.booking
    if (clientId !== null) return this.#store.find(clientId, { phone })
    return this.#read().notes.find(contactKeys({ phone, email }))[0] ?? null
  }

  /** The id of the guest of a reservation; null without a phone that identifies the guest. */
  idOf(row: ReservationRow): string | null {
    const { clientId, phone } = row.booking
    const { countryCode } = this.#context
    return clientId ?? this.noteOf(row)?.client_id ?? phoneIdOf(phone, countryCode())
  }

  /** Adds to a guest of the platform's list what is known here. */
  complete(guest: GuestRow): GuestRow {
    const { note, totals } = this.#knownOf(guest.clientId, guest)
    const { lastVisit } = totals
    const isLater = lastVisit !== null && lastVisit > (guest.lastOrder ?? '')
    const isUnknown = guest.ordersCount === null && totals.visits === 0
    return {
      ...guest,
      visits: isUnknown ? null : Math.max(guest.ordersCount ?? 0, totals.visits),
      lastVisit: isLater ? lastVisit : guest.lastOrder,
      noShows: totals.noShows,
      birthdayMonth: note === undefined ? null : monthOf(note.contacts.birthday),
      tags: note === undefined ? [] : tagsOf(note),
    }
  }

  /**
   * Guests who are not in the points program, by name: those whose name, phone or e-mail has each
   * word of the text, and who are none of `members`.
   */
  others(text: string, members: readonly GuestRow[]): GuestRow[] {
    const isMember = new ContactIndex<GuestRow>()
    for (const member of members) isMember.add(keysOfGuest(member.clientId, member), member)
    const terms = searchTerms(text)
    return [...this.#strangers().values()]
      .filter(({ name, phone, email }) => {
        const words = searchTerms([name ?? '', phone ?? '', email ?? ''].join(' ')).join(' ')
        return terms.every((term) => words.includes(term))
      })
      .filter((guest) => isMember.find(contactKeys(guest)).length === 0)
      .map((guest) => this.complete(guest))
      .toSorted((one, other) => names.compare(one.name ?? '', other.name ?? ''))
  }

  /** A guest who is only known by phone; null if nothing is known any more. */
  stranger(clientId: string): GuestRow | null {
    const guest = this.#strangers().get(clientId)
    return guest === undefined ? null : this.withReadablePhone(this.complete(guest))
  }

  /** Only guests who are shown get theirs, because parsing phone numbers is slow. */
  withReadablePhone(guest: GuestRow): GuestRow {
    const { phone, phoneShown } = guest
    if (phone === null || phoneShown !== null) return guest
    return { ...guest, phoneShown: readablePhone(phone, this.#context.countryCode()) }
  }

  /** What is exported of a guest besides the platform's data. */
  exported(clientId: string, reach: Reach): KnownHere {
    const { note, totals } = this.#knownOf(clientId, reach)
    const notes = [note?.allergies ?? '', note?.note ?? ''].filter((text) => text !== '')
    const tags = note === undefined ? [] : tagsOf(note)
    const { visits, noShows } = totals
    return { tags: tags.join(' '), notes: notes.join('; '), visits, noShows }
  }

  /** The same for guests who are not in the points program, of whom something is noted. */
  exportedOthers(): { client: LoyaltyClientRow; here: KnownHere }[] {
    return this.#store.all().flatMap(({ client_id: id }) => {
      const guest = isPhoneId(id) ? this.stranger(id) : null
      if (guest === null) return []
      const { clientId: _id, name, phone, email } = guest
      return [{ client: { _id, name, phone, email }, here: this.exported(id, guest) }]
    })
  }

  /** What is noted of a guest, also from before they joined the points program, and their visits. */
  #knownOf(clientId: string, reach: Reach) {
    const { notes, visits } = this.#read()
    const keys = keysOfGuest(clientId, reach)
    const note =
      this.#store.find(clientId) ??
      notes.find({ ...keys, email: '' }).find(({ client_id: id }) => isPhoneId(id))
    return { note, totals: totalsOf(visits.find(keys), this.#context.clock.now()) }
  }

  #strangers(): Map<string, GuestRow> {
    const facts = this.#read()
    facts.strangers ??= this.#readStrangers()
    return facts.strangers
  }

  #readStrangers(): Map<string, GuestRow> {
    const guests = new Map<string, GuestRow>()
    const add = (id: string, name: string, email: string) => {
      if (!guests.has(id)) guests.set(id, this.#byPhone(id, name, email))
    }
    for (const row of this.#context.use(reservations).history.latest()) {
      const id = row.booking.clientId === null ? this.idOf(row) : null
      if (id !== null && isPhoneId(id)) add(id, nameOfReservation(row), row.booking.email)
    }
    for (const { client_id: id, contacts } of this.#store.all())
      if (isPhoneId(id)) add(id, contacts.name, contacts.email)
    return guests
  }

  #byPhone(clientId: string, name: string, email: string): GuestRow {
    const phone = phoneOfId(clientId)
    return {
      ...{ clientId, isMember: false, name: name || null, email: email || null },
      ...{ phone, phoneShown: null },
      ...{ ordersCount: null, pointsBalance: null, lastOrder: null, marketingEmails: null },
      ...{ visits: null, lastVisit: null, noShows: 0, birthdayMonth: null, tags: [] },
    }
  }

  #read(): Facts {
    const { commits } = this.#context.db
    if (this.#facts?.commits === commits) return this.#facts
    const notes = new ContactIndex<NoteRow>()
    const byMember = this.#store
      .all()
      .toSorted(
        (one, other) => Number(isPhoneId(one.client_id)) - Number(isPhoneId(other.client_id)),
      )
    for (const row of byMember) notes.add(keysOfNote(row), row)
    const visits = new ContactIndex<ReservationRow>()
    for (const row of this.#context.use(reservations).history.latest())
      visits.add(keysOfReservation(row), row)
    this.#facts = { commits, notes, visits, strangers: null }
    return this.#facts
  }
}

const keysOfNote = ({ client_id: userId, contacts }: NoteRow): ContactKeys => ({
  userId,
  phone: contacts.phone,
  email: contacts.email,
})
