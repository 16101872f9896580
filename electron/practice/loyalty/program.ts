import type { Listed } from '../answers.ts'
import { dialect } from '../dialect.ts'
import { tokenInfo, type WebsiteFacts } from '../practice-store.ts'
import { textSearch } from '../text-search.ts'
import { fullName, makeLoyaltyClient, type LoyaltyClient, programAge } from './client.ts'
import { inRange, type DateRange, summarize, type LoyaltySummary } from './summary.ts'
import type { MovementType, PointMovement } from './points.ts'

const [everybody = '', active = '', inactive = ''] = dialect.clientStatuses.split(' ')

/** The words of the client-status filter; `everybody` leaves nobody out. */
export const clientStatus = { everybody, active, inactive }

/** Which clients are asked for. */
export interface ClientFilter {
  /** Searched in name, e-mail and phone. */
  search: string
  /** A word of `clientStatus`. */
  status: string
  oldestFirst: boolean
}

/** Which movements are asked for; undefined leaves none out. */
export interface MovementFilter {
  userId: string | undefined
  type: MovementType | undefined
  range: DateRange
}

/** The loyalty program's clients and movements, as of now. Nothing is made up before the first question. */
export interface LoyaltyProgram {
  /** The instant as of which everything is told, in epoch milliseconds. */
  now(): number
  /** The client of this user id, of this id, or of both where both are given. */
  find(desired: { id: string | undefined; userId: string | undefined }): LoyaltyClient | undefined
  clients(filter: ClientFilter): Listed<LoyaltyClient>
  /** In the order of their ids: those after `lastSeenId`, or from the first on where it is null. */
  clientsAfter(lastSeenId: string | null, count: number): LoyaltyClient[]
  /** Newest first. */
  movements(filter: MovementFilter): PointMovement[]
  summary(range: DateRange): LoyaltySummary
}

/** One whose clients are all there. */
interface MadeProgram extends LoyaltyProgram {
  clients(filter: ClientFilter): LoyaltyClient[]
}

export interface ProgramOptions {
  seed: number
  /** Epoch milliseconds; what has happened so far is made up for the instant at which the program is created. */
  now: () => number
  /** Whose it is, and how many are in it; default the practice website's 3,000. */
  info?: WebsiteFacts['info']
  clients?: number | undefined
}

const day = 86_400_000

/**
 * Whether a client is active: an order in the last 90 days. An assumption: neither the words nor their meaning are
 * documented. Everybody else is inactive, those who never ordered too.
 */
const isActive = ({ orders }: LoyaltyClient, now: number): boolean => {
  const last = orders.at(-1)
  return last !== undefined && last.at > now - 90 * day
}

/** By code units, as an index on ids sorts. */
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

/** Opens the program: the same clients for the same seed and clock. */
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

/** As many are looked at where everybody would be too many: for searches, sums and everybody's movements. */
const looksAt = 3000

const padded = (number: number): string => String(number).padStart(8, '0')

/** The number in an id of ours; null in any other. */
const numberIn = (id: string): number | null => {
  const digits = /^(?:rty-cli|usr)-(\d{8})$/.exec(id)?.[1]
  return digits === undefined ? null : Number(digits)
}

/**
 * A program of a million clients, say: each is made up by its number when it is asked for, and nothing is kept. Ids, card numbers
 * and days of joining go up together. Everything is told as of the instant at which it was opened, so that what is
 * read twice is the same.
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

  /** Whoever has these digits on the card, then those among the first who are found. */
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
