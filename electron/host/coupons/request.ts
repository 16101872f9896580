import type { CouponValues } from '#contract/coupons/coupons.ts'
import { couponsOf, toStoredCoupon, type StoredCoupon } from '#domain/coupons/stored-coupon.ts'
import type { Connection } from '#platform/connection.ts'
import { couponChange } from '#platform/coupons.ts'
import { listCoupons, updateCoupon } from '#platform/coupons.ts'
import type { CallResult } from '#platform/call/failure.ts'
import { everyCoupon } from '#platform/lists.ts'

export interface CouponPage {
  coupons: StoredCoupon[]
  leftOut: number
  hasMore: boolean
  total: number | null
}

/** A coupon's id, and the values that the platform's search can match. */
export interface FindBy {
  id: string
  values: CouponValues
}

export const pageSize = 50

/** Of one page: a platform that ignores our limit answers with all, and nobody looks through more. */
const mostOfPage = 1_000

export type CouponRequests = ReturnType<typeof createCouponRequests>

/** Reads and writes coupons on the platform; each coupon records when it was read (`now`, ISO). */
export function createCouponRequests(now: () => string) {
  async function search(connection: Connection, { id }: FindBy, text: string) {
    const result = await listCoupons(connection, { query: { filter: text, limit: 100 } })
    if (!result.ok) return result
    const { coupons } = couponsOf(result.value.items, result.unread ?? [], now())
    return { ...result, value: coupons.find((coupon) => coupon.id === id) ?? null }
  }

  return {
    async list(
      connection: Connection,
      { text, storeId, page }: { text: string; storeId: string | null; page: number },
    ): Promise<CallResult<CouponPage>> {
      const result = await listCoupons(connection, {
        query: {
          page,
          limit: pageSize,
          ...(text === '' ? {} : { filter: text }),
          ...(storeId === null ? {} : { storesIds: [storeId] }),
        },
      })
      if (!result.ok) return result
      const { items, hasNextPage, totalCount } = result.value
      const value = {
        ...couponsOf(items.slice(0, mostOfPage), result.unread ?? [], now()),
        hasMore: hasNextPage === true,
        total: totalCount ?? (items.length > mostOfPage ? items.length : null),
      }
      return { ok: true, value, answeredAt: result.answeredAt }
    },
    /**
     * Reads the coupon, which it searches for by its last known values; null if the platform no
     * longer lists it.
     */
    async find(connection: Connection, known: FindBy): Promise<CallResult<StoredCoupon | null>> {
      const { code, name, externalId } = known.values
      const text = [code, externalId, name].find((each) => (each ?? '') !== '')
      if (text != null) {
        const found = await search(connection, known, text)
        if (!found.ok || found.value !== null) return found
      }
      // It may have been renamed: look through the whole list.
      for await (const page of everyCoupon(connection)) {
        if (!page.ok) return page
        const { coupons } = couponsOf(page.value, page.unread ?? [], now())
        const found = coupons.find(({ id }) => id === known.id)
        if (found !== undefined) return { ...page, value: found }
      }
      return { ok: true, value: null, answeredAt: null }
    },
    /** Sends only the fields in `values` and returns the updated coupon. */
    async put(
      connection: Connection,
      { id, values: read, unread }: StoredCoupon,
      values: CouponValues,
    ): Promise<CallResult<StoredCoupon>> {
      const body = couponChange({ value: read, unread }, values)
      if (!body.ok) return body
      const result = await updateCoupon(connection, { params: { couponId: id }, body: body.value })
      if (!result.ok) return result
      return { ...result, value: toStoredCoupon(result.value, [...(result.unread ?? [])], now()) }
    },
  }
}
