import type { CouponValues } from '#contract/coupons/coupons.ts'
import { couponsOf, toStoredCoupon, type StoredCoupon } from '#domain/coupons/stored-coupon.ts'
import type { Connection } from '#platform/connection.ts'
import { couponChange, listCoupons, updateCoupon } from '#platform/coupons.ts'
import type { CallResult } from '#platform/call/failure.ts'
import { everyCoupon } from '#platform/lists.ts'
import { isoNow, type Clock } from '../clock/clock.ts'

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
const maxOfPage = 1_000

const searchLimit = 100

/** Reads and writes coupons on the platform; each coupon records when it was read. */
export class CouponRequests {
  readonly #clock: Clock

  constructor(clock: Clock) {
    this.#clock = clock
  }

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
      ...couponsOf(items.slice(0, maxOfPage), result.unread ?? [], this.#now()),
      hasMore: hasNextPage === true,
      total: totalCount ?? (items.length > maxOfPage ? items.length : null),
    }
    return { ok: true, value, answeredAt: result.answeredAt }
  }

  /**
   * Reads the coupon, which it searches for by its last known values; null if the platform no
   * longer lists it.
   */
  async find(connection: Connection, findBy: FindBy): Promise<CallResult<StoredCoupon | null>> {
    const { code, name, externalId } = findBy.values
    const text = [code, externalId, name].find((each) => (each ?? '') !== '')
    if (text != null) {
      const result = await this.#search(connection, findBy.id, text)
      if (!result.ok || result.value !== null) return result
    }
    // It may have been renamed: look through the whole list.
    for await (const page of everyCoupon(connection)) {
      if (!page.ok) return page
      const { coupons } = couponsOf(page.value, page.unread ?? [], this.#now())
      const coupon = coupons.find(({ id }) => id === findBy.id)
      if (coupon !== undefined) return { ...page, value: coupon }
    }
    return { ok: true, value: null, answeredAt: null }
  }

  /** Sends only the fields in `values` and returns the updated coupon. */
  async put(
    connection: Connection,
    { id, values: current, unread }: StoredCoupon,
    values: CouponValues,
  ): Promise<CallResult<StoredCoupon>> {
    const body = couponChange({ value: current, unread }, values)
    if (!body.ok) return body
    const result = await updateCoupon(connection, { params: { couponId: id }, body: body.value })
    if (!result.ok) return result
    const value = toStoredCoupon(result.value, [...(result.unread ?? [])], this.#now())
    return { ...result, value }
  }

  async #search(
    connection: Connection,
    id: string,
    text: string,
  ): Promise<CallResult<StoredCoupon | null>> {
    const query = { filter: text, limit: searchLimit }
    const result = await listCoupons(connection, { query })
    if (!result.ok) return result
    const { coupons } = couponsOf(result.value.items, result.unread ?? [], this.#now())
    return { ...result, value: coupons.find((coupon) => coupon.id === id) ?? null }
  }

  #now(): string {
    return isoNow(this.#clock)
  }
}
