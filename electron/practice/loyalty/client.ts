import { toVendor } from '#platform/dialect.ts'
import peopleFile from '../../../resources/practice/people.json' with { type: 'json' }
import { dialect } from '../dialect.ts'
import { tokenInfo, type WebsiteFacts } from '../practice-store.ts'
import { createRandom, type Random } from '../random.ts'
import { makeClientHistory, type ClientHistory, type Habit } from './history.ts'

/** Somebody in the loyalty program, and what they did. Instants are in epoch milliseconds; null is unknown or never. */
export interface LoyaltyClient extends ClientHistory {
  id: string
  websiteId: string
  userId: string
  /** The number on the card. */
  identifier: string
  firstName: string
  lastName: string
  phone: string | null
  email: string | null
  /** YYYY-MM-DD. */
  birthday: string | null
  joinedAt: number
  firstLoginAt: number | null
  lastLoginAt: number | null
  storeId: string
  blocked: { emails: boolean; notifications: boolean; messages: boolean }
}

/** The field and the parameter that hold a client's user id, as the dialect's vendor spells them. */
export const userIdName = toVendor('serviceUserId', dialect)

const day = 86_400_000
/** Days since the program began. */
export const programAge = 900

const iso = (instant: number | undefined | null): string | null =>
  instant === undefined || instant === null ? null : new Date(instant).toISOString()

const addressPart = (name: string): string =>
  name
    .normalize('NFD')
    .replaceAll(/[^A-Za-z ]/g, '')
    .trim()
    .replaceAll(' ', '.')
    .toLowerCase()

const twoDigits = (number: number): string => String(number).padStart(2, '0')

const makeHabit = (random: Random): Habit => ({
  gapDays: random.weighted<number | null>([
    [null, 8],
    [8, 12],
    [21, 25],
    [45, 30],
    [120, 25],
  ]),
  onlineShare: random.weighted([
    [0, 12],
    [0.5, 28],
    [0.8, 40],
    [1, 20],
  ]),
})

/** The first of the program are its regulars: a list that begins with the oldest begins with them. */
const regulars = 24

/** How a regular comes: every week or every third, one more online than the other. */
const regularHabit = (number: number): Habit => ({
  gapDays: 6 + (number % 5) * 4,
  onlineShare: (number % 4) / 3,
  stays: true,
})

/**
 * Makes up client `number` of the program as of `opened` (epoch milliseconds): same numbers, same client. `place` has
 * what tells where in a program somebody is, in place of what is made up.
 */
export function makeLoyaltyClient(
  seed: number,
  number: number,
  opened: number,
  { website, stores }: WebsiteFacts['info'] = tokenInfo,
  place: Partial<Pick<LoyaltyClient, 'id' | 'userId' | 'joinedAt'>> = {},
): LoyaltyClient {
  const random = createRandom(seed, 'loyalty', number)
  const card = String(number).padStart(4, '0')
  const firstName = random.pick(peopleFile.firstNames)
  const surname = random.pick(peopleFile.surnames)
  const lastName = random.chance(0.7) ? `${surname} ${random.pick(peopleFile.surnames)}` : surname
  const isRegular = number <= regulars
  const habitMadeUp = makeHabit(random)
  const habit = isRegular ? regularHabit(number) : habitMadeUp
  const joiningMadeUp = opened - random.between(day / 24, programAge * day)
  const madeUpJoining = isRegular ? opened - (programAge - number) * day : joiningMadeUp
  const joinedAt = place.joinedAt ?? madeUpJoining
  const userId = place.userId ?? `usr-${random.id(13)}`
  const history = makeClientHistory(random, userId, habit, joinedAt, opened)
  const lastOrderAt = history.orders.at(-1)?.at ?? joinedAt
  const looksIn = random.chance(0.4)
  // Who only ever comes to the store has no need to sign in.
  const signsIn = habit.onlineShare > 0
  const [home = '', ...others] = stores.map(({ _id }) => _id)
  return {
    ...history,
    id: place.id ?? `rty-cli-${random.id(13)}`,
    websiteId: website._id,
    userId,
    identifier: `LC-${card}`,
    firstName,
    lastName,
    phone: random.chance(0.04) ? null : `+569${card.padStart(8, '0')}`,
    email: random.chance(0.05)
      ? null
      : `${addressPart(firstName)}.${addressPart(surname)}.${card}@example.com`,
    birthday: random.chance(0.25)
      ? null
      : `${random.between(1948, 2006)}-${twoDigits(random.between(1, 12))}-${twoDigits(random.between(1, 28))}`,
    joinedAt,
    firstLoginAt: signsIn ? joinedAt : null,
    lastLoginAt: signsIn ? (looksIn ? random.between(lastOrderAt, opened) : lastOrderAt) : null,
    storeId: random.chance(0.8) || others.length === 0 ? home : random.pick(others),
    blocked: {
      emails: random.chance(0.2),
      notifications: random.chance(0.15),
      messages: random.chance(0.3),
    },
  }
}

/** The client's points at an instant (epoch milliseconds). */
export const balanceAt = ({ movements }: LoyaltyClient, at: number): number =>
  movements.findLast((movement) => movement.at <= at)?.balance ?? 0

/** The name as people write it. */
export const fullName = ({ firstName, lastName }: LoyaltyClient): string =>
  `${firstName} ${lastName}`

/** A client in detail, at an instant (epoch milliseconds). */
export function detailView(client: LoyaltyClient, at: number): object {
  const lastOrder = client.orders.at(-1)
  const lastMovement = client.movements.findLast((movement) => movement.at <= at)
  return {
    _id: client.id,
    websiteId: client.websiteId,
    identifier: client.identifier,
    [userIdName]: client.userId,
    firstName: client.firstName,
    lastName: client.lastName,
    fullName: fullName(client),
    phone: client.phone,
    email: client.email,
    birthday: client.birthday,
    createdAt: iso(client.joinedAt),
    updatedAt: iso(lastMovement?.at ?? client.joinedAt),
    firstOrderAt: iso(client.orders[0]?.at),
    lastOrderAt: iso(lastOrder?.at),
    lastOrderStoreId: lastOrder === undefined ? null : client.storeId,
    lastOrderAmount: lastOrder?.price ?? null,
    lastLoginAt: iso(client.lastLoginAt),
    totalOrders: client.orders.length,
    loyaltyBalance: balanceAt(client, at),
    blockedMarketingEmails: client.blocked.emails,
    blockedMarketingNotifications: client.blocked.notifications,
    blockedMarketingSMS: client.blocked.messages,
  }
}

/** A client as the list and the export have it, at an instant (epoch milliseconds). */
export const rowView = (client: LoyaltyClient, at: number) => ({
  _id: client.id,
  name: fullName(client),
  email: client.email,
  phone: client.phone,
  firstLogin: iso(client.firstLoginAt),
  lastLogin: iso(client.lastLoginAt),
  firstOrder: iso(client.orders[0]?.at),
  lastOrder: iso(client.orders.at(-1)?.at),
  ordersCount: client.orders.length,
  pointsBalance: balanceAt(client, at),
  marketingEmailEnabled: !client.blocked.emails,
})
