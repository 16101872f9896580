import type { Coupon } from '#contract/coupons.ts'
import { differs } from '#domain/coupons/change.ts'
import type { KnownCoupon } from '#domain/coupons/known.ts'
import type { Connection } from '#platform/connection.ts'
import type { Menu } from '#platform/menus.ts'
import type { Order } from '#platform/order.ts'
import { isoNow, type Clock } from '../clock.ts'
import type { Database } from '../db/open.ts'
import type { HandlersOf } from '../dispatch.ts'
import type { Log } from '../log.ts'
import type { Noun } from '../noun.ts'
import type { OutboxKinds } from '../outbox/rules.ts'
import type { Outbox } from '../outbox/outbox.ts'
import { createCouponChanges } from './changes.ts'
import { createCouponCommands } from './commands.ts'
import { createCouponEntries } from './entries.ts'
import { couponRules } from './outbox.ts'
import { createCouponQueries } from './queries.ts'
import { createCouponRequests } from './request.ts'
import { createEmailSeals } from './seals.ts'
import { createCouponStore } from './store.ts'
import { couponView } from './view.ts'

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

/** The noun of coupons: what the platform says of them, what is to be changed, and whether one works for an order. */
export interface Coupons extends Noun {
  readonly handlers: HandlersOf<'coupons'>
  readonly outbox: Pick<OutboxKinds, 'coupon-change'>
}

export function createCoupons(deps: CouponsDeps): Coupons {
  const { db, log, clock } = deps
  const store = createCouponStore(db, log)
  const changes = createCouponChanges()
  const seals = createEmailSeals()
  const entries = createCouponEntries(deps.outbox, seals, deps.newId)
  const requests = createCouponRequests(() => isoNow(clock))

  function keepAll(read: readonly KnownCoupon[]): void {
    db.transact(() => {
      for (const each of read) {
        const before = store.load(each.id)
        // Another screen may be changing it: its person sees what is otherwise by now.
        if (before !== null && differs(before.values, each.values)) changes.touch(each.id)
      }
      store.save(read)
      store.makeRoom((id) => entries.live(id) !== null)
    })
  }
  const view = (coupon: KnownCoupon): Coupon =>
    couponView(coupon, entries.live(coupon.id), seals, clock.now())

  return {
    outbox: couponRules({
      store,
      requests,
      seals,
      changes,
      keep(read) {
        changes.touch(read.id)
        keepAll([read])
      },
    }),
    changes: changes.take,
    handlers: {
      ...createCouponQueries({ ...deps, store, requests, keepAll, view }),
      ...createCouponCommands({ db, store, entries, changes, wasTold: deps.outbox.has }),
    },
  }
}
