import type { Listed } from '../answers.ts'
import { tokenInfo, type WebsiteFacts } from '../practice-store.ts'
import { textSearch } from '../text-search.ts'
import { makeLoyaltyClient, programAge, type LoyaltyClient } from './client.ts'
import type { PointMovement } from './points.ts'
import {
  clientStatus,
  matches,
  type ClientFilter,
  type ClientKey,
  type LoyaltyProgram,
  type MovementFilter,
  type ProgramOptions,
} from './program.ts'
import { inRange, summarize, type DateRange, type LoyaltySummary } from './summary.ts'

const day = 86_400_000

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

/** The sums of some clients, as the sums of `factor` times as many. */
const scaled = <Sums extends Record<string, number>>(sums: Sums, factor: number): Sums =>
  Object.fromEntries(
    Object.entries(sums).map(([name, sum]) => [name, Math.round(sum * factor)]),
  ) as Sums

/** All clients of a large program in the order of their numbers, generated as they are asked for. */
class GeneratedClients implements Listed<LoyaltyClient> {
  readonly length: number
  readonly #program: LargeProgram
  readonly #oldestFirst: boolean

  constructor(program: LargeProgram, length: number, oldestFirst: boolean) {
    this.#program = program
    this.length = length
    this.#oldestFirst = oldestFirst
  }

  slice(from = 0, to = this.length): LoyaltyClient[] {
    const length = Math.max(0, Math.min(to, this.length) - from)
    if (this.#oldestFirst) return this.#program.range(from + 1, length)
    return this.#program.range(this.length + 1 - from - length, length).reverse()
  }
}

/**
 * A program with, for example, a million clients. Each client is generated from its number on
 * request and not stored. Ids, card numbers and days of joining ascend together. All answers refer
 * to the instant at which the program was opened, so that repeated requests give the same answer.
 */
export class LargeProgram implements LoyaltyProgram {
  readonly #seed: number
  readonly #info: WebsiteFacts['info']
  readonly #count: number
  readonly #opened: number

  constructor({ seed, now, info = tokenInfo, clients: count = 1_000_000 }: ProgramOptions) {
    this.#seed = seed
    this.#info = info
    this.#count = count
    this.#opened = now()
  }

  now(): number {
    return this.#opened
  }

  find({ id, userId }: ClientKey): LoyaltyClient | undefined {
    const number = numberIn(id ?? userId ?? '')
    if (number === null || number < 1 || number > this.#count) return undefined
    const client = this.#client(number)
    return userId === undefined || client.userId === userId ? client : undefined
  }

  clients({ search, status, oldestFirst }: ClientFilter): Listed<LoyaltyClient> {
    if (search.trim() === '' && status === clientStatus.everybody)
      return new GeneratedClients(this, this.#count, oldestFirst)
    const clients = this.#search(search)
    return oldestFirst ? clients : clients.reverse()
  }

  clientsAfter(lastSeenId: string | null, length: number): LoyaltyClient[] {
    const last = lastSeenId === null ? 0 : (numberIn(lastSeenId) ?? this.#count)
    return this.range(last + 1, length)
  }

  movements({ userId, type, range }: MovementFilter): PointMovement[] {
    const clients = userId === undefined ? this.#scanned() : [this.find({ id: undefined, userId })]
    return clients
      .flatMap((client) => client?.movements ?? [])
      .filter(
        (movement) =>
          movement.at <= this.#opened &&
          inRange(range, movement.at) &&
          (type === undefined || movement.type === type),
      )
      .sort((one, other) => other.at - one.at)
  }

  summary(range: DateRange): LoyaltySummary {
    const { calculatedToDate, expirationBuckets, ...sums } = summarize(
      this.#scanned(),
      range,
      this.#opened,
    )
    const factor = Math.max(1, this.#count / looksAt)
    return {
      ...scaled(sums, factor),
      calculatedToDate,
      expirationBuckets: scaled({ ...expirationBuckets }, factor),
    }
  }

  /** Clients by their numbers, from `first` on. */
  range(first: number, length: number): LoyaltyClient[] {
    return Array.from(
      { length: Math.max(0, Math.min(length, this.#count + 1 - first)) },
      (_, index) => this.#client(first + index),
    )
  }

  #client(number: number): LoyaltyClient {
    const age = ((this.#count + 1 - number) / this.#count) * programAge * day
    return makeLoyaltyClient(this.#seed, number, this.#opened, this.#info, {
      id: `rty-cli-${padded(number)}`,
      userId: `usr-${padded(number)}`,
      joinedAt: this.#opened - Math.ceil(age),
    })
  }

  #scanned(): LoyaltyClient[] {
    return this.range(1, looksAt)
  }

  /** First the client whose card has these digits, then matches among the scanned clients. */
  #search(sought: string): LoyaltyClient[] {
    const contains = textSearch(sought)
    const number = Number(/\d{4,}/.exec(sought)?.[0].slice(-8) ?? Number.NaN)
    const beyond = number > looksAt && number <= this.#count ? [this.#client(number)] : []
    return [...beyond, ...this.#scanned()].filter((client) => matches(client, contains))
  }
}
