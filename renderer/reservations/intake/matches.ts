import type { GuestRow } from '#contract/guests/guests.ts'
import type { Reservation } from '#contract/reservations/reservations.ts'
import { fold } from '../../locales/fold.ts'

/** Somebody whom the name or the telephone may mean. */
export interface Match {
  id: string
  name: string
  phone: string
  email: string
  clientId: string | null
  /** From the book alone; of a client the platform says it. */
  allergies: string
  orders: number | null
}

/** More than these nobody reads with a telephone at the ear. */
const most = 6

const digits = (text: string) => text.replaceAll(/\D/g, '')
/** One and the same person, whoever tells of them. */
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

/** Each person once: by the client, else by name and telephone. What the first knows of them counts. */
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

/** Whether the name or the telephone begins like what is typed: the platform finds it in the middle of a word too. */
function begins({ name, phone }: Match, typed: string): boolean {
  const dialled = digits(typed)
  if (dialled.length > 1 && !/\p{L}/u.test(typed)) return digits(phone).includes(dialled)
  const names = fold(name).split(' ')
  return fold(typed)
    .split(' ')
    .every((desired) => names.some((word) => word.startsWith(desired)))
}

/**
 * Who may be meant, the likeliest first: who has booked here before, then the clients whose name or telephone begins so, then
 * the other clients that the platform found.
 */
export function rankMatches(
  typed: string,
  known: readonly Match[],
  clients: readonly Match[],
): Match[] {
  const isKnown = new Set(
    known.flatMap(({ id, clientId }) => (clientId === null ? [id] : [id, clientId])),
  )
  const rank = (match: Match) => {
    if (isKnown.has(match.id) || isKnown.has(match.clientId ?? '')) return 0
    return begins(match, typed) ? 1 : 2
  }
  return onePerGuest([...clients, ...known])
    .toSorted((one, other) => rank(one) - rank(other))
    .slice(0, most)
}
