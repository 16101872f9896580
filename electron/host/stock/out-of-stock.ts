import { z } from 'zod'
import { availability, type Availability } from '#domain/stock/availability.ts'
import { reportedInstead } from '#domain/stock/answer.ts'
import type { CallFailure } from '#platform/call/failure.ts'
import type { Connection } from '#platform/connection.ts'
import { setOutOfStock } from '#platform/stock.ts'
import type { SendOutcome } from '../outbox/rules.ts'

/** What the answer to a change of one product says about the change. */
export const answerSchema = z.object({
  /** By the platform's clock, ISO; null if the answer has no date. */
  at: z.string().nullable(),
  /** What the platform reports instead of what was asked; null if it agrees. */
  instead: availability.nullable(),
})
type Answer = z.infer<typeof answerSchema>

interface ProductChange {
  storeId: string
  productId: string
  desired: Availability
  /** Whether a menu of the platform has the product. */
  isOnMenu: boolean
}

/**
 * A count of which nothing is left is sold out. `tomorrow` is never what a person asks for: every
 * end here is an instant.
 */
function bodyOf({ state, left, until }: Availability) {
  if (state === 'on-sale') return { outOfStock: false }
  const count = state === 'counted' && left !== null && left > 0 ? { stock: left } : {}
  const end = until === null ? { until: 'none' as const } : { untilDate: until }
  return { outOfStock: !('stock' in count), ...count, ...end }
}

/** The platform has no such path, or no such product. */
const isNotThere = ({ kind, status }: CallFailure): boolean =>
  kind === 'answered' && (status === 404 || status === 405)

/** Sends the change of one product, which the platform makes at once (platform/README.md, Stock). */
export async function sendProduct(
  connection: Connection,
  change: ProductChange,
): Promise<SendOutcome> {
  const { storeId, productId, desired, isOnMenu } = change
  const result = await setOutOfStock(connection, {
    params: { storeId, productId },
    body: bodyOf(desired),
  })
  if (!result.ok) {
    const { status, message } = result.failure
    // The platform's own menu has the product, so the path of the profile may be wrong.
    return isOnMenu && isNotThere(result.failure)
      ? { state: 'refused', reason: 'not-there', message: `${String(status)} ${message}` }
      : result
  }
  const { answeredAt, value } = result
  const at = answeredAt === null ? null : new Date(answeredAt).toISOString()
  const answer: Answer = { at, instead: reportedInstead(desired, value) }
  return { ...result, value: answer }
}
