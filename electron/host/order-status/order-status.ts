import type { HostEvent } from '#contract/index.ts'
import {
  orderStatusContract,
  type OrderStatus as ShownStatus,
} from '#contract/order-status/order-status.ts'
import { ok, type Result } from '#contract/shared/result.ts'
import type { Settings } from '#contract/settings/settings.ts'
import { orderStatusOf } from '#domain/order-status/order-status.ts'
import { isoNow } from '../clock/clock.ts'
import { store } from '../connection/connection.ts'
import { handlersOf, type HandlersOf } from '../dispatch.ts'
import { defineNoun, type AnyNounDefinition, type Context } from '../noun.ts'
import { tickets, type Tickets } from '../tickets/tickets.ts'

const orderStatusChanged = { type: 'orderStatus.changed' } as const

/** What guests and drivers see. */
class OrderStatus {
  readonly handlers: HandlersOf<'orderStatus'> = handlersOf(orderStatusContract, this)
  readonly listens: AnyNounDefinition['listens'] & object = {
    'settings.changed': ({ before, after }) => this.#settingsChanged(before, after),
  }
  readonly #context: Context
  readonly #tickets: Tickets
  /** What the screens were last notified of, without the clock. */
  #reported = ''
  /** The tickets when it was last compared; null to compare again. */
  #seenTouches: number | null = null
  /** Somebody has read it since the start: without such a screen there is nothing to compare. */
  #isAsked = false

  constructor(context: Context) {
    this.#context = context
    this.#tickets = context.use(tickets)
  }

  get(): Result<ShownStatus> {
    this.#isAsked = true
    return ok(this.#status())
  }

  changes(): HostEvent[] {
    const isTouched = this.#seenTouches !== this.#tickets.touches()
    return isTouched && this.#hasChanged() ? [orderStatusChanged] : []
  }

  everyBeat(): void {
    // Time alone makes a scheduled order due, and lets an old number go.
    if (this.#hasChanged()) this.#context.notify(orderStatusChanged)
  }

  #settingsChanged(before: Settings, after: Settings): void {
    const isSame =
      before.statusNames === after.statusNames && before.timeFormat === after.timeFormat
    if (isSame) return
    this.#seenTouches = null
    this.#context.changed()
  }

  /** Whether a screen would show something else than at the last call. */
  #hasChanged(): boolean {
    if (!this.#isAsked) return false
    this.#seenTouches = this.#tickets.touches()
    const { now: _, ...shown } = this.#status()
    const text = JSON.stringify(shown)
    if (text === this.#reported) return false
    this.#reported = text
    return true
  }

  #status(): ShownStatus {
    const { clock, settings, use } = this.#context
    const { statusNames, timeFormat } = settings()
    const identity = use(store).store
    return {
      ...orderStatusOf(this.#tickets.shown(), isoNow(clock), statusNames),
      store: identity && { name: identity.name, timeZone: identity.timeZone },
      timeFormat,
    }
  }
}

/** The noun of the screen for guests and drivers. */
export const orderStatus = defineNoun(orderStatusContract, {
  needs: [store, tickets],
  create: (context) => new OrderStatus(context),
})
