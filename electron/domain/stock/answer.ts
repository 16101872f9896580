import type { Availability } from './availability.ts'

/**
 * The platform's answer to a change of one product (platform/README.md, Stock). A missing field
 * says nothing.
 */
export interface StockAnswer {
  outOfStock?: boolean | null | undefined
  stock?: number | null | undefined
  /** ISO. */
  untilDate?: string | null | undefined
}

/** The platform may store an end without its seconds. */
const sameEndMs = 60_000

const isSameEnd = (one: string | null, other: string | null): boolean =>
  one === null || other === null
    ? one === other
    : Math.abs(Date.parse(one) - Date.parse(other)) < sameEndMs

/** A count of which nothing is left is sold out. */
const settled = (availability: Availability): Availability =>
  availability.state === 'counted' && availability.left === 0
    ? { ...availability, state: 'out', left: null }
    : availability

function stateIn({ outOfStock, stock }: StockAnswer, asked: Availability): Availability['state'] {
  if (outOfStock === true) return 'out'
  if (typeof stock === 'number' && stock > 0) return 'counted'
  const isOnSale = outOfStock === false && asked.state === 'on-sale'
  if (stock === 0 && !isOnSale) return 'out'
  if (outOfStock !== false) return asked.state
  // On sale; only a count that the answer leaves out may still apply.
  return stock === undefined && asked.state === 'counted' ? 'counted' : 'on-sale'
}

/** What the platform reports instead of what was asked; null if its answer agrees. */
export function reportedInstead(asked: Availability, answer: StockAnswer): Availability | null {
  const expected = settled(asked)
  const state = stateIn(answer, expected)
  const left = state === 'counted' ? (answer.stock ?? expected.left) : null
  const askedEnd = state === expected.state ? expected.until : null
  const until = state === 'on-sale' ? null : (answer.untilDate ?? null)
  const end = answer.untilDate === undefined ? askedEnd : until
  const isSame =
    state === expected.state && left === expected.left && isSameEnd(end, expected.until)
  return isSame ? null : { state, left, until: end }
}
