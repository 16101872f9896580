import { z } from 'zod'
import type { CouponValues } from '#contract/coupons/coupons.ts'
import { differs } from '#domain/coupons/change.ts'
import type { StoredCoupon } from '#domain/coupons/stored-coupon.ts'
import type { Rows } from '../db/rows.ts'
import type { RowFormat } from '../db/table.ts'
import type { Context } from '../noun.ts'
import { openChange } from './change.ts'

const maxStored = 500

/**
 * Checks only the frame: the values were parsed when they were read, and the row's hash shows that
 * they are unchanged.
 */
const couponSchema = z.object({
  id: z.string(),
  type: z.string().nullable(),
  values: z.record(z.string(), z.unknown()) as unknown as z.ZodType<CouponValues>,
  totalRedemptions: z.number().nullable(),
  createdAt: z.string().nullable(),
  deletedAt: z.string().nullable(),
  unread: z.array(z.string()),
  readAt: z.string(),
})
const couponRow = z.object({ id: z.string(), read_at: z.string(), coupon: couponSchema })
type CouponRow = z.output<typeof couponRow>

export const couponRows: RowFormat<CouponRow> = {
  table: 'coupons',
  key: 'id',
  schema: couponRow,
  columns: ['id', 'read_at', 'coupon'],
  json: ['coupon'],
}

/** Removes the addresses; `unread` records that there are some. */
function withoutEmails(coupon: StoredCoupon): StoredCoupon {
  const { allowedEmails, ...values } = coupon.values
  if (allowedEmails === undefined) return coupon
  if ((allowedEmails ?? []).length === 0) return { ...coupon, values: { ...values, allowedEmails } }
  return { ...coupon, values, unread: [...coupon.unread, 'allowedEmails'] }
}

type StoreDeps = Pick<Context, 'db' | 'rows' | 'outbox' | 'notify'>

/**
 * Coupons as last read. E-mail addresses are personal data and stay in memory; they are never
 * written to disk.
 */
export class CouponStore {
  readonly #deps: StoreDeps
  readonly #table: Rows<CouponRow>
  /** Coupons with their addresses. */
  readonly #whole = new Map<string, StoredCoupon>()
  /**
   * The number of the read that stored each coupon. Orders reads independently of the wall clock.
   */
  readonly #storedWith = new Map<string, number>()
  #timesRead = 0

  constructor(deps: StoreDeps) {
    this.#deps = deps
    this.#table = deps.rows(couponRows)
  }

  /** Number of reads stored since startup. */
  get timesRead(): number {
    return this.#timesRead
  }

  load(id: string): StoredCoupon | null {
    const row = this.#table.get(id)
    return row === null ? null : this.#withEmails(row.coupon)
  }

  /** Newest first. */
  all(): StoredCoupon[] {
    return this.#table.all().map(({ coupon }) => this.#withEmails(coupon))
  }

  /**
   * The coupon if it was stored after read number `before`, and so is newer than an answer
   * requested then; otherwise null.
   */
  storedAfter(before: number, id: string): StoredCoupon | null {
    return (this.#storedWith.get(id) ?? 0) > before ? this.load(id) : null
  }

  /**
   * Stores what was read in its own transaction, and notifies screens of coupons that changed and
   * of `alsoChanged`.
   */
  save(coupons: readonly StoredCoupon[], alsoChanged: readonly string[] = []): void {
    const { db, notify } = this.#deps
    db.transact(() => {
      // Another screen may be editing it, and its user should see what changed.
      const changed = coupons.filter((coupon) => this.#isNews(coupon)).map(({ id }) => id)
      const couponIds = [...new Set([...changed, ...alsoChanged])]
      if (couponIds.length > 0) notify({ type: 'coupons.changed', couponIds })
      this.#put(coupons)
      this.#makeRoom()
    })
  }

  #isNews({ id, values }: StoredCoupon): boolean {
    const before = this.load(id)
    return before !== null && differs(before.values, values)
  }

  #put(coupons: readonly StoredCoupon[]): void {
    this.#timesRead += 1
    for (const coupon of coupons) {
      this.#storedWith.set(coupon.id, this.#timesRead)
      this.#table.put({ id: coupon.id, read_at: coupon.readAt, coupon: withoutEmails(coupon) })
      if ((coupon.values.allowedEmails ?? []).length > 0) this.#whole.set(coupon.id, coupon)
      else this.#whole.delete(coupon.id)
    }
  }

  /** Deletes the coupons that were read longest ago, except those with an open change. */
  #makeRoom(): void {
    const { db, outbox } = this.#deps
    const old = db.all('SELECT id FROM coupons ORDER BY read_at DESC LIMIT -1 OFFSET ?', maxStored)
    for (const id of old.map((row) => String(row['id']))) {
      if (openChange(outbox, id) !== null) continue
      this.#table.remove(id)
      this.#whole.delete(id)
      this.#storedWith.delete(id)
    }
  }

  /** The same read with its addresses, if they are still in memory. */
  #withEmails(stored: StoredCoupon): StoredCoupon {
    const whole = this.#whole.get(stored.id)
    return whole?.readAt === stored.readAt ? whole : stored
  }
}
