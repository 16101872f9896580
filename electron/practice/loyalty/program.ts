import { dialect } from '../dialect.ts'
import { tokenInfo, type WebsiteFacts } from '../practice-store.ts'
import { textSearch } from '../text-search.ts'
import { fullName, makeLoyaltyClient, type LoyaltyClient } from './client.ts'
import { inRange, type DateRange } from './date-range.ts'
import type { MovementType, PointMovement } from './point-movement.ts'
import { summarize, type LoyaltySummary } from './summary.ts'

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

/** What a page can be cut out of: an array, or something that makes up what is asked for. */
export type Listed<Item> = Pick<readonly Item[], 'length' | 'slice'>

/** The loyalty program's clients and movements, as of now. Nothing is made up before the first question. */
export interface LoyaltyProgram {
  /** The instant as of which everything is told, in epoch milliseconds. */
  now(): number
  /** The client of this user id, of this id, or of both where both are given. */
  find(wanted: { id: string | undefined; userId: string | undefined }): LoyaltyClient | undefined
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
