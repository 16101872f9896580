import { z } from 'zod'
import { guestOrders, guestTags, movementTypes, type GuestTag } from './fields.ts'
import type { Job } from '../jobs/jobs.ts'
import {
  answersFront,
  answersManager,
  defineContract,
  event,
  front,
  id,
  none,
} from '../shared/operation.ts'
import type { GuestVisits, ProbableDuplicate, Tonight } from './visits.ts'

/** A guest in the list. Personal data. Instants are ISO 8601 in UTC. */
export interface GuestRow {
  clientId: string
  /** False for a guest with reservations here who is not in the points program. */
  isMember: boolean
  name: string | null
  phone: string | null
  /** The phone number in groups of digits, only for display. */
  phoneShown: string | null
  email: string | null
  ordersCount: number | null
  pointsBalance: number | null
  lastOrder: string | null
  marketingEmails: boolean | null
  /** Orders of the points program, or visits by reservation here if those are more. */
  visits: number | null
  /** The last order, or the last visit by reservation here if that is later. */
  lastVisit: string | null
  noShows: number
  /** 1 to 12. The platform's list has no birthdays, so it is only known once something is noted here. */
  birthdayMonth: number | null
  tags: GuestTag[]
}

export interface GuestList {
  guests: GuestRow[]
  page: number
  hasMore: boolean
  total: number | null
  leftOut: number
  /** `page` if there are too many guests to load them all, so only this page is sorted and filtered. */
  sorted: 'all' | 'page'
  /** The values of a client's status that the platform can filter by, in the platform's own terms. */
  statuses: string[]
  /** False if the platform answered with a different status than the one requested. */
  isFiltered: boolean
}

export interface Guest {
  clientId: string
  /** False for a guest with reservations here who is not in the points program. */
  isMember: boolean
  /**
   * The id that movements are requested by. Null if the platform doesn't send it; then movements
   * are not available.
   */
  serviceUserId: string | null
  firstName: string | null
  lastName: string | null
  fullName: string | null
  phone: string | null
  /** The phone number in groups of digits, only for display. */
  phoneShown: string | null
  /** As links to the device's apps need it (+56912345678); null if it is no complete number. */
  phoneToDial: string | null
  email: string | null
  birthday: string | null
  createdAt: string | null
  firstOrderAt: string | null
  lastOrderAt: string | null
  lastLoginAt: string | null
  /** In the store's currency, in major units, as the platform sends it. */
  lastOrderAmount: number | null
  /** The store's name, if the token has access to that store. */
  lastOrderStore: string | null
  totalOrders: number | null
  balance: number | null
  /** Whether the guest blocked each channel; null if the platform doesn't say. */
  blocked: { emails: boolean | null; notifications: boolean | null; sms: boolean | null }
  /** Stored only in Kitchen Pass, as are the note and the tags; the platform doesn't know them. */
  allergies: string
  note: string
  tags: GuestTag[]
  /** When the host deletes what is stored here; null if there is nothing. */
  storedUntil: string | null
  /** Fields of the platform's answer that could not be parsed. */
  unread: string[]
}

/** Points earned or spent. `direction` and `origin` are the platform's own values. */
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
  /** Points by the number of days until they expire, soonest first. */
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

/** An export of all clients. Cancelling it deletes its file. */
export interface GuestExport {
  job: Job
  bytes: number
  /** The file that a person chose on this machine; null if a browser downloads it. */
  path: string | null
}

const guestSearchInput = z.strictObject({
  text: z.string().trim().max(80),
  page: z.int().min(1),
  /** Defaults to `joined`. */
  order: z.enum(guestOrders).optional(),
  /** The other way round. */
  isReversed: z.boolean().optional(),
  /** Also finds guests with reservations here who are not in the points program. */
  hasOthers: z.boolean().optional(),
  tag: z.enum(guestTags).optional(),
  birthdayMonth: z.int().min(1).max(12).optional(),
  minVisits: z.int().min(1).max(1_000).optional(),
  /** Days of the last visit, both included. */
  lastVisitFrom: z.iso.date().optional(),
  lastVisitTo: z.iso.date().optional(),
  /** One of the list's `statuses`; all clients if it is missing. */
  status: z.string().min(1).max(100).optional(),
})
/** At least one of the two ids. */
const guestInput = z.union([
  z.strictObject({ clientId: z.string().min(1).max(100) }),
  z.strictObject({ serviceUserId: z.string().min(1).max(100) }),
])
const contact = z.string().max(1_000).nullable()
/** What a page shows of a guest, to find the same person elsewhere. */
const contactsInput = z.strictObject({ clientId: id, phone: contact, email: contact })
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
     * A page of 50 clients whose name, phone or e-mail contains `text`; all clients if it is empty.
     * Fails with `bad-input` for an unknown status.
     */
    'guests.list': answersFront<GuestList>()(guestSearchInput),
    'guests.get': answersFront<Guest>()(guestInput),
    'guests.movements': answersFront<GuestMovements>()(movementsInput),
    /** Of all time, or of a range of days. */
    'guests.summary': answersFront<LoyaltySummary>()(
      z.strictObject({ from: z.iso.date().nullable(), to: z.iso.date().nullable() }),
    ),
    /** The guests of tonight's reservations. Asks nothing of the platform. */
    'guests.tonight': answersFront<Tonight>()(none),
    /** A guest's reservations made in Kitchen Pass. Asks nothing of the platform. */
    'guests.visits': answersFront<GuestVisits>()(contactsInput),
    /** Others with the same phone or e-mail, or with the same name and birthday. */
    'guests.duplicates': answersFront<ProbableDuplicate[]>()(
      z.strictObject({ ...contactsInput.shape, name: contact, birthday: contact }),
    ),
    'guests.setTags': answersFront<null>()(
      z.strictObject({ clientId: id, tags: z.array(z.enum(guestTags)).max(guestTags.length) }),
    ),
    /** An empty text deletes the note. Fails as `setAllergies` does. */
    'guests.setNote': answersFront<null>()(
      z.strictObject({ clientId: id, note: z.string().trim().max(500) }),
    ),
    /**
     * Stores what the kitchen must know about a guest; an empty text deletes it. Fails with
     * `too-late` if a newer note was stored, or all guests were forgotten, while the host asked the
     * platform for the guest's contacts.
     */
    'guests.setAllergies': answersFront<null>()(
      z.strictObject({ clientId: id, allergies: z.string().trim().max(300) }),
    ),
    /**
     * Deletes all guest data in Kitchen Pass: names, phone numbers, notes and exports. The
     * platform's data stays.
     */
    'guests.purge': answersManager<{ forgotten: number }>()(none),
    'guests.exportState': answersManager<GuestExport | null>()(none),
    /**
     * Starts an export, which replaces the latest one; `jobs.changed` reports its progress. `path`
     * is a file that a person chose in a dialog on this machine (`Bridge.chooseFile`); the host
     * writes to no other path. Null if the browser saves the file (`Bridge.saveExport`).
     */
    'guests.export': answersManager<GuestExport>()(
      z.strictObject({ path: z.string().min(1).max(1000).nullable() }),
    ),
  },
  events: {
    /** What is stored here about guests has changed. */
    'guests.changed': event(front),
  },
})
