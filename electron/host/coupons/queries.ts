import type {
  Basket,
  Coupon,
  CouponList,
  CouponNames,
  CouponVerdict,
} from '#contract/coupons/coupons.ts'
import { fail, ok, type AppError, type Result } from '#contract/shared/result.ts'
import { basketOf } from '#domain/coupons/condition.ts'
import { type StoredCoupon, couponState } from '#domain/coupons/stored-coupon.ts'
import { MenuLinks } from '#domain/coupons/menu-links.ts'
import { couponVerdicts } from '#domain/coupons/verdicts.ts'
import { searchTerms } from '#domain/text/search-terms.ts'
import { matches } from '#domain/tickets/codes.ts'
import { appError } from '#platform/call/failure.ts'
import { store } from '../connection/connection.ts'
import type { Parsed } from '../dispatch.ts'
import { menu } from '../menu/menu.ts'
import type { Context } from '../noun.ts'
import { tickets } from '../tickets/tickets.ts'
import { changeView, openChange } from './change.ts'
import { pageSize, type CouponPage, type CouponRequests } from './request.ts'
import type { EmailSeals } from './seals.ts'
import type { CouponStore } from './store.ts'

type Options = Parsed<'coupons.list'>

const noToken: AppError = { code: 'unauthorised', reason: 'no-token' }

export class CouponQueries {
  readonly #context: Context
  readonly #store: CouponStore
  readonly #requests: CouponRequests
  readonly #seals: EmailSeals

  constructor(
    context: Context,
    couponStore: CouponStore,
    requests: CouponRequests,
    seals: EmailSeals,
  ) {
    this.#context = context
    this.#store = couponStore
    this.#requests = requests
    this.#seals = seals
  }

  async list(input: Parsed<'coupons.list'>): Promise<Result<CouponList>> {
    const { connection, use } = this.#context
    if (connection === null) return ok(this.#listed(input, this.#storedPage(input), noToken))
    const { text, page, onlyThisStore } = input
    const storeId = onlyThisStore ? use(store).id : null
    const { timesRead } = this.#store
    const result = await this.#requests.list(connection, { text, storeId, page })
    if (!result.ok) {
      const error = appError(result.failure)
      return ok(this.#listed(input, this.#storedPage(input), error))
    }
    // A change that was applied meanwhile may be newer than this answer.
    const coupons = result.value.coupons.map(
      (each) => this.#store.storedAfter(timesRead, each.id) ?? each,
    )
    this.#store.save(coupons)
    return ok(this.#listed(input, { ...result.value, coupons }, null))
  }

  stored({ couponIds }: Parsed<'coupons.stored'>): Result<Coupon[]> {
    const coupons = couponIds.flatMap((id) => this.#store.load(id) ?? [])
    return ok(coupons.map((coupon) => this.#view(coupon)))
  }

  get({ couponId }: Parsed<'coupons.get'>): Result<Coupon> {
    const coupon = this.#store.load(couponId)
    return coupon === null ? fail('not-found') : ok(this.#view(coupon))
  }

  names(): Result<CouponNames> {
    const stores = this.#context.use(store).stores.map(({ id, externalId, name }) => ({
      id,
      otherIds: externalId === null ? [] : [externalId],
      name,
    }))
    return ok({ ...this.#links().names, stores })
  }

  verdicts({ couponId, basket }: Parsed<'coupons.verdicts'>): Result<CouponVerdict[]> {
    const coupon = this.#store.load(couponId)
    if (coupon === null) return fail('not-found')
    const { clock, use, isOurs } = this.#context
    const { id: storeId } = use(store)
    return ok(
      couponVerdicts(coupon, { basket, now: clock.now(), storeId, isOurs, links: this.#links() }),
    )
  }

  basketOf({ ticketId }: Parsed<'coupons.basketOf'>): Result<Basket> {
    const { archive, use } = this.#context
    const order = use(tickets).order(ticketId)
    return order === null ? archive.notFound() : ok(basketOf(order))
  }

  #links(): MenuLinks {
    const { use, isOurs } = this.#context
    return new MenuLinks(use(menu).all, isOurs)
  }

  #view(coupon: StoredCoupon): Coupon {
    const { clock, outbox } = this.#context
    const open = openChange(outbox, coupon.id)
    return {
      ...coupon,
      state: couponState(coupon, clock.now()),
      unread: [...new Set(coupon.unread.map((path) => path.split('.')[0] ?? path))],
      change: open && changeView(coupon, open, outbox.deliveryOf(open), this.#seals),
    }
  }

  #listed(
    { page }: Options,
    { coupons, hasMore, total, leftOut }: CouponPage,
    error: AppError | null,
  ): CouponList {
    const views = coupons.map((coupon) => this.#view(coupon))
    return { coupons: views, page, hasMore, total, leftOut, error }
  }

  /** Searches the stored coupons when the platform can't be reached. */
  #storedPage({ text, onlyThisStore, page }: Options): CouponPage {
    const terms = searchTerms(text)
    const matching = this.#store
      .all()
      .filter(({ values: { name, code, externalId } }) =>
        matches(searchTerms([name, code, externalId].join(' ')), terms),
      )
      .filter((coupon) => !onlyThisStore || this.#isOfThisStore(coupon))
      .toSorted((one, other) => ((one.createdAt ?? '') < (other.createdAt ?? '') ? 1 : -1))
    const coupons = matching.slice((page - 1) * pageSize, page * pageSize)
    const total = matching.length
    return { coupons, leftOut: 0, hasMore: total > page * pageSize, total }
  }

  #isOfThisStore({ values }: StoredCoupon): boolean {
    const storeIds = values.requiresStoresIds ?? []
    return storeIds.length === 0 || storeIds.some((id) => this.#context.isOurs(id))
  }
}
