import type { GuestTag } from '#contract/guests/fields.ts'
import type { Guest, GuestMovement, GuestRow, LoyaltySummary } from '#contract/guests/guests.ts'
import type {
  loyaltyClientRowSchema,
  loyaltyClientSchema,
  loyaltySummarySchema,
  pointMovementSchema,
} from '#platform/loyalty.ts'
import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/min'
import type { z } from 'zod'

const digitsOf = (text: string | null | undefined): string =>
  (text ?? '').replaceAll(/\D/g, '').replace(/^0+/, '')

/** Splits runs of seven or more digits, which are hard to read out: 912345678 becomes 9 1234 5678. */
const inGroups = (text: string): string =>
  text.replaceAll(/\d{7,}/g, (run) => run.replaceAll(/\B(?=(?:\d{4})+$)/g, ' '))

/**
 * Formats a phone number in the international format of its country: +56 9 1234 5678. Only for
 * display: stored and sent values stay as they came. Returns a text that is not exactly one phone
 * number unchanged. `countryCode` (ISO 3166, empty if unknown) applies to numbers without a country
 * code.
 */
export function readablePhone(text: string, countryCode: string): string {
  const number = parsePhoneNumberFromString(text, countryCode as CountryCode)
  if (number?.isPossible() !== true) return text
  const readable = inGroups(number.formatInternational())
  return digitsOf(readable).endsWith(digitsOf(text)) ? readable : text
}

export type LoyaltyClient = z.output<typeof loyaltyClientSchema>
export type LoyaltyClientRow = z.output<typeof loyaltyClientRowSchema>
type PointMovement = z.output<typeof pointMovementSchema>
type Summary = z.output<typeof loyaltySummarySchema>

const orNull = <Value>(value: Value | null | undefined): Value | null => value ?? null

const word = (text: string | null | undefined): string | null =>
  text === undefined || text === null || text.trim() === '' ? null : text

const phoneText = (phone: string | null, countryCode: string): string | null =>
  phone === null ? null : readablePhone(phone, countryCode)

/** `countryCode` (ISO 3166) is the restaurant's, for phone numbers without a country code. */
export const guestRow = (client: LoyaltyClientRow, countryCode: string): GuestRow => ({
  clientId: client._id,
  isMember: true,
  name: word(client.name),
  phone: word(client.phone),
  phoneShown: phoneText(word(client.phone), countryCode),
  email: word(client.email),
  ordersCount: orNull(client.ordersCount),
  pointsBalance: orNull(client.pointsBalance),
  lastOrder: orNull(client.lastOrder),
  marketingEmails: orNull(client.marketingEmailEnabled),
  visits: orNull(client.ordersCount),
  lastVisit: orNull(client.lastOrder),
  noShows: 0,
  birthdayMonth: null,
  tags: [],
})

/** What a person noted here about a guest. */
export interface GuestNotes {
  allergies: string
  note: string
  tags: GuestTag[]
}
const noNotes: GuestNotes = { allergies: '', note: '', tags: [] }

/** +56912345678, for links that open an app of the device; null for what is no complete number. */
function phoneToDial(phone: string | null, countryCode: string): string | null {
  const number = parsePhoneNumberFromString(phone ?? '', countryCode as CountryCode)
  return number?.isPossible() === true ? number.number : null
}

/** What Kitchen Pass adds to the platform's data. */
interface KnownHere {
  /** The store's name; null if the token has no access to the store. */
  storeName(id: string): string | null
  /** The restaurant's, ISO 3166. */
  countryCode: string
  notes: GuestNotes | null
  /** When the host deletes what is kept. */
  storedUntil: string | null
  unread: readonly string[]
}

export const guestView = (
  client: LoyaltyClient,
  { storeName, countryCode, notes, storedUntil, unread }: KnownHere,
): Guest => ({
  clientId: client._id,
  isMember: true,
  serviceUserId: word(client.serviceUserId),
  firstName: word(client.firstName),
  lastName: word(client.lastName),
  fullName: word(client.fullName),
  phone: word(client.phone),
  phoneShown: phoneText(word(client.phone), countryCode),
  phoneToDial: phoneToDial(word(client.phone), countryCode),
  email: word(client.email),
  birthday: word(client.birthday),
  createdAt: orNull(client.createdAt),
  firstOrderAt: orNull(client.firstOrderAt),
  lastOrderAt: orNull(client.lastOrderAt),
  lastLoginAt: orNull(client.lastLoginAt),
  lastOrderAmount: orNull(client.lastOrderAmount),
  lastOrderStore: client.lastOrderStoreId ? storeName(client.lastOrderStoreId) : null,
  totalOrders: orNull(client.totalOrders),
  balance: orNull(client.loyaltyBalance),
  blocked: {
    emails: orNull(client.blockedMarketingEmails),
    notifications: orNull(client.blockedMarketingNotifications),
    sms: orNull(client.blockedMarketingSMS),
  },
  ...(notes ?? noNotes),
  storedUntil,
  unread: [...unread],
})

export function movementView(movement: PointMovement): GuestMovement {
  const { originReference: origin } = movement
  return {
    at: orNull(movement.createdAt),
    amount: orNull(movement.amount),
    balance: orNull(movement.balance),
    direction: word(movement.direction),
    origin: word(origin?.type),
    orderCode: word(origin?.orderCode),
    description: word(origin?.description),
    expiresAt: orNull(origin?.expiresAt),
  }
}

/** Soonest first. */
const buckets = [
  'lessThan10',
  'lessThan30',
  'lessThan60',
  'lessThan90',
  'moreThan90',
  'noExpiration',
] as const

export function summaryView(summary: Summary): LoyaltySummary {
  const points = summary.expirationBuckets
  return {
    totalClients: orNull(summary.totalClients),
    totalOrders: orNull(summary.totalOrders),
    totalOrdersOnline: orNull(summary.totalOrdersOnline),
    totalOrdersInStore: orNull(summary.totalOrdersInStore),
    totalPointsIssued: orNull(summary.totalPointsIssued),
    pointsInCirculation: orNull(summary.pointsInCirculation),
    calculatedToDate: orNull(summary.calculatedToDate),
    expiring: buckets.flatMap((within) => {
      const amount = points?.[within]
      return amount === undefined || amount === null ? [] : [{ within, points: amount }]
    }),
  }
}

/** Contact data in the platform's orders and clients that can identify a guest. */
export interface Contacts {
  userId?: string | null | undefined
  phone?: string | null | undefined
  email?: string | null | undefined
}

/** Shorter numbers are extensions or incomplete, so they identify nobody. */
const minDigits = 8

/** A guest's contacts in normalized form, to match orders with. An empty text means missing. */
export interface ContactKeys {
  userId: string
  /** Digits only. */
  phone: string
  /** In lower case. */
  email: string
}

export function contactKeys({ userId, phone, email }: Contacts): ContactKeys {
  const digits = digitsOf(phone)
  return {
    userId: userId?.trim() ?? '',
    phone: digits.length < minDigits ? '' : digits,
    email: email?.trim().toLowerCase() ?? '',
  }
}

/** A number with and without its country code is the same. */
const isSamePhone = (one: string, other: string): boolean =>
  one !== '' && other !== '' && (one.endsWith(other) || other.endsWith(one))

export const isSameGuest = (one: ContactKeys, other: ContactKeys): boolean =>
  (one.userId !== '' && one.userId === other.userId) ||
  (one.email !== '' && one.email === other.email) ||
  isSamePhone(one.phone, other.phone)
