import type { z } from 'zod'
import type { Guest, GuestMovement, GuestRow, LoyaltySummary } from '#contract/guests/guests.ts'
import type {
  loyaltyClientRowSchema,
  loyaltyClientSchema,
  loyaltySummarySchema,
  pointMovementSchema,
} from '#platform/loyalty.ts'
import { parsePhoneNumberFromString, type CountryCode } from 'libphonenumber-js/min'

const digitsOf = (text: string): string => text.replaceAll(/\D/g, '').replace(/^0+/, '')

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

const phoneWords = (phone: string | null, countryCode: string): string | null =>
  phone === null ? null : readablePhone(phone, countryCode)

/** `countryCode` is the restaurant's (ISO 3166), for telephones that name none. */
export const guestRow = (client: LoyaltyClientRow, countryCode: string): GuestRow => ({
  clientId: client._id,
  name: word(client.name),
  phone: word(client.phone),
  phoneShown: phoneWords(word(client.phone), countryCode),
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
  phoneShown: phoneWords(word(client.phone), countryCode),
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
      const told = points?.[within]
      return told === undefined || told === null ? [] : [{ within, points: told }]
    }),
  }
}
