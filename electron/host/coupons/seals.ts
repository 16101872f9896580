import { createHmac } from 'node:crypto'
import type { CouponValues } from '#contract/coupons/coupons.ts'

const mark = 'sealed:'
const sealOf = (emails: readonly string[], salt: string): string =>
  mark + createHmac('sha256', salt).update(JSON.stringify(emails.toSorted())).digest('hex')

export type EmailSeals = ReturnType<typeof createEmailSeals>

/**
 * What a change says, without people's addresses: in their place is a seal that tells whether two lists are the same,
 * and nothing of what is in them. The addresses themselves stay in memory, until the change is over or the host ends.
 */
export function createEmailSeals() {
  const known = new Map<string, string[]>()
  const sealIn = ({ allowedEmails }: CouponValues): string | null =>
    allowedEmails?.find((each) => each.startsWith(mark)) ?? null

  /** Values with a seal in place of addresses; no addresses stay no addresses. */
  function cover(values: CouponValues, salt: string): CouponValues {
    const { allowedEmails } = values
    if ((allowedEmails ?? []).length === 0) return values
    return { ...values, allowedEmails: [sealOf(allowedEmails ?? [], salt)] }
  }

  /** Values as they were; null where a restart has forgotten the addresses. */
  function open(values: CouponValues): CouponValues | null {
    const seal = sealIn(values)
    if (seal === null) return values
    const allowedEmails = known.get(seal)
    return allowedEmails === undefined ? null : { ...values, allowedEmails }
  }

  return {
    cover,
    /** The same as `cover`, and `open` has the addresses from now on. */
    keep(values: CouponValues, salt: string): CouponValues {
      const covered = cover(values, salt)
      const seal = sealIn(covered)
      if (seal !== null) known.set(seal, values.allowedEmails ?? [])
      return covered
    },
    open,
    /** Values as far as they are known. */
    shown(values: CouponValues): CouponValues {
      const { allowedEmails: _, ...others } = values
      return open(values) ?? others
    },
    forget(values: CouponValues): void {
      const seal = sealIn(values)
      if (seal !== null) known.delete(seal)
    },
  }
}
