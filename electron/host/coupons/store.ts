import { z } from 'zod'
import type { CouponValues } from '#contract/coupons/coupons.ts'
import { differs } from '#domain/coupons/change.ts'
import type { StoredCoupon } from '#domain/coupons/stored-coupon.ts'
import type { RowFormat } from '../db/table.ts'
import type { Context } from '../noun.ts'
import { openChange } from './change.ts'

const mostStored = 500

/**
 * Checks only the frame: the values were parsed when they were read, and the row's hash shows that
 * they are unchanged.
 */
const knownSchema = z.object({
  id: z.string(),
  type: z.string().nullable(),
  values: z.record(z.string(), z.unknown()) as unknown as z.ZodType<CouponValues>,
  totalRedemptions: z.number().nullable(),
  createdAt: z.string().nullable(),
  deletedAt: z.string().nullable(),
  unread: z.array(z.string()),
  readAt: z.string(),
})
const couponRow = z.object({ id: z.string(), read_at: z.string(), coupon: knownSchema })

export const couponRows: RowFormat<z.output<typeof couponRow>> = {
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

export type CouponStore = ReturnType<typeof createCouponStore>

/**
 * Coupons as last read. E-mail addresses are personal data and stay in memory; they are never
 * written to disk.
 */
export function createCouponStore(context: Pick<Context, 'db' | 'rows' | 'outbox' | 'notify'>) {
  const { db, outbox, notify } = context
  const rows = context.rows(couponRows)
  const whole = new Map<string, StoredCoupon>()
  let timesRead = 0
  /**
   * The number of the read that stored each coupon. Orders reads independently of the wall clock.
   */
  const storedWith = new Map<string, number>()

  /** The same read with its addresses, if they are still in memory. */
  function shown(stored: StoredCoupon): StoredCoupon {
    const read = whole.get(stored.id)
    return read?.readAt === stored.readAt ? read : stored
  }

  function load(id: string): StoredCoupon | null {
    const row = rows.get(id)
    return row === null ? null : shown(row.coupon)
  }

  function save(coupons: readonly StoredCoupon[]): void {
    timesRead += 1
    for (const coupon of coupons) {
      storedWith.set(coupon.id, timesRead)
      rows.put({ id: coupon.id, read_at: coupon.readAt, coupon: withoutEmails(coupon) })
      if ((coupon.values.allowedEmails ?? []).length > 0) whole.set(coupon.id, coupon)
      else whole.delete(coupon.id)
    }
  }

  /** Deletes the coupons that were read longest ago, except those with an open change. */
  function makeRoom(): void {
    const old = db.all('SELECT id FROM coupons ORDER BY read_at DESC LIMIT -1 OFFSET ?', mostStored)
    for (const id of old.map((row) => String(row['id']))) {
      if (openChange(outbox, id) !== null) continue
      rows.remove(id)
      whole.delete(id)
      storedWith.delete(id)
    }
  }

  return {
    load,
    /** Newest first. */
    all: () => rows.all().map(({ coupon }) => shown(coupon)),
    /** Number of reads stored since startup. */
    get timesRead() {
      return timesRead
    },
    /**
     * The coupon if it was stored after read number `before`, and so is newer than an answer
     * requested then; otherwise null.
     */
    storedAfter: (before: number, id: string): StoredCoupon | null =>
      (storedWith.get(id) ?? 0) > before ? load(id) : null,
    /** Call within a transaction. */
    save,
    /**
     * Stores what was read in its own transaction, and notifies screens of coupons that changed and
     * of `alsoChanged`.
     */
    keep(read: readonly StoredCoupon[], alsoChanged: readonly string[] = []): void {
      db.transact(() => {
        // Another screen may be editing it, and its user should see what changed.
        const otherwise = read.filter(({ id, values }) => {
          const before = load(id)
          return before !== null && differs(before.values, values)
        })
        const couponIds = [...new Set([...otherwise.map(({ id }) => id), ...alsoChanged])]
        if (couponIds.length > 0) notify({ type: 'coupons.changed', couponIds })
        save(read)
        makeRoom()
      })
    },
  }
}
