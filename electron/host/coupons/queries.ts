import type { Coupon, CouponList, CouponName } from '#contract/coupons/coupons.ts'
import { fail, ok, type AppError } from '#contract/result.ts'
import { basketOf } from '#domain/coupons/condition.ts'
import { type StoredCoupon, couponState } from '#domain/coupons/stored-coupon.ts'
import { menuLinks } from '#domain/coupons/menu-links.ts'
import { couponVerdicts } from '#domain/coupons/verdicts.ts'
import { searchTerms } from '#domain/text/search-terms.ts'
import { matches } from '#domain/tickets/search-text.ts'
import { appError } from '#platform/call/failure.ts'
import { store } from '../connection/connection.ts'
import type { HandlersOf } from '../dispatch.ts'
import { menu } from '../menu/menu.ts'
import type { Context } from '../noun.ts'
import { orders } from '../tickets/tickets.ts'
import { changeView, openChange } from './change.ts'
import { pageSize, type CouponPage, type CouponRequests } from './request.ts'
import type { EmailSeals } from './seals.ts'
import type { CouponStore } from './store.ts'

interface Options {
  text: string
  onlyThisStore: boolean
  page: number
}

const noToken: AppError = { code: 'unauthorised', reason: 'no-token' }

export function createCouponQueries(
  context: Context,
  stored: CouponStore,
  requests: CouponRequests,
  seals: EmailSeals,
): Omit<HandlersOf<'coupons'>, 'coupons.change'> {
  const { archive, clock, connection, outbox, use, isOurs } = context
  const [menus, known, tickets] = [use(menu), use(store), use(orders)]
  const links = () => menuLinks(menus.all, isOurs)

  function view(coupon: StoredCoupon): Coupon {
    const open = openChange(outbox, coupon.id)
    return {
      ...coupon,
      state: couponState(coupon, clock.now()),
      unread: [...new Set(coupon.unread.map((path) => path.split('.')[0] ?? path))],
      change: open && changeView(coupon, open, outbox.deliveryOf(open), seals),
    }
  }

  const isOfThisStore = ({ values: { requiresStoresIds } }: StoredCoupon): boolean =>
    (requiresStoresIds ?? []).length === 0 || requiresStoresIds?.some(isOurs) === true

  /** Searches the stored coupons when the platform can't be reached. */
  function storedPage({ text, onlyThisStore, page }: Options): CouponPage {
    const terms = searchTerms(text)
    const found = stored
      .all()
      .filter(({ values: { name, code, externalId } }) =>
        matches(searchTerms([name, code, externalId].join(' ')), terms),
      )
      .filter((coupon) => !onlyThisStore || isOfThisStore(coupon))
      .toSorted((one, other) => ((one.createdAt ?? '') < (other.createdAt ?? '') ? 1 : -1))
    const coupons = found.slice((page - 1) * pageSize, page * pageSize)
    return { coupons, leftOut: 0, hasMore: found.length > page * pageSize, total: found.length }
  }

  const answer = (
    { page }: Options,
    { coupons, hasMore, total, leftOut }: CouponPage,
    error: AppError | null,
  ): CouponList => ({ coupons: coupons.map(view), page, hasMore, total, leftOut, error })

  const storeNames = (): CouponName[] =>
    known.stores.map(({ id, externalId, name }) => ({
      id,
      otherIds: externalId === null ? [] : [externalId],
      name,
    }))

  return {
    async 'coupons.list'(given) {
      if (connection === null) return ok(answer(given, storedPage(given), noToken))
      const { text: searchText, page } = given
      const ofStore = given.onlyThisStore ? known.id : null
      const { timesRead } = stored
      const result = await requests.list(connection, { text: searchText, storeId: ofStore, page })
      if (!result.ok) return ok(answer(given, storedPage(given), appError(result.failure)))
      // A change that was applied meanwhile may be newer than this answer.
      const coupons = result.value.coupons.map(
        (each) => stored.storedAfter(timesRead, each.id) ?? each,
      )
      stored.keep(coupons)
      return ok(answer(given, { ...result.value, coupons }, null))
    },
    'coupons.stored': ({ couponIds }) =>
      ok(couponIds.flatMap((id) => stored.load(id) ?? []).map(view)),
    'coupons.read'({ couponId }) {
      const coupon = stored.load(couponId)
      return coupon === null ? fail('not-found') : ok(view(coupon))
    },
    'coupons.names': () => ok({ ...links().names, stores: storeNames() }),
    'coupons.verdicts'({ couponId, basket }) {
      const coupon = stored.load(couponId)
      if (coupon === null) return fail('not-found')
      const occasion = { basket, now: clock.now(), storeId: known.id, isOurs, links: links() }
      return ok(couponVerdicts(coupon, occasion))
    },
    'coupons.basketOf'({ ticketId }) {
      const order = tickets.order(ticketId)
      return order === null ? archive.notFound() : ok(basketOf(order))
    },
  }
}
