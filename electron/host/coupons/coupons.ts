import { couponsContract } from '#contract/coupons/coupons.ts'
import { store } from '../connection/connection.ts'
import { handlersOf, type HandlersOf } from '../dispatch.ts'
import { drafts } from '../drafts/drafts.ts'
import { menu } from '../menu/menu.ts'
import { defineNoun, type Context } from '../noun.ts'
import { tickets } from '../tickets/tickets.ts'
import { CouponCommands } from './commands.ts'
import { CouponRules } from './outbox.ts'
import { CouponQueries } from './queries.ts'
import { CouponRequests } from './request.ts'
import { EmailSeals } from './seals.ts'
import { couponRows, CouponStore } from './store.ts'

/** The coupons of the platform, and what people change about them. */
class Coupons {
  readonly handlers: HandlersOf<'coupons'>
  readonly outbox: { 'coupon-change': CouponRules }

  constructor(context: Context) {
    const couponStore = new CouponStore(context)
    const seals = new EmailSeals()
    const requests = new CouponRequests(context.clock)
    this.handlers = handlersOf(
      couponsContract,
      new CouponQueries(context, couponStore, requests, seals),
      new CouponCommands(context, couponStore, seals),
    )
    this.outbox = { 'coupon-change': new CouponRules(context, couponStore, requests, seals) }
  }
}

/** The noun of coupons. */
export const coupons = defineNoun(couponsContract, {
  needs: [menu, store, tickets, drafts],
  tables: [couponRows],
  create: (context) => new Coupons(context),
})
