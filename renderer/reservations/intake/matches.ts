import type { GuestRow } from '#contract/guests/guests.ts'
import type { Reservation } from '#contract/reservations/reservations.ts'
import { fold } from '#contract/shared/fold.ts'

/** A guest that the typed name or phone may mean. */
export interface Match {
  id: string
  name: string
  phone: string
  email: string
  clientId: string | null
  /** From an earlier reservation; for a client the platform has it. */
  allergies: string
  orders: number | null
}

/** A longer list is hard to read during a call. */
const max = 6

const digits = (text: string) => text.replaceAll(/\D/g, '')
/** The same for one person, whether from a client or from a reservation. */
const personOf = (name: string, phone: string) => `${fold(name)} ${digits(phone)}`

export const ofClient = ({ clientId, name, phone, email, ordersCount }: GuestRow): Match => ({
  id: personOf(name ?? '', phone ?? ''),
  name: name ?? '',
  phone: phone ?? '',
  email: email ?? '',
  clientId,
  allergies: '',
  orders: ordersCount,
})

export function ofReservations(reservation: Reservation): Match {
  const { firstName, lastName, phone, email, clientId, allergies } = reservation
  const name = `${firstName} ${lastName}`.trim()
  return { id: personOf(name, phone), name, phone, email, clientId, allergies, orders: null }
}

/** Keeps the first match of each guest, by client or else by name and phone. */
function onePerGuest(matches: readonly Match[]): Match[] {
  const seen = new Set<string>()
  return matches.filter(({ id, name, clientId }) => {
    if (name === '' || seen.has(id) || (clientId !== null && seen.has(`client ${clientId}`)))
      return false
    seen.add(id)
    if (clientId !== null) seen.add(`client ${clientId}`)
    return true
  })
}

/** Whether the name or the phone starts with the typed text; the platform also finds it inside of words. */
function begins({ name, phone }: Match, typed: string): boolean {
  const dialled = digits(typed)
  if (dialled.length > 1 && !/\p{L}/u.test(typed)) return digits(phone).includes(dialled)
  const names = fold(name).split(' ')
  return fold(typed)
    .split(' ')
    .every((beginning) => names.some((word) => word.startsWith(beginning)))
}

/**
 * The likeliest guests first: those with earlier reservations, then clients whose name or phone
 * starts with the text, then other clients that the platform found.
 */
export function rankMatches(
  typed: string,
  ownGuests: readonly Match[],
  clients: readonly Match[],
): Match[] {
  const isKnown = new Set(
    ownGuests.flatMap(({ id, clientId }) => (clientId === null ? [id] : [id, clientId])),
  )
  const rank = (match: Match) => {
    if (isKnown.has(match.id) || isKnown.has(match.clientId ?? '')) return 0
    return begins(match, typed) ? 1 : 2
  }
  return onePerGuest([...clients, ...ownGuests])
    .toSorted((one, other) => rank(one) - rank(other))
    .slice(0, max)
}
