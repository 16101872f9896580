import { toVendor } from '#platform/dialect.ts'
import peopleFile from '../../../resources/practice/people.json' with { type: 'json' }
import { dialect } from '../dialect.ts'
import { tokenInfo, type WebsiteFacts } from '../practice-store.ts'
import { Random } from '../random.ts'
import { HistoryGenerator, type ClientHistory, type Habit } from './history.ts'

/**
 * A client of the loyalty program and their history. Instants are in epoch milliseconds; null means
 * unknown or never.
 */
export interface LoyaltyClient extends ClientHistory {
  id: string
  websiteId: string
  userId: string
  /** The number on the loyalty card. */
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

/** The dialect's name of the field and the parameter with a client's user id. */
export const userIdName = toVendor('serviceUserId', dialect)

const day = 86_400_000
/** The program's age in days. */
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

const randomHabit = (random: Random): Habit => ({
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

/** The first clients of the program are regulars, so a list that starts with the oldest starts with them. */
const regulars = 24

/** Some regulars come every week and some every third week; their share of online orders differs. */
const regularHabit = (number: number): Habit => ({
  gapDays: 6 + (number % 5) * 4,
  onlineShare: (number % 4) / 3,
  stays: true,
})

/**
 * Generates client `number` of the program as of `opened` (epoch milliseconds); the same numbers
 * give the same client. Values in `place`, which depend on a client's position in a program,
 * replace the generated ones.
 */
export function makeLoyaltyClient(
  seed: number,
  number: number,
  opened: number,
  { website, stores }: WebsiteFacts['info'] = tokenInfo,
  place: Partial<Pick<LoyaltyClient, 'id' | 'userId' | 'joinedAt'>> = {},
): LoyaltyClient {
  const random = new Random(seed, 'loyalty', number)
  const card = String(number).padStart(4, '0')
  const firstName = random.pick(peopleFile.firstNames)
  const surname = random.pick(peopleFile.surnames)
  const lastName = random.chance(0.7) ? `${surname} ${random.pick(peopleFile.surnames)}` : surname
  const isRegular = number <= regulars
  const habitMadeUp = randomHabit(random)
  const habit = isRegular ? regularHabit(number) : habitMadeUp
  const joiningMadeUp = opened - random.between(day / 24, programAge * day)
  const madeUpJoining = isRegular ? opened - (programAge - number) * day : joiningMadeUp
  const joinedAt = place.joinedAt ?? madeUpJoining
  const userId = place.userId ?? `usr-${random.id(13)}`
  const membership = { userId, joinedAt, until: opened }
  const history = new HistoryGenerator(random, habit, membership).generate()
  const lastOrderAt = history.orders.at(-1)?.at ?? joinedAt
  const looksIn = random.chance(0.4)
  // Clients who only order in the store never sign in.
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

export const fullName = ({ firstName, lastName }: LoyaltyClient): string =>
  `${firstName} ${lastName}`

/** The client's detail at an instant (epoch milliseconds). */
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

/** A client in the list and in the export, at an instant (epoch milliseconds). */
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
