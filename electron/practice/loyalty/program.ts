import type { Listed } from '../answers.ts'
import { dialect } from '../dialect.ts'
import { tokenInfo, type WebsiteFacts } from '../practice-store.ts'
import { textSearch } from '../text-search.ts'
import { fullName, makeLoyaltyClient, type LoyaltyClient } from './client.ts'
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

export interface ClientKey {
  id: string | undefined
  userId: string | undefined
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
  find(key: ClientKey): LoyaltyClient | undefined
  clients(filter: ClientFilter): Listed<LoyaltyClient>
  /** Clients sorted by id, after `lastSeenId`; from the first one if it is null. */
  clientsAfter(lastSeenId: string | null, count: number): LoyaltyClient[]
  /** Newest first. */
  movements(filter: MovementFilter): PointMovement[]
  summary(range: DateRange): LoyaltySummary
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

export const matches = (
  client: LoyaltyClient,
  contains: (texts: readonly (string | null)[]) => boolean,
): boolean => contains([fullName(client), client.email, client.phone])

/** All clients, sorted by id, and their movements, newest first. */
interface ProgramData {
  clients: LoyaltyClient[]
  movements: PointMovement[]
}

function generateProgram(
  seed: number,
  opened: number,
  info: WebsiteFacts['info'],
  count: number,
): ProgramData {
  const clients = Array.from({ length: count }, (_, index) =>
    makeLoyaltyClient(seed, index + 1, opened, info),
  ).sort(byId)
  const movements = clients
    .flatMap(({ movements: own }) => own)
    .sort((one, other) => other.at - one.at)
  return { clients, movements }
}

/** A program that stores all its clients. The same seed and clock give the same clients. */
export class StoredProgram implements LoyaltyProgram {
  readonly #options: ProgramOptions
  readonly #opened: number
  #stored: ProgramData | undefined

  constructor(options: ProgramOptions) {
    this.#options = options
    this.#opened = options.now()
  }

  now(): number {
    return this.#options.now()
  }

  find({ id, userId }: ClientKey): LoyaltyClient | undefined {
    return this.#data.clients.find(
      (client) =>
        (id === undefined || client.id === id) &&
        (userId === undefined || client.userId === userId),
    )
  }

  clients({ search, status, oldestFirst }: ClientFilter): LoyaltyClient[] {
    const contains = textSearch(search)
    const at = this.now()
    return this.#data.clients
      .filter((client) => matches(client, contains))
      .filter((client) => status === everybody || isActive(client, at) === (status === active))
      .sort((one, other) =>
        oldestFirst ? one.joinedAt - other.joinedAt : other.joinedAt - one.joinedAt,
      )
  }

  clientsAfter(lastSeenId: string | null, count: number): LoyaltyClient[] {
    return this.#data.clients
      .filter(({ id }) => lastSeenId === null || id > lastSeenId)
      .slice(0, count)
  }

  movements({ userId, type, range }: MovementFilter): PointMovement[] {
    const at = this.now()
    return this.#data.movements.filter(
      (movement) =>
        movement.at <= at &&
        inRange(range, movement.at) &&
        (userId === undefined || movement.userId === userId) &&
        (type === undefined || movement.type === type),
    )
  }

  summary(range: DateRange): LoyaltySummary {
    return summarize(this.#data.clients, range, this.now())
  }

  get #data(): ProgramData {
    const { seed, info = tokenInfo, clients: count = 3000 } = this.#options
    return (this.#stored ??= generateProgram(seed, this.#opened, info, count))
  }
}
