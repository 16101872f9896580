import type { Listed } from '../answers.ts'
import { dialect } from '../dialect.ts'
import { tokenInfo, type WebsiteFacts } from '../practice-store.ts'
import { textSearch } from '../text-search.ts'
import { fullName, makeLoyaltyClient, type LoyaltyClient, programAge } from './client.ts'
import { inRange, type DateRange, summarize, type LoyaltySummary } from './summary.ts'
import type { MovementType, PointMovement } from './points.ts'

const [everybody = '', active = '', inactive = ''] = dialect.clientStatuses.split(' ')

/** The values of the filter by client status; `everybody` means no filter. */
export const clientStatus = { everybody, active, inactive }

export interface ClientFilter {
  /** Searched in name, e-mail and phone. */
  search: string
  /** A value of `clientStatus`. */
  status: string
  oldestFirst: boolean
}

/** An undefined field filters nothing. */
export interface MovementFilter {
  userId: string | undefined
  type: MovementType | undefined
  range: DateRange
}

/**
 * The clients and movements of the loyalty program at the current time. The data is generated at
 * the first request.
 */
export interface LoyaltyProgram {
  /** The instant that all answers refer to, epoch milliseconds. */
  now(): number
  /** The client with this user id, with this id, or with both if both are given. */
  find(key: { id: string | undefined; userId: string | undefined }): LoyaltyClient | undefined
  clients(filter: ClientFilter): Listed<LoyaltyClient>
  /** Clients sorted by id, after `lastSeenId`; from the first one if it is null. */
  clientsAfter(lastSeenId: string | null, count: number): LoyaltyClient[]
  /** Newest first. */
  movements(filter: MovementFilter): PointMovement[]
  summary(range: DateRange): LoyaltySummary
}

/** A program that has generated all its clients. */
interface MadeProgram extends LoyaltyProgram {
  clients(filter: ClientFilter): LoyaltyClient[]
}

export interface ProgramOptions {
  seed: number
  /** Epoch milliseconds. The history is generated up to the instant at which the program is created. */
  now: () => number
  /** The website and the number of clients; defaults to the practice website with 3,000 clients. */
  info?: WebsiteFacts['info']
  clients?: number | undefined
}

const day = 86_400_000

/**
 * Whether a client has an order in the last 90 days. An assumption: neither the values nor their
 * meaning are documented. All others are inactive, also those who never ordered.
 */
const isActive = ({ orders }: LoyaltyClient, now: number): boolean => {
  const last = orders.at(-1)
  return last !== undefined && last.at > now - 90 * day
}

/** Sorts by code units, like an index of ids. */
const byId = (one: LoyaltyClient, other: LoyaltyClient): number => (one.id < other.id ? -1 : 1)

function makeProgram(seed: number, opened: number, info: WebsiteFacts['info'], count: number) {
  const clients = Array.from({ length: count }, (_, index) =>
    makeLoyaltyClient(seed, index + 1, opened, info),
  ).sort(byId)
  const movements = clients
    .flatMap(({ movements: own }) => own)
    .sort((one, other) => other.at - one.at)
  return { clients, movements }
}

/** The same seed and clock give the same clients. */
export function createLoyaltyProgram({
  seed,
  now,
  info = tokenInfo,
  clients: count = 3000,
}: ProgramOptions): MadeProgram {
  const opened = now()
  let made: ReturnType<typeof makeProgram> | undefined
  const program = () => (made ??= makeProgram(seed, opened, info, count))

  return {
    now,
    find: ({ id, userId }) =>
      program().clients.find(
        (client) =>
          (id === undefined || client.id === id) &&
          (userId === undefined || client.userId === userId),
      ),
    clients({ search, status, oldestFirst }) {
      const found = textSearch(search)
      const at = now()
      return program()
        .clients.filter((client) => found([fullName(client), client.email, client.phone]))
        .filter((client) => status === everybody || isActive(client, at) === (status === active))
        .sort((one, other) =>
          oldestFirst ? one.joinedAt - other.joinedAt : other.joinedAt - one.joinedAt,
        )
    },
    clientsAfter: (lastSeenId, count) =>
      program()
        .clients.filter(({ id }) => lastSeenId === null || id > lastSeenId)
        .slice(0, count),
    movements({ userId, type, range }) {
      const at = now()
      return program().movements.filter(
        (movement) =>
          movement.at <= at &&
          inRange(range, movement.at) &&
          (userId === undefined || movement.userId === userId) &&
          (type === undefined || movement.type === type),
      )
    },
    summary: (range) => summarize(program().clients, range, now()),
  }
}

