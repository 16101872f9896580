import type { ReservationKind, Visit } from '../reservations/reservations.ts'
import type { GuestTag } from './fields.ts'

/** A reservation made in Kitchen Pass, as the guest's page lists it. */
export interface GuestVisit {
  reservationId: string
  startsAt: string
  partySize: number
  /** Names; tables without a name are left out. */
  tables: string[]
  visit: Visit
}

/** A guest's reservations made in Kitchen Pass, as far as they still name the guest. */
export interface GuestVisits {
  /** The latest 20, newest first. */
  latest: GuestVisit[]
  /** Reservations that the guest came to, did not come to, and cancelled. */
  visits: number
  noShows: number
  cancellations: number
}

/** The guest of one of tonight's reservations. */
export interface TonightGuest extends GuestVisit {
  kind: ReservationKind
  /** Null without a phone that identifies the guest. */
  clientId: string | null
  name: string | null
  phoneShown: string | null
  tags: GuestTag[]
  note: string
  /** Of the guest and of this reservation. */
  allergies: string
  /** Other reservations made in Kitchen Pass that the guest came to, and did not come to. */
  visits: number
  noShows: number
}

export interface Tonight {
  /** The business day. */
  day: string
  /** By time. */
  guests: TonightGuest[]
}

/** Another entry of the list that may be the same person. */
export interface ProbableDuplicate {
  clientId: string
  name: string | null
  phoneShown: string | null
  email: string | null
  /** What is the same. */
  same: 'phone' | 'email' | 'name-and-birthday'
}
