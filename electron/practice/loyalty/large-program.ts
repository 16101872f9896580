import { tokenInfo } from '../practice-store.ts'
import { textSearch } from '../text-search.ts'
import { fullName, makeLoyaltyClient, programAge, type LoyaltyClient } from './client.ts'
import { inRange } from './date-range.ts'
import { clientStatus, type LoyaltyProgram, type ProgramOptions } from './program.ts'
import { summarize, type LoyaltySummary } from './summary.ts'

const day = 86_400_000
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
  const stretch = (first: number, length: number): LoyaltyClient[] =>
    Array.from({ length: Math.max(0, Math.min(length, count + 1 - first)) }, (_, index) =>
      make(first + index),
    )
  const some = (): LoyaltyClient[] => stretch(1, looksAt)
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
          if (oldestFirst) return stretch(from + 1, length)
          return stretch(count + 1 - from - length, length).reverse()
        },
      }
    },
    clientsAfter: (lastSeenId, length) =>
      stretch((lastSeenId === null ? 0 : (numberIn(lastSeenId) ?? count)) + 1, length),
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
