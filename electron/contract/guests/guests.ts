import { z } from 'zod'
import { guestOrders, movementTypes } from './fields.ts'
import type { Job } from '../jobs.ts'

/** A client of the points program, as the platform's list has them. People's data. Instants are ISO 8601 in UTC. */
export interface GuestRow {
  clientId: string
  name: string | null
  phone: string | null
  /** The same telephone in groups, for reading alone. */
  phoneShown: string | null
  email: string | null
  ordersCount: number | null
  pointsBalance: number | null
  lastOrder: string | null
  /** Null where the platform does not say. */
  marketingEmails: boolean | null
}

export interface GuestList {
  guests: GuestRow[]
  page: number
  hasMore: boolean
  total: number | null
  /** Records that could not be read. */
  leftOut: number
  /** What the wanted order holds for: where there are too many guests to read them all, this page alone is sorted. */
  sorted: 'all' | 'page'
  /** The platform's words for a client's status that one can ask for. */
  statuses: string[]
  /** False where the platform answered for another status than it was asked for. */
  isFiltered: boolean
}

/** All that is known of one guest. */
export interface Guest {
  clientId: string
  /** What movements are asked by; null where the platform does not tell it: then they cannot be asked for. */
  serviceUserId: string | null
  firstName: string | null
  lastName: string | null
  fullName: string | null
  phone: string | null
  /** The same telephone in groups, for reading alone. */
  phoneShown: string | null
  email: string | null
  /** YYYY-MM-DD. */
  birthday: string | null
  createdAt: string | null
  firstOrderAt: string | null
  lastOrderAt: string | null
  lastLoginAt: string | null
  /** In the store's currency, major units as the platform sends them. */
  lastOrderAmount: number | null
  /** What the store is called, where it is one that the token sees. */
  lastOrderStore: string | null
  totalOrders: number | null
  balance: number | null
  /** Whether the guest has blocked each; null where the platform does not say. */
  blocked: { emails: boolean | null; notifications: boolean | null; sms: boolean | null }
  /** Noted here; the platform does not know it. */
  allergies: string
  /** When what is noted here is forgotten by itself; null where nothing is. */
  allergiesUntil: string | null
  /** What this screen has typed in the place of `allergies` and not noted; null where there is nothing. */
  allergiesTyped: string | null
  /** Fields of the platform's answer that could not be read. */
  unread: string[]
}

/** Points that came or went. `direction` and `origin` are the platform's words. */
export interface GuestMovement {
  at: string | null
  amount: number | null
  balance: number | null
  direction: string | null
  origin: string | null
  orderCode: string | null
  description: string | null
  expiresAt: string | null
}

export interface GuestMovements {
  movements: GuestMovement[]
  page: number
  hasMore: boolean
  total: number | null
  leftOut: number
}

/** The points program in figures. */
export interface LoyaltySummary {
  totalClients: number | null
  totalOrders: number | null
  totalOrdersOnline: number | null
  totalOrdersInStore: number | null
  totalPointsIssued: number | null
  pointsInCirculation: number | null
  calculatedToDate: string | null
  /** Points by the days until they expire, the soonest first. */
  expiring: {
    within:
      | 'lessThan10'
      | 'lessThan30'
      | 'lessThan60'
      | 'lessThan90'
      | 'moreThan90'
      | 'noExpiration'
    points: number
  }[]
}

/** An export of all clients. Where it is cancelled, its file is gone. */
export interface GuestExport {
  job: Job
  /** How much of the file is written. */
  bytes: number
  /** The file on this machine that was chosen; null where a browser fetches it. */
  path: string | null
}

export const guestSearchInput = z.strictObject({
  words: z.string().trim().max(80),
  page: z.int().min(1),
  /** As they joined, where it is left out. */
  order: z.enum(guestOrders).optional(),
  /** One of the list's `statuses`; everybody, where it is left out. */
  status: z.string().min(1).max(100).optional(),
})
/** One of the two ids, or both. */
export const guestInput = z.union([
  z.strictObject({ clientId: z.string().min(1).max(100) }),
  z.strictObject({ serviceUserId: z.string().min(1).max(100) }),
])
export const movementsInput = z.strictObject({
  serviceUserId: z.string().min(1).max(100),
  from: z.iso.date().nullable(),
  to: z.iso.date().nullable(),
  type: z.enum(movementTypes).nullable(),
  page: z.int().min(1),
})
