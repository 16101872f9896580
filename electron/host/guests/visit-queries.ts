import type {
  GuestVisits,
  ProbableDuplicate,
  Tonight,
  TonightGuest,
} from '#contract/guests/visits.ts'
import type { GuestRow } from '#contract/guests/guests.ts'
import { ok, type Result } from '#contract/shared/result.ts'
import { contactKeys, guestRow, isSameGuest, readablePhone } from '#domain/guests/guest.ts'
import { isPhoneId, nameOfReservation, totalsOf } from '#domain/guests/guest-visits.ts'
import { visitOf, type ReservationRow } from '#domain/reservations/reservation.ts'
import { businessDayOf } from '#domain/store-time/business-day.ts'
import { searchTerms } from '#domain/text/search-terms.ts'
import { listLoyaltyClients } from '#platform/loyalty.ts'
import type { Parsed } from '../dispatch.ts'
import type { Context } from '../noun.ts'
import { reservations } from '../reservations/reservations.ts'
import type { GuestDirectory } from './directory.ts'
import { tagsOf, type GuestStore } from './store.ts'

const maxLatest = 20
/** More people than share a phone. */
const maxSame = 20

const allTexts = (...texts: string[]): string =>
  [...new Set(texts)].filter((text) => text !== '').join('; ')

const sameName = (one: string, other: string): boolean =>
  one !== '' && searchTerms(one).toSorted().join(' ') === searchTerms(other).toSorted().join(' ')

/** What is known of guests by their reservations and by what was noted here. */
export class GuestVisitQueries {
  readonly #context: Context
  readonly #store: GuestStore
  readonly #directory: GuestDirectory

  constructor(context: Context, guestStore: GuestStore, directory: GuestDirectory) {
    this.#context = context
    this.#store = guestStore
    this.#directory = directory
  }

  tonight(): Result<Tonight> {
    const { clock, timeZone, settings, use } = this.#context
    const now = clock.now()
    const day = businessDayOf(now, timeZone(), settings().businessDayBorder)
    const guests = use(reservations)
      .history.ofDay(day)
      .filter((row) => !row.isDiscarded && !row.isHeld && visitOf(row, now) !== 'cancelled')
      .map((row) => this.#tonightGuest(row))
      // Nobody asked who the guests of a walk-in are.
      .filter(({ clientId, name }) => clientId !== null || name !== null)
    return ok({ day, guests })
  }

  visits({ clientId, ...reach }: Parsed<'guests.visits'>): Result<GuestVisits> {
    const { clock, use } = this.#context
    const rows = this.#directory.reservationsOf(clientId, reach)
    const { lastVisit: _lastVisit, ...totals } = totalsOf(rows, clock.now())
    const { history } = use(reservations)
    return ok({ ...totals, latest: rows.slice(0, maxLatest).map((row) => history.view(row)) })
  }

  /** Asks the platform for the phone and for the e-mail; one that fails suggests nothing. */
  async duplicates(input: Parsed<'guests.duplicates'>): Promise<Result<ProbableDuplicate[]>> {
    const { phone, email } = contactKeys(input)
    const listed = await Promise.all([
      // A list may have the number with or without its country code.
      phone === '' ? [] : this.#search(phone.slice(-8)),
      email === '' ? [] : this.#search(email),
    ])
    const same = listed.flat().flatMap((guest): ProbableDuplicate[] => {
      const isSamePhone = isSameGuest(contactKeys({ phone: guest.phone }), contactKeys({ phone }))
      const isSameEmail = isSameGuest(contactKeys({ email: guest.email }), contactKeys({ email }))
      if (!isSamePhone && !isSameEmail) return []
      return [{ ...shown(guest), same: isSamePhone ? 'phone' : 'email' }]
    })
    const all = [...same, ...this.#sameNameAndBirthday(input)]
    const others = new Map(all.toReversed().map((each) => [each.clientId, each]))
    others.delete(input.clientId)
    return ok([...others.values()].toReversed())
  }

  async #search(text: string): Promise<GuestRow[]> {
    const { connection, countryCode } = this.#context
    if (connection === null) return []
    const query = { page: 1, pageSize: maxSame, search: text }
    const result = await listLoyaltyClients(connection, { query })
    return result.ok ? result.value.items.map((client) => guestRow(client, countryCode())) : []
  }

  /** Among guests of whom something is noted: the platform's list has no birthdays. */
  #sameNameAndBirthday({ name, birthday }: Parsed<'guests.duplicates'>): ProbableDuplicate[] {
    if (name === null || birthday === null || birthday === '') return []
    return this.#store
      .all()
      .filter(({ client_id: id, contacts }) => !isPhoneId(id) && contacts.birthday === birthday)
      .filter(({ contacts }) => sameName(contacts.name, name))
      .map(({ client_id: clientId, contacts }) => ({
        clientId,
        name: contacts.name,
        phoneShown: this.#shownPhone(contacts.phone === '' ? '' : `+${contacts.phone}`),
        email: contacts.email || null,
        same: 'name-and-birthday',
      }))
  }

  #tonightGuest(row: ReservationRow): TonightGuest {
    const { clock, use } = this.#context
    const { phone, email, allergies } = row.booking
    const note = this.#directory.noteOf(row)
    const clientId = this.#directory.idOf(row)
    const all = clientId === null ? [] : this.#directory.reservationsOf(clientId, { phone, email })
    const { visits, noShows } = totalsOf(
      all.filter(({ id }) => id !== row.id),
      clock.now(),
    )
    return {
      ...use(reservations).history.view(row),
      kind: row.kind,
      clientId,
      name: nameOfReservation(row) || null,
      phoneShown: this.#shownPhone(phone),
      tags: note === null ? [] : tagsOf(note),
      note: note?.note ?? '',
      allergies: allTexts(note?.allergies ?? '', allergies),
      visits,
      noShows,
    }
  }

  #shownPhone(phone: string): string | null {
    return phone === '' ? null : readablePhone(phone, this.#context.countryCode())
  }
}

const shown = ({ clientId, name, phoneShown, email }: GuestRow) => ({
  clientId,
  name,
  phoneShown,
  email,
})
