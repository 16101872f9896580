import { z } from 'zod'
import type { CouponValues } from '#contract/coupons/coupons.ts'
import type { KnownCoupon } from '#domain/coupons/known.ts'
import type { Database } from '../db/open.ts'
import { createRows } from '../db/rows.ts'
import type { Log } from '../log.ts'

/** So many are kept: those that were read last. */
const mostKept = 500

/** Its frame: the values were parsed when the platform told them, and the row's hash says that they are the same. */
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

/** Coupons as they were read last. On disk without e-mail addresses, which are people's: those are in memory alone. */
export interface CouponStore {
  load(id: string): KnownCoupon | null
  /** How many readings were kept since the start. */
  readonly readings: number
  /** The coupon as it was kept after so many readings: newer than what was asked for before. Null where it was not. */
  keptAfter(readings: number, id: string): KnownCoupon | null
  /** Within the caller's transaction. */
  save(coupons: readonly KnownCoupon[]): void
  /** The newest first. */
  all(): KnownCoupon[]
  /** Lets go of what was read longest ago, but for those that `isNeeded`. Within the caller's transaction. */
  makeRoom(isNeeded: (id: string) => boolean): void
}

/** A coupon without its addresses; that there are some is said in `unread`. */
function withoutEmails(coupon: KnownCoupon): KnownCoupon {
  const { allowedEmails, ...values } = coupon.values
  if (allowedEmails === undefined) return coupon
  if ((allowedEmails ?? []).length === 0) return { ...coupon, values: { ...values, allowedEmails } }
  return { ...coupon, values, unread: [...coupon.unread, 'allowedEmails'] }
}

export function createCouponStore(db: Database, log: Log): CouponStore {
  const rows = createRows(db, log, {
    table: 'coupons',
    key: 'id',
    schema: couponRow,
    columns: ['id', 'read_at', 'coupon'],
    json: ['coupon'],
    version: 2,
  })
  /** What was read since the start, with its addresses. */
  const whole = new Map<string, KnownCoupon>()
  let readings = 0
  /** Which reading each was kept with. In this order, whatever the wall clock says. */
  const keptWith = new Map<string, number>()
  /** The same reading with its addresses, where this host has them still. */
  const shown = (kept: KnownCoupon): KnownCoupon => {
    const read = whole.get(kept.id)
    return read?.readAt === kept.readAt ? read : kept
  }
  function load(id: string): KnownCoupon | null {
    const row = rows.get(id)
    return row === null ? null : shown(row.coupon)
  }
  return {
    load,
    get readings() {
      return readings
    },
    keptAfter: (before, id) => ((keptWith.get(id) ?? 0) > before ? load(id) : null),
    save(coupons) {
      readings += 1
      for (const coupon of coupons) {
        keptWith.set(coupon.id, readings)
        rows.put({ id: coupon.id, read_at: coupon.readAt, coupon: withoutEmails(coupon) })
        if ((coupon.values.allowedEmails ?? []).length > 0) whole.set(coupon.id, coupon)
        else whole.delete(coupon.id)
      }
    },
    all: () => rows.all().map(({ coupon }) => shown(coupon)),
    makeRoom(isNeeded) {
      const old = db.all('SELECT id FROM coupons ORDER BY read_at DESC LIMIT -1 OFFSET ?', mostKept)
      for (const { id } of old) {
        if (isNeeded(String(id))) continue
        rows.remove(String(id))
        whole.delete(String(id))
        keptWith.delete(String(id))
      }
    },
  }
}
