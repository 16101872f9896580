import type { Caller } from '#contract/shared/caller.ts'
import { fail, ok, type Result } from '#contract/shared/result.ts'
import type { Hours, StoreChange, StoreHours } from '#contract/store-hours/store-hours.ts'
import { scheduleToSend } from '#platform/stores.ts'
import { isoNow } from '../clock/clock.ts'
import type { Parsed } from '../dispatch.ts'
import type { Context } from '../noun.ts'
import { isQueued } from '../outbox/outbox.ts'
import { isOpen } from '../outbox/rows.ts'
import { noToken } from '../outbox/token.ts'
import type { ReportedHours } from './reported-hours.ts'
import { notifyOfHours, subject, type HoursStore } from './store.ts'

const kind = 'store-hours'

/** How long hours wait behind other requests, and for a platform that can't be reached. */
const waitMs = 10_000

/** Shows the hours and sends new ones. */
export class OpeningHours {
  readonly #context: Context
  readonly #store: HoursStore
  readonly #reported: ReportedHours
  /** The hours that wait, and since when, on the monotonic clock; null if none do. */
  #waiting: { id: string; since: number } | null = null

  constructor(context: Context, store: HoursStore, reported: ReportedHours) {
    this.#context = context
    this.#store = store
    this.#reported = reported
  }

  // Operations

  get(): Result<StoreHours> {
    return ok(this.#view())
  }

  history(): Result<StoreChange[]> {
    return ok(this.#store.history())
  }

  answerQuestion({ weekday }: Parsed<'storeHours.answerQuestion'>): Result<StoreHours> {
    const { db, notify } = this.#context
    return db.transact(() => {
      if (!this.#reported.confirmWeekday(weekday)) return fail('not-found')
      notify({ type: 'stock.replaced' })
      notifyOfHours(this.#context)
      return this.get()
    })
  }

  send(
    { tapId, version, hours }: Parsed<'storeHours.send'>,
    { name: screen }: Caller,
  ): Result<StoreHours> {
    const { db, clock, outbox, newId } = this.#context
    return db.transact(() => {
      if (this.#store.load().sent?.tapId === tapId) return this.get()
      const obstacle = this.#obstacle(version)
      if (obstacle !== null) return obstacle
      const body = this.#bodyOf(hours)
      if (!body.ok) return fail('bad-input', body.failure.message)
      const at = isoNow(clock)
      this.#store.save({ sent: { tapId, hours, at, screen } })
      this.#store.addChange({ id: newId(), at, kind: 'hours', until: null, screen })
      outbox.enqueue({ id: tapId, kind, subject, payload: { tapId, body: body.value } })
      notifyOfHours(this.#context)
      return this.get()
    })
  }

  // For the noun

  /** Hours replace what others set meanwhile, so they don't wait for a connection. */
  dropWaiting(): void {
    const { db, clock, outbox } = this.#context
    const open = outbox.open(kind, subject)
    const id = open?.state === 'queued' ? open.id : null
    if (id === null) this.#waiting = null
    // A person may have sent them again since the last look.
    else if (this.#waiting?.id !== id) this.#waiting = { id, since: clock.monotonic() }
    if (this.#waiting === null || clock.monotonic() < this.#waiting.since + waitMs) return
    db.transact(() => {
      outbox.move(kind, subject, isQueued, { state: 'withdrawn', reason: 'offline' })
      notifyOfHours(this.#context)
    })
  }

  /** All that is known of the hours, with those that were sent last. */
  #view(): StoreHours {
    const { sent } = this.#store.load()
    const delivery = this.#context.outbox.delivery(kind, subject)
    return {
      ...this.#reported.view(),
      sent:
        sent === null || delivery === null
          ? null
          : { hours: sent.hours, at: sent.at, screen: sent.screen, delivery },
    }
  }

  /** Why hours that were typed for this version can't be sent. */
  #obstacle(version: string): Result<never> | null {
    const { connection, outbox } = this.#context
    const view = this.#reported.view()
    if (connection === null) return { ok: false, error: noToken }
    if (outbox.paused !== null) return { ok: false, error: outbox.paused }
    const last = outbox.newest(kind, subject)
    if (last !== null && isOpen(last)) return fail('too-late', undefined, 'hours-under-way')
    if (version !== view.version) return fail('too-late', undefined, 'hours-changed')
    if (view.unread.length > 0) return fail('refused', view.unread.join(', '), 'hours-unknown')
    if (view.question !== null) return fail('refused', undefined, 'weekdays-unknown')
    return null
  }

  #bodyOf(hours: Hours): ReturnType<typeof scheduleToSend> {
    const { clock, storeId, timeZone } = this.#context
    const { known: copy, closedUntil } = this.#store.load()
    const isPaused = closedUntil !== null && Date.parse(closedUntil) > clock.now()
    const { specialPeriods, ...schedule } = this.#reported.toSchedule(hours)
    // The field is not documented, so it is sent only if there is something to say.
    const hasSpecial = specialPeriods.length > 0 || (copy?.schedule.specialPeriods ?? []).length > 0
    return scheduleToSend(
      {
        value: {
          _id: copy?.storeId ?? storeId ?? '',
          timezone: timeZone(),
          schedule: copy?.schedule,
        },
      },
      {
        ...schedule,
        ...(hasSpecial ? { specialPeriods } : {}),
        closedUntilDate: isPaused ? closedUntil : null,
      },
    )
  }
}
