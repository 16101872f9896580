import { z } from 'zod'
import type { LoyaltyClient } from './client.ts'
import { PointLots, type PointMovement } from './points.ts'

const day = 86_400_000
const bareDay = z.iso.date()
const instant = z.iso.datetime({ offset: true })

const dayOrInstant = z
  .string()
  .refine(
    (text) => bareDay.safeParse(text).success || instant.safeParse(text).success,
    'must be YYYY-MM-DD or an ISO 8601 date-time with its zone',
  )

const isBareDay = (text: string): boolean => bareDay.safeParse(text).success

/**
 * The start of a range in a query, epoch milliseconds: YYYY-MM-DD or ISO 8601. Assumption: a day
 * without a time means the whole day in UTC.
 */
export const rangeStart = dayOrInstant.transform((text) => Date.parse(text))

/**
 * The end of a range in a query, included, epoch milliseconds. A day without a time ends with its
 * last millisecond.
 */
export const rangeEnd = dayOrInstant.transform((text) =>
  isBareDay(text) ? Date.parse(text) + day - 1 : Date.parse(text),
)

/** Epoch milliseconds, both ends included. */
export interface DateRange {
  from: number
  to: number
}

export const inRange = ({ from, to }: DateRange, at: number): boolean => from <= at && at <= to

/** Points by the number of days until they expire. Each point is in one bucket. */
interface ExpirationBuckets {
  lessThan10: number
  /** From 10 on; each bucket starts where the previous one ends. */
  lessThan30: number
  lessThan60: number
  lessThan90: number
  /** 90 or more. */
  moreThan90: number
  noExpiration: number
}

/** The remaining points after these movements, by expiry. */
function lotsAfter(movements: readonly PointMovement[]): PointLots {
  const lots = new PointLots()
  for (const { direction, amount, expiresAt } of movements) {
    if (direction === 'credit') lots.add(amount, expiresAt)
    else lots.spend(amount)
  }
  return lots
}

function bucketOf(expiresAt: number | null, at: number): keyof ExpirationBuckets {
  if (expiresAt === null) return 'noExpiration'
  const days = (expiresAt - at) / day
  if (days < 10) return 'lessThan10'
  if (days < 30) return 'lessThan30'
  if (days < 60) return 'lessThan60'
  return days < 90 ? 'lessThan90' : 'moreThan90'
}

/**
 * The figures are computed from the movements alone. How a range affects each figure is not
 * documented, so these are assumptions: orders and issued points are those within the range;
 * clients, circulation and buckets are as of its end, or as of now if it ends later. An order is
 * one that earned points: online if it has an order id, in the store if it has a tab. Issued points
 * are all earned points except refunds. `now` is in epoch milliseconds.
 */
/** `calculatedToDate` is ISO 8601 in UTC. */
export function summarize(clients: readonly LoyaltyClient[], range: DateRange, now: number) {
  const at = Math.min(range.to, now)
  const soFar = clients.map(({ movements }) => movements.filter((each) => each.at <= at))
  const inTime = soFar.flatMap((each) => each.filter((movement) => inRange(range, movement.at)))
  const orders = inTime.filter(({ type }) => type === 'accumulation').map(({ origin }) => origin)
  const issued = inTime.filter(({ type, direction }) => direction === 'credit' && type !== 'refund')
  const expirationBuckets: ExpirationBuckets = {
    lessThan10: 0,
    lessThan30: 0,
    lessThan60: 0,
    lessThan90: 0,
    moreThan90: 0,
    noExpiration: 0,
  }
  for (const movements of soFar) {
    for (const { points, expiresAt } of lotsAfter(movements).list()) {
      expirationBuckets[bucketOf(expiresAt, at)] += points
    }
  }
  return {
    totalClients: clients.filter(({ joinedAt }) => joinedAt <= at).length,
    totalOrders: orders.length,
    totalOrdersOnline: orders.filter(({ orderId }) => orderId !== null).length,
    totalOrdersInStore: orders.filter(({ tabId }) => tabId !== null).length,
    totalPointsIssued: issued.reduce((sum, { amount }) => sum + amount, 0),
    pointsInCirculation: soFar.reduce((sum, each) => sum + (each.at(-1)?.balance ?? 0), 0),
    calculatedToDate: new Date(at).toISOString(),
    expirationBuckets,
  }
}

export type LoyaltySummary = ReturnType<typeof summarize>
