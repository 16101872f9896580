import { z } from 'zod'
import { guestOrders, movementTypes } from './fields.ts'
import type { Job } from '../jobs.ts'
import { answersFront, answersManager, defineContract, id, none } from '../operation.ts'

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

const guestSearchInput = z.strictObject({
  text: z.string().trim().max(80),
  page: z.int().min(1),
  /** As they joined, where it is left out. */
  order: z.enum(guestOrders).optional(),
  /** One of the list's `statuses`; everybody, where it is left out. */
  status: z.string().min(1).max(100).optional(),
})
/** One of the two ids, or both. */
const guestInput = z.union([
  z.strictObject({ clientId: z.string().min(1).max(100) }),
  z.strictObject({ serviceUserId: z.string().min(1).max(100) }),
])
const movementsInput = z.strictObject({
  serviceUserId: z.string().min(1).max(100),
  from: z.iso.date().nullable(),
  to: z.iso.date().nullable(),
  type: z.enum(movementTypes).nullable(),
  page: z.int().min(1),
})

export const guestsContract = defineContract({
  name: 'guests',
  operations: {
    /**
     * A page of 50 clients whose name, telephone or e-mail the platform finds by `words`; all of them without. `bad-input`
     * where the status is none of the platform's words.
     */
    'guests.list': answersFront<GuestList>()(guestSearchInput),
    'guests.read': answersFront<Guest>()(guestInput),
    'guests.movements': answersFront<GuestMovements>()(movementsInput),
    /** Of all time, or from one day to another. */
    'guests.summary': answersFront<LoyaltySummary>()(
      z.strictObject({ from: z.iso.date().nullable(), to: z.iso.date().nullable() }),
    ),
    /**
     * What the kitchen must know of a guest; empty takes it away. `too-late` where something else was noted, or all guests were
     * forgotten, while the platform was asked who it is.
     */
    'guests.setAllergies': answersFront<null>()(
      z.strictObject({ clientId: id, allergies: z.string().trim().max(300) }),
    ),
    /** Forgets every guest that is kept here: names, telephones, notes, exports; the platform's own stay. */
    'guests.purge': answersManager<{ forgotten: number }>()(none),
    /** The last export, if there is one. */
    'guests.exportState': answersManager<GuestExport | null>()(none),
    /**
     * Begins one, in the place of the last; `jobs.changed` tells how far it is. `path` is a file that a person chose in a dialog of this
     * machine (`Bridge.chooseFile`), no other is written to; null where the browser saves it (contract, Bridge: saveExport).
     */
    'guests.export': answersManager<GuestExport>()(
      z.strictObject({ path: z.string().min(1).max(1000).nullable() }),
    ),
  },
  events: {},
})
