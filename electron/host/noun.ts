import type { HostEvent } from '#contract/index.ts'
import type { Message } from '#domain/orders/known.ts'
import type { StockProcess } from '#platform/stock.ts'
import type { Handlers } from './dispatch.ts'
import type { LaneRules, OutboxRules } from './outbox/rules.ts'

/** What an event, or the order list, says of one order. */
export interface HeardOrder {
  orderId: string
  message: Message
  /** ISO. */
  receivedAt: string
  /** Nobody here knew of the order before. */
  isNew: boolean
}

/** How far the platform is with a change of stock, its own or ours. Instants are ISO. */
export interface HeardProcess {
  process: StockProcess
  /** By the platform's clock. */
  date: string
  receivedAt: string
  /** Which part of what it lists this is: a long list comes in several, and begins anew after a crash. */
  part: { isFirst: boolean; isLast: boolean }
}

/**
 * One noun of the restaurant as the host sees it: a folder of this name, and one line in the list of host.ts. Nouns never import
 * each other; what one needs of another, the host hands in as a small function.
 */
export interface Noun {
  /** Its operations. */
  readonly handlers: Partial<Handlers>
  /** What it owes the platform, by kind. */
  readonly outbox?: Readonly<Record<string, OutboxRules | LaneRules>>
  /** What it hears from the platform, within the reader's transaction. */
  readonly hears?: {
    order?(heard: HeardOrder): void
    process?(heard: HeardProcess): void
  }
  /** What the screens have not been told yet. Asked in a turn of its own after a commit; what it answers counts as told. */
  changes?(): HostEvent[]
  /** Does what time has made due, also where no timer noticed: the machine slept, or its clock was set. */
  catchUp?(): void
  /** A transaction failed: what it wrote is not in the database, and must not stay in memory. */
  rolledBack?(): void
  start?(): void | Promise<void>
  close?(): void | Promise<void>
}

type Joined<Part> = (Part extends unknown ? (part: Part) => void : never) extends (
  all: infer All,
) => void
  ? All
  : never

type Outbox<Each> = Each extends { readonly outbox: infer Kinds } ? Kinds : never

/** The handlers of all nouns: an operation that none of them handles does not compile where all are needed. */
export const handlersOf = <Nouns extends readonly Noun[]>(
  nouns: Nouns,
): Joined<Nouns[number]['handlers']> =>
  Object.assign({}, ...nouns.map(({ handlers }) => handlers)) as Joined<Nouns[number]['handlers']>

/** The outbox kinds of all nouns: one that none of them claims does not compile where all are needed. */
export const outboxOf = <Nouns extends readonly Noun[]>(
  nouns: Nouns,
): Joined<Outbox<Nouns[number]>> =>
  Object.assign({}, ...nouns.map(({ outbox }) => outbox)) as Joined<Outbox<Nouns[number]>>