/**
 * How many clients are scanned for searches, sums and movements of everybody, when scanning all
 * would take too long.
 */
const looksAt = 3000

const padded = (number: number): string => String(number).padStart(8, '0')

/** The number in a generated id; null for other ids. */
const numberIn = (id: string): number | null => {
  const digits = /^(?:rty-cli|usr)-(\d{8})$/.exec(id)?.[1]
  return digits === undefined ? null : Number(digits)
}

/**
 * A program with, for example, a million clients. Each client is generated from its number on
 * request and not stored. Ids, card numbers and days of joining ascend together. All answers refer
 * to the instant at which the program was opened, so that repeated requests give the same answer.
 */
export function createLargeProgram({
  seed,
  now,
  info = tokenInfo,
  clients: count = 1_000_000,
}: ProgramOptions): LoyaltyProgram {
  const opened = now()
  const make = (number: number): LoyaltyClient =>
    makeLoyaltyClient(seed, number, opened, info, {
      id: `rty-cli-${padded(number)}`,
      userId: `usr-${padded(number)}`,
      joinedAt: opened - Math.ceil(((count + 1 - number) / count) * programAge * day),
    })
  const range = (first: number, length: number): LoyaltyClient[] =>
    Array.from({ length: Math.max(0, Math.min(length, count + 1 - first)) }, (_, index) =>
      make(first + index),
    )
  const some = (): LoyaltyClient[] => range(1, looksAt)
  const share = Math.max(1, count / looksAt)

  /** First the client whose card has these digits, then matches among the scanned clients. */
  function search(sought: string): LoyaltyClient[] {
    const found = textSearch(sought)
    const number = Number(/\d{4,}/.exec(sought)?.[0].slice(-8) ?? Number.NaN)
    const beyond = number > looksAt && number <= count ? [make(number)] : []
    return [...beyond, ...some()].filter((client) =>
      found([fullName(client), client.email, client.phone]),
    )
  }

  return {
    now: () => opened,
    find({ id, userId }) {
      const number = numberIn(id ?? userId ?? '')
      if (number === null || number < 1 || number > count) return undefined
      const client = make(number)
      return userId === undefined || client.userId === userId ? client : undefined
    },
    clients({ search: sought, status, oldestFirst }) {
      if (sought.trim() !== '' || status !== clientStatus.everybody) {
        const found = search(sought)
        return oldestFirst ? found : found.reverse()
      }
      return {
        length: count,
        slice(from = 0, to = count) {
          const length = Math.max(0, Math.min(to, count) - from)
          if (oldestFirst) return range(from + 1, length)
          return range(count + 1 - from - length, length).reverse()
        },
      }
    },
    clientsAfter: (lastSeenId, length) =>
      range((lastSeenId === null ? 0 : (numberIn(lastSeenId) ?? count)) + 1, length),
    movements({ userId, type, range }) {
      const own = userId === undefined ? some() : [this.find({ id: undefined, userId })]
      return own
        .flatMap((client) => client?.movements ?? [])
        .filter(
          (movement) =>
            movement.at <= opened &&
            inRange(range, movement.at) &&
            (type === undefined || movement.type === type),
        )
        .sort((one, other) => other.at - one.at)
    },
    summary(range) {
      const { calculatedToDate, expirationBuckets, ...sums } = summarize(some(), range, opened)
      const scaled = <Sums extends Record<string, number>>(of: Sums): Sums =>
        Object.fromEntries(
          Object.entries(of).map(([name, sum]) => [name, Math.round(sum * share)]),
        ) as Sums
      return {
        ...scaled(sums),
        calculatedToDate,
        expirationBuckets: scaled({ ...expirationBuckets }),
      } satisfies LoyaltySummary
    },
  }
}
