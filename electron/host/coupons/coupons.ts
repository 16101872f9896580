import { couponsContract } from '#contract/coupons/contract.ts'
import type { Coupon } from '#contract/coupons/coupons.ts'
import { differs } from '#domain/coupons/change.ts'
import type { HostEvent } from '#contract/index.ts'
import type { KnownCoupon } from '#domain/coupons/known.ts'
import type { Connection } from '#platform/connection.ts'
import type { Menu } from '#platform/menus.ts'
import type { Order } from '#platform/order.ts'
import { isoNow, type Clock } from '../clock.ts'
import type { Database } from '../db/open.ts'
import type { Log } from '../log.ts'
import { store } from '../connection/connection.ts'
import { menu } from '../menu/menu.ts'
import { orders } from '../orders/orders.ts'
import { defineNoun } from '../noun.ts'
import type { Outbox } from '../outbox/outbox.ts'
import { createCouponCommands } from './commands.ts'
import { couponRules, openChange } from './outbox.ts'
import { createCouponQueries } from './queries.ts'
import { createCouponRequests } from './request.ts'
import { createEmailSeals } from './seals.ts'
import { createCouponStore } from './store.ts'
import { changeView, couponView } from './view.ts'

interface CouponsDeps {
  db: Database
  log: Log
  outbox: Outbox
  clock: Clock
  newId: () => string
  /** Null where there is nobody to ask. */
  connection: Connection | null
  /** The store's own id where it is known, else the one that was given. */
  storeId: () => string | null
  isOurs(storeId: string): boolean
  /** The website's menus, as last read. */
  menus: () => readonly Menu[]
  /** The stores that the token sees. */
  stores: () => readonly { id: string; externalId: string | null; name: string }[]
  /** An order by its ticket; null where nobody heard of it. */
  orderOf(ticketId: string): Partial<Order> | null
}

function createCoupons(deps: CouponsDeps) {
  const { db, log, clock, outbox } = deps
  const store = createCouponStore(db, log)
  const seals = createEmailSeals()
  const requests = createCouponRequests(() => isoNow(clock))
  /** Of these the screens have to ask again. */
  const touched = new Set<string>()
  const touch = (couponId: string): void => void touched.add(couponId)

  function keepAll(read: readonly KnownCoupon[]): void {
    db.transact(() => {
      for (const each of read) {
        const before = store.load(each.id)
        // Another screen may be changing it: its person sees what is otherwise by now.
        if (before !== null && differs(before.values, each.values)) touch(each.id)
      }
      store.save(read)
      store.makeRoom((id) => openChange(outbox, id) !== null)
    })
  }

  function view(coupon: KnownCoupon): Coupon {
    const open = openChange(outbox, coupon.id)
    const change = open && changeView(coupon, open, outbox.deliveryOf(open), seals)
    return couponView(coupon, change, clock.now())
  }

  return {
    outbox: couponRules({
      store,
      requests,
      seals,
      touch,
      keep(read) {
        touch(read.id)
        keepAll([read])
      },
    }),
    changes(): HostEvent[] {
      const couponIds = [...touched]
      touched.clear()
      return couponIds.length === 0 ? [] : [{ type: 'coupons.changed', couponIds }]
    },
    handlers: {
      ...createCouponQueries({ ...deps, store, requests, keepAll, view }),
      ...createCouponCommands({ db, outbox, newId: deps.newId, store, seals, touch }),
    },
  }
}

/** The noun of coupons: what the platform says of them, what is to be changed, and whether one works for an order. */
export const coupons = defineNoun(couponsContract, {
  needs: [menu, store, orders],
  create(context) {
    const [menus, known] = [context.use(menu), context.use(store)]
    return createCoupons({
      ...context,
      storeId: () => known.store?.id ?? context.storeId,
      menus: () => menus.all,
      stores: () => known.stores,
      orderOf: context.use(orders).order,
    })
  },
})
