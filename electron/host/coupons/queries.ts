import type { Coupon, CouponList, CouponName } from '#contract/coupons/coupons.ts'
import { fail, ok, type AppError } from '#contract/result.ts'
import { basketOf } from '#domain/coupons/basket.ts'
import type { KnownCoupon } from '#domain/coupons/known.ts'
import { menuLinks } from '#domain/coupons/menu-links.ts'
import { couponVerdicts } from '#domain/coupons/verdicts.ts'
import { matches, searchWords } from '#domain/orders/search-words.ts'
import type { Connection } from '#platform/connection.ts'
import { appError } from '#platform/call/failure.ts'
import type { Menu } from '#platform/menus.ts'
import type { Order } from '#platform/order.ts'
import type { Clock } from '../clock.ts'
import type { HandlersOf } from '../dispatch.ts'
import type { CouponCommands } from './commands.ts'
import { pageSize, type CouponPage, type CouponRequests } from './request.ts'
import type { CouponStore } from './store.ts'

interface QueriesDeps {
  store: CouponStore
  requests: CouponRequests
  clock: Clock
  /** Null where there is nobody to ask. */
  connection: Connection | null
  storeId: () => string | null
  isOurs(storeId: string): boolean
  /** The website's menus, as last read. */
  menus: () => readonly Menu[]
  /** The stores that the token sees. */
  stores: () => readonly { id: string; externalId: string | null; name: string }[]
  /** An order by its ticket; null where nobody heard of it. */
  orderOf(ticketId: string): Partial<Order> | null
  /** Keeps what was read. */
  keepAll(read: readonly KnownCoupon[]): void
  view(coupon: KnownCoupon): Coupon
}

interface Wish {
  words: string
  onlyThisStore: boolean
  page: number
}

const noToken: AppError = { code: 'unauthorised', reason: 'no-token' }

/** What screens ask of coupons. */
export function createCouponQueries(
  deps: QueriesDeps,
): Omit<HandlersOf<'coupons'>, keyof CouponCommands> {
  const { store, requests, clock, connection, storeId } = deps

  const isOfThisStore = ({ values: { requiresStoresIds } }: KnownCoupon): boolean =>
    (requiresStoresIds ?? []).length === 0 || requiresStoresIds?.some(deps.isOurs) === true

  /** A page of what was read last, where the platform cannot be asked. */
  function keptPage({ words, onlyThisStore, page }: Wish): CouponPage {
    const wanted = searchWords(words)
    const found = store
      .all()
      .filter(({ values: { name, code, externalId } }) =>
        matches(searchWords([name, code, externalId].join(' ')), wanted),
      )
      .filter((coupon) => !onlyThisStore || isOfThisStore(coupon))
      .toSorted((one, other) => ((one.createdAt ?? '') < (other.createdAt ?? '') ? 1 : -1))
    const coupons = found.slice((page - 1) * pageSize, page * pageSize)
    return { coupons, leftOut: 0, hasMore: found.length > page * pageSize, total: found.length }
  }

  const answer = (
    { page }: Wish,
    { coupons, hasMore, total, leftOut }: CouponPage,
    error: AppError | null,
  ): CouponList => ({ coupons: coupons.map(deps.view), page, hasMore, total, leftOut, error })

  const storeNames = (): CouponName[] =>
    deps.stores().map(({ id, externalId, name }) => ({
      id,
      otherIds: externalId === null ? [] : [externalId],
      name,
    }))

  return {
    async 'coupons.list'(wish) {
      if (connection === null) return ok(answer(wish, keptPage(wish), noToken))
      const { words, page } = wish
      const ofStore = wish.onlyThisStore ? storeId() : null
      const { readings } = store
      const result = await requests.list(connection, { words, storeId: ofStore, page })
      if (!result.ok) return ok(answer(wish, keptPage(wish), appError(result.failure)))
      // A change that came through meanwhile is newer than this answer may be.
      const coupons = result.value.coupons.map((each) => store.keptAfter(readings, each.id) ?? each)
      deps.keepAll(coupons)
      return ok(answer(wish, { ...result.value, coupons }, null))
    },
    'coupons.read'({ couponId }) {
      const coupon = store.load(couponId)
      return coupon === null ? fail('not-found') : ok(deps.view(coupon))
    },
    'coupons.names': () =>
      ok({ ...menuLinks(deps.menus(), deps.isOurs).names, stores: storeNames() }),
    'coupons.verdicts'({ couponId, basket }) {
      const coupon = store.load(couponId)
      if (coupon === null) return fail('not-found')
      const links = menuLinks(deps.menus(), deps.isOurs)
      const occasion = { basket, now: clock.now(), storeId: storeId(), isOurs: deps.isOurs, links }
      return ok(couponVerdicts(coupon, occasion))
    },
    'coupons.basketOf'({ ticketId }) {
      const order = deps.orderOf(ticketId)
      return order === null ? fail('not-found') : ok(basketOf(order))
    },
  }
}
