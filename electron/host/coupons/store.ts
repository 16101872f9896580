import { z } from 'zod'
import type { CouponValues } from '#contract/coupons/coupons.ts'
import { differs } from '#domain/coupons/change.ts'
import type { StoredCoupon } from '#domain/coupons/stored-coupon.ts'
import type { RowFormat } from '../db/table.ts'
import type { Context } from '../noun.ts'
import { openChange } from './change.ts'

/** So many are kept: those that were read last. */
const mostStored = 500

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

export const couponRows: RowFormat<z.output<typeof couponRow>> = {
  table: 'coupons',
  key: 'id',
  schema: couponRow,
  columns: ['id', 'read_at', 'coupon'],
  json: ['coupon'],
  version: 2,
}

/** A coupon without its addresses; that there are some is said in `unread`. */
function withoutEmails(coupon: StoredCoupon): StoredCoupon {
  const { allowedEmails, ...values } = coupon.values
  if (allowedEmails === undefined) return coupon
  if ((allowedEmails ?? []).length === 0) return { ...coupon, values: { ...values, allowedEmails } }
  return { ...coupon, values, unread: [...coupon.unread, 'allowedEmails'] }
}

export type CouponStore = ReturnType<typeof createCouponStore>

/** Coupons as they were read last. On disk without e-mail addresses, which are people's: those are in memory alone. */
export function createCouponStore(context: Pick<Context, 'db' | 'rows' | 'outbox' | 'notify'>) {
  const { db, outbox, notify } = context
  const rows = context.rows(couponRows)
  /** What was read since the start, with its addresses. */
  const whole = new Map<string, StoredCoupon>()
  let timesRead = 0
  /** Which reading each was kept with. In this order, whatever the wall clock says. */
  const storedWith = new Map<string, number>()

  /** The same reading with its addresses, where this host has them still. */
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

  /** Lets go of what was read longest ago, but for those with a change that is not over. */
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
    /** The newest first. */
    all: () => rows.all().map(({ coupon }) => shown(coupon)),
    /** How many readings were kept since the start. */
    get timesRead() {
      return timesRead
    },
    /** The coupon as it was kept after so many readings: newer than what was asked for before. Null where it was not. */
    storedAfter: (before: number, id: string): StoredCoupon | null =>
      (storedWith.get(id) ?? 0) > before ? load(id) : null,
    /** Within the caller's transaction. */
    save,
    /** Keeps what was read, in a transaction of its own. Screens ask again for what is otherwise, and for `alsoChanged`. */
    keep(read: readonly StoredCoupon[], alsoChanged: readonly string[] = []): void {
      db.transact(() => {
        // Another screen may be changing it: its person sees what is otherwise by now.
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
