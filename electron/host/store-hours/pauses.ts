import type { Caller } from '#contract/shared/caller.ts'
import { fail, ok, type AppError, type Result } from '#contract/shared/result.ts'
import { maxPauseDays, type Pause } from '#contract/store-hours/store-hours.ts'
import { pauseAt, pauseEnd, type DesiredPause } from '#domain/store-hours/pause.ts'
import { isPausedBySchedule } from '#platform/stores.ts'
import { isoNow } from '../clock/clock.ts'
import type { Parsed } from '../dispatch.ts'
import type { Context } from '../noun.ts'
import { enqueueNewest, withdrawUnsent } from '../outbox/newest-wins.ts'
import { isNotSending, notNeeded } from '../outbox/outbox.ts'
import type { ReportedHours } from './reported-hours.ts'
import { notifyOfHours, subject, type HoursStore } from './store.ts'

const kind = 'pause'
const dayMs = 24 * 3_600_000

/** Pauses the store and opens it again. */
export class Pauses {
  readonly #context: Context
  readonly #store: HoursStore
  readonly #reported: ReportedHours

  constructor(context: Context, store: HoursStore, reported: ReportedHours) {
    this.#context = context
    this.#store = store
    this.#reported = reported
  }

  // Operations

  pause({ tapId, length }: Parsed<'storeHours.pause'>, { name: screen }: Caller): Result<null> {
    const { db, clock } = this.#context
    return db.transact(() => {
      const now = clock.now()
      const end = pauseEnd(length, now, Date.parse(this.#reported.view().endOfToday))
      if (end <= now || end > now + maxPauseDays * dayMs)
        return fail('bad-input', 'until: must be within the next seven days')
      return this.#set({ tapId, until: new Date(end).toISOString(), screen })
    })
  }

  open({ tapId }: Parsed<'storeHours.open'>, { name: screen }: Caller): Result<null> {
    return this.#context.db.transact(() => this.#set({ tapId, until: null, screen }))
  }

  // For the noun

  current(): Pause | null {
    const { outbox, clock } = this.#context
    const { desired, closedUntil } = this.#store.load()
    return pauseAt(desired, outbox.delivery(kind, subject), closedUntil, clock.now())
  }

  /** A pause that is over needs no sending any more. */
  dropOver(): void {
    const { db, agreed, outbox } = this.#context
    const { desired } = this.#store.load()
    if (desired === null || desired.until === null) return
    if (Date.parse(desired.until) > agreed.now()) return
    if (outbox.open(kind, subject) === null) return
    db.transact(() => {
      if (outbox.move(kind, subject, isNotSending, notNeeded) !== null)
        this.#store.markUnconfirmed(desired.askedAt)
      notifyOfHours(this.#context)
    })
  }

  #set(pause: Omit<DesiredPause, 'askedAt'>): Result<null> {
    if (this.#store.load().desired?.tapId === pause.tapId) return ok(null)
    const obstacle = this.#obstacle()
    if (obstacle !== null) return { ok: false, error: obstacle }
    this.#save({ ...pause, askedAt: isoNow(this.#context.clock) })
    return ok(null)
  }

  /** Why a pause can't be sent: by the schedule it needs a copy of the hours. */
  #obstacle(): AppError | null {
    const needsHours = isPausedBySchedule(this.#context.dialect)
    const { known: copy } = this.#store.load()
    const isMissing = needsHours && (copy === null || copy.unread.length > 0)
    return isMissing ? { code: 'refused', reason: 'hours-unknown' } : null
  }

  #save(desired: DesiredPause): void {
    const { outbox, newId } = this.#context
    const { tapId, until, askedAt: at, screen } = desired
    const { desired: before } = this.#store.load()
    const open = outbox.open(kind, subject)
    if (before !== null && open !== null && isNotSending(open))
      this.#store.markUnconfirmed(before.askedAt)
    this.#store.save({ desired })
    const change = until === null ? 'open' : 'pause'
    this.#store.addChange({ id: newId(), at, kind: change, until, screen })
    // Nothing was sent, so there is nothing to take back.
    const isUnsent =
      until === null &&
      this.#store.load().closedUntil === null &&
      withdrawUnsent(outbox, { kind, subject })
    if (!isUnsent) enqueueNewest(outbox, { id: tapId, kind, subject, payload: desired })
    notifyOfHours(this.#context)
  }
}
