import type { GuestOrder } from '#contract/guests/fields.ts'
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

/** Nobody reads out a run of seven digits or more: 912345678 is 9 1234 5678. */
const inGroups = (text: string): string =>
  text.replaceAll(/\d{7,}/g, (run) => run.replaceAll(/\B(?=(?:\d{4})+$)/g, ' '))

/**
 * A telephone in groups, as its country writes it for the world: +56 9 1234 5678. To be read alone: what is kept and sent
 * stays as it came. What is no telephone, or more than one, is answered as it is; `countryCode` (ISO 3166, empty where it
 * is not known) is the country of those that name none.
 */
export function readablePhone(text: string, countryCode: string): string {
  const number = parsePhoneNumberFromString(text, countryCode as CountryCode)
  if (number?.isPossible() !== true) return text
  const readable = inGroups(number.formatInternational())
  return digitsOf(readable).endsWith(digitsOf(text)) ? readable : text
}

/** What the platform says of a client, of one in a list, of points and of the program. */
export type LoyaltyClient = z.output<typeof loyaltyClientSchema>
export type LoyaltyClientRow = z.output<typeof loyaltyClientRowSchema>
type PointMovement = z.output<typeof pointMovementSchema>
type Summary = z.output<typeof loyaltySummarySchema>

const orNull = <Value>(value: Value | null | undefined): Value | null => value ?? null

/** An empty text says as little as none. */
const word = (text: string | null | undefined): string | null =>
  text === undefined || text === null || text.trim() === '' ? null : text

const phoneText = (phone: string | null, countryCode: string): string | null =>
  phone === null ? null : readablePhone(phone, countryCode)

/** `countryCode` is the restaurant's (ISO 3166), for telephones that name none. */
export const guestRow = (client: LoyaltyClientRow, countryCode: string): GuestRow => ({
  clientId: client._id,
  name: word(client.name),
  phone: word(client.phone),
  phoneShown: phoneText(word(client.phone), countryCode),
  email: word(client.email),
  ordersCount: orNull(client.ordersCount),
  pointsBalance: orNull(client.pointsBalance),
  lastOrder: orNull(client.lastOrder),
  marketingEmails: orNull(client.marketingEmailEnabled),
})

/** What is known of a guest besides the platform's own words. */
interface KnownHere {
  /** What a store is called; null where it is none that the token sees. */
  storeName(id: string): string | null
  /** The restaurant's, ISO 3166. */
  countryCode: string
  note: { allergies: string; until: string } | null
  unread: readonly string[]
}

export const guestView = (
  client: LoyaltyClient,
  { storeName, countryCode, note, unread }: KnownHere,
): Guest => ({
  clientId: client._id,
  serviceUserId: word(client.serviceUserId),
  firstName: word(client.firstName),
  lastName: word(client.lastName),
  fullName: word(client.fullName),
  phone: word(client.phone),
  phoneShown: phoneText(word(client.phone), countryCode),
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
  allergies: note?.allergies ?? '',
  allergiesUntil: note?.until ?? null,
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

/** The buckets, the soonest first. */
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
      const reported = points?.[within]
      return reported === undefined || reported === null ? [] : [{ within, points: reported }]
    }),
  }
}

/** Names as a list of people has them: accents and case part nobody. */
const names = new Intl.Collator('es', { sensitivity: 'base', numeric: true })

/** Who has nothing of it comes last. */
function byValue<Value>(
  valueOf: (guest: GuestRow) => Value | null,
  compare: (one: Value, other: Value) => number,
) {
  return (one: GuestRow, other: GuestRow): number => {
    const [first, second] = [valueOf(one), valueOf(other)]
    if (first !== null && second !== null) return compare(first, second)
    return Number(first === null) - Number(second === null)
  }
}

const compareBy = {
  name: byValue(
    ({ name }) => name?.trim() ?? null,
    (one, other) => names.compare(one, other),
  ),
  'last-order': byValue(
    ({ lastOrder }) => lastOrder,
    (one, other) => (one < other ? 1 : one > other ? -1 : 0),
  ),
  points: byValue(
    ({ pointsBalance }) => pointsBalance,
    (one, other) => other - one,
  ),
} as const

/** Guests by name, by who was here last, or by who has the most points; as they joined is as the platform tells them. */
export const inOrder = (guests: readonly GuestRow[], order: GuestOrder): readonly GuestRow[] =>
  order === 'joined' ? guests : guests.toSorted(compareBy[order])

/** By what the platform knows a guest, in its orders and among its clients. */
export interface Contacts {
  userId?: string | null | undefined
  phone?: string | null | undefined
  email?: string | null | undefined
}

/** Fewer digits are an extension or half a number: nobody is known by them. */
const fewestDigits = 8

/** What is kept of a guest to know their orders by; an empty text is nothing. */
export interface KnownBy {
  userId: string
  /** Digits alone. */
  phone: string
  /** In lower case. */
  email: string
}

/** A guest's contacts as they are compared. */
export function knownBy({ userId, phone, email }: Contacts): KnownBy {
  const digits = digitsOf(phone)
  return {
    userId: userId?.trim() ?? '',
    phone: digits.length < fewestDigits ? '' : digits,
    email: email?.trim().toLowerCase() ?? '',
  }
}

/** A number with its country's code and the same without it are one. */
const isSamePhone = (one: string, other: string): boolean =>
  one !== '' && other !== '' && (one.endsWith(other) || other.endsWith(one))

/** Whether both are the same guest, by any of the three. */
export const isSameGuest = (one: KnownBy, other: KnownBy): boolean =>
  (one.userId !== '' && one.userId === other.userId) ||
  (one.email !== '' && one.email === other.email) ||
  isSamePhone(one.phone, other.phone)
