import { orderStatusContract, type OrderStatus } from '#contract/order-status.ts'
import { ok } from '#contract/result.ts'
import { orderStatusOf } from '#domain/order-status/order-status.ts'
import { isoNow } from '../clock.ts'
import { defineNoun } from '../noun.ts'
import { orders } from '../tickets/tickets.ts'

const orderStatusChanged = { type: 'orderStatus.changed' } as const

/** The noun of the screen for guests and drivers. */
export const orderStatus = defineNoun(orderStatusContract, {
  needs: [orders],
  create({ use, clock, settings, notify, changed }) {
    const tickets = use(orders)
    /** What the screens were last notified of, without the clock. */
    let reported = ''
    /** The tickets when it was last compared; null to compare again. */
    let seenTouches: number | null = null
    /** Somebody has read it since the start: without such a screen there is nothing to compare. */
    let isAsked = false

    const read = (): OrderStatus =>
      orderStatusOf(tickets.shown(), isoNow(clock), settings().statusNames)

    /** Whether a screen would show something else than at the last call. */
    function hasChanged(): boolean {
      if (!isAsked) return false
      seenTouches = tickets.touches()
      const { now: _, ...shown } = read()
      const text = JSON.stringify(shown)
      if (text === reported) return false
      reported = text
      return true
    }

    return {
      handlers: {
        'orderStatus.read'() {
          isAsked = true
          return ok(read())
        },
      },
      listens: {
        'settings.changed'({ before, after }) {
          if (before.statusNames === after.statusNames) return
          seenTouches = null
          changed()
        },
      },
      changes: () =>
        seenTouches !== tickets.touches() && hasChanged() ? [orderStatusChanged] : [],
      // Time alone makes a scheduled order due, and ends the wait for a guest who never comes.
      everyBeat() {
        if (hasChanged()) notify(orderStatusChanged)
      },
    }
  },
})
