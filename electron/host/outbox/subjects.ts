import type { DeliveryKind } from '#contract/deliveries/delivery.ts'

/** Which entries of the outbox are meant. */
const conditions = {
  /** They wait for their turn. */
  queued: "open = 1 AND needs_decision = 0 AND state = 'queued'",
  /** A person has to decide about them. */
  undecided: 'open = 1 AND needs_decision = 1',
  /** Not taken back: they say something of what was sent. */
  standing: "state <> 'withdrawn'",
  /** Not over, or taken back by a person. */
  openOrTakenBack: "(outbox.open = 1 OR (state = 'withdrawn' AND reason IS NULL))",
}

type Which = keyof typeof conditions

const named = (kinds: readonly DeliveryKind[]): string =>
  kinds.map((kind) => `'${kind}'`).join(', ')

/**
 * SQL for the table of a noun: the subjects of such entries. Few are looked up by it, however many rows the table has. What
 * is asked of the outbox in SQL stands here, so that no noun knows its columns.
 */
export const subjectsOf = (kinds: readonly DeliveryKind[], which: Which): string =>
  `SELECT subject FROM outbox WHERE kind IN (${named(kinds)}) AND ${conditions[which]}`

/** SQL: whether there is such an entry whose subject is `key`, a column with the name of its table. */
export const hasEntry = (key: string, kinds: readonly DeliveryKind[], which: Which): string =>
  `EXISTS (SELECT 1 FROM outbox WHERE subject = ${key} AND kind IN (${named(kinds)}) AND ${conditions[which]})`
