import { z } from 'zod'
import { guestOrders, movementTypes } from './fields.ts'
import type { Job } from '../jobs.ts'
import { answersFront, answersManager, defineContract, id, none } from '../operation.ts'

/** A client of the loyalty program from the platform's list. Personal data. Instants are ISO 8601 in UTC. */
export interface GuestRow {
  clientId: string
  name: string | null
  phone: string | null
  /** The same phone number in groups, for display only. */
  phoneShown: string | null
  email: string | null
  ordersCount: number | null
  pointsBalance: number | null
  lastOrder: string | null
  /** Null when the platform doesn't say. */
  marketingEmails: boolean | null
}

export interface GuestList {
  guests: GuestRow[]
  page: number
  hasMore: boolean
  total: number | null
  /** Records that could not be read. */
  leftOut: number
  /** What is sorted: with too many guests to read them all, only this page. */
  sorted: 'all' | 'page'
  /** The platform's values of a client's status that can be filtered. */
  statuses: string[]
  /** False when the platform ignored the requested status. */
  isFiltered: boolean
}

/** Everything that is known about one guest. */
export interface Guest {
  clientId: string
  /**
   * The id that points movements are requested by; null when the platform doesn't send it, and
   * movements can't be read.
   */
  serviceUserId: string | null
  firstName: string | null
  lastName: string | null
  fullName: string | null
  phone: string | null
  /** The same phone number in groups, for display only. */
  phoneShown: string | null
  email: string | null
  /** YYYY-MM-DD. */
  birthday: string | null
  createdAt: string | null
  firstOrderAt: string | null
  lastOrderAt: string | null
  lastLoginAt: string | null
  /** Major units of the store's currency. */
  lastOrderAmount: number | null
  /** The store's name, if the token gives access to that store. */
  lastOrderStore: string | null
  totalOrders: number | null
  balance: number | null
  /** Whether the guest has blocked each channel; null when the platform doesn't say. */
  blocked: { emails: boolean | null; notifications: boolean | null; sms: boolean | null }
  /** Noted here; the platform doesn't know it. */
  allergies: string
  /** When the note is deleted automatically; null when there is no note. */
  allergiesUntil: string | null
  /** Fields of the platform's answer that could not be read. */
  unread: string[]
}

/** A change of points. `direction` and `origin` are the platform's values. */
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

export interface LoyaltySummary {
  totalClients: number | null
  totalOrders: number | null
  totalOrdersOnline: number | null
  totalOrdersInStore: number | null
  totalPointsIssued: number | null
  pointsInCirculation: number | null
  calculatedToDate: string | null
  /** Points by the days until they expire, soonest first. */
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

/** An export of all clients. A cancelled export has no file. */
export interface GuestExport {
  job: Job
  /** Bytes written so far. */
  bytes: number
  /** The file that a person chose on this machine; null when a browser downloads it. */
  path: string | null
}

const guestSearchInput = z.strictObject({
  text: z.string().trim().max(80),
  page: z.int().min(1),
  /** Default: in order of joining. */
  order: z.enum(guestOrders).optional(),
  /** One of the list's `statuses`. Default: all. */
  status: z.string().min(1).max(100).optional(),
})
/** At least one of the two ids. */
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
     * A page of 50 clients whose name, phone or e-mail matches `text`; all clients without it.
     * `bad-input` for a status that the platform doesn't have.
     */
    'guests.list': answersFront<GuestList>()(guestSearchInput),
    'guests.read': answersFront<Guest>()(guestInput),
    'guests.movements': answersFront<GuestMovements>()(movementsInput),
    /** Of all time, or for a range of days. */
    'guests.summary': answersFront<LoyaltySummary>()(
      z.strictObject({ from: z.iso.date().nullable(), to: z.iso.date().nullable() }),
    ),
    /**
     * Stores what the kitchen must know about a guest; an empty text removes it. `too-late` when
     * another note was stored, or all guests were deleted, while the platform was asked who it is.
     */
    'guests.setAllergies': answersFront<null>()(
      z.strictObject({ clientId: id, allergies: z.string().trim().max(300) }),
    ),
    /** Deletes all guest data on this machine: names, phones, notes, exports. The platform keeps its own. */
    'guests.purge': answersManager<{ forgotten: number }>()(none),
    /** The last export, if there is one. */
    'guests.exportState': answersManager<GuestExport | null>()(none),
    /**
     * Starts an export and replaces the last one; `jobs.changed` reports its progress. `path` must
     * be a file that a person chose in a dialog of this machine (`Bridge.chooseFile`); null when
     * the browser downloads it (`Bridge.saveExport`).
     */
    'guests.export': answersManager<GuestExport>()(
      z.strictObject({ path: z.string().min(1).max(1000).nullable() }),
    ),
  },
  events: {},
})
