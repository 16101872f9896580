import { couponsContract } from '#contract/coupons/coupons.ts'
import { isoNow } from '../clock.ts'
import { store } from '../connection/connection.ts'
import { drafts } from '../drafts/drafts.ts'
import { menu } from '../menu/menu.ts'
import { defineNoun } from '../noun.ts'
import { orders } from '../tickets/tickets.ts'
import { createCouponCommands } from './commands.ts'
import { couponRules } from './outbox.ts'
import { createCouponQueries } from './queries.ts'
import { createCouponRequests } from './request.ts'
import { createEmailSeals } from './seals.ts'
import { couponRows, createCouponStore } from './store.ts'

export const coupons = defineNoun(couponsContract, {
  needs: [menu, store, orders, drafts],
  tables: [couponRows],
  create(context) {
    const stored = createCouponStore(context)
    const seals = createEmailSeals()
    const requests = createCouponRequests(() => isoNow(context.clock))
    return {
      handlers: {
        ...createCouponQueries(context, stored, requests, seals),
        ...createCouponCommands(context, stored, seals),
      },
      outbox: couponRules(context, stored, requests, seals),
    }
  },
})
