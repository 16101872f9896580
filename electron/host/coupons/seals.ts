import { createHmac } from 'node:crypto'
import type { CouponValues } from '#contract/coupons/coupons.ts'

const mark = 'sealed:'
const sealOf = (emails: readonly string[], salt: string): string =>
  mark + createHmac('sha256', salt).update(JSON.stringify(emails.toSorted())).digest('hex')

const sealIn = ({ allowedEmails }: CouponValues): string | null =>
  allowedEmails?.find((each) => each.startsWith(mark)) ?? null

/**
 * Replaces the e-mail addresses in a change with a seal. Equal lists have equal seals, and a seal
 * reveals nothing of its list. The addresses themselves stay in memory until the change is over or
 * the host stops.
 */
export class EmailSeals {
  readonly #addresses = new Map<string, string[]>()

  /** Replaces the addresses with a seal; an empty list stays empty. */
  cover(values: CouponValues, salt: string): CouponValues {
    const { allowedEmails } = values
    if ((allowedEmails ?? []).length === 0) return values
    return { ...values, allowedEmails: [sealOf(allowedEmails ?? [], salt)] }
  }

  /** Like `cover`, but remembers the addresses for `open`. */
  save(values: CouponValues, salt: string): CouponValues {
    const covered = this.cover(values, salt)
    const seal = sealIn(covered)
    if (seal !== null) this.#addresses.set(seal, values.allowedEmails ?? [])
    return covered
  }

  /** Restores the addresses; null if a restart has erased them. */
  open(values: CouponValues): CouponValues | null {
    const seal = sealIn(values)
    if (seal === null) return values
    const allowedEmails = this.#addresses.get(seal)
    return allowedEmails === undefined ? null : { ...values, allowedEmails }
  }

  /** Restores the addresses if they are still in memory, and otherwise leaves the field out. */
  shown(values: CouponValues): CouponValues {
    const { allowedEmails: _, ...others } = values
    return this.open(values) ?? others
  }

  forget(values: CouponValues): void {
    const seal = sealIn(values)
    if (seal !== null) this.#addresses.delete(seal)
  }
}
