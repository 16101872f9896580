import type {
  PreparationReason,
  PreparationSuggestion,
  PreparationTime,
} from '#contract/preparation-time/preparation-time.ts'
import { isOpen } from '../outbox/rows.ts'
import { stampNow } from '../clock/clock.ts'
import type { Context } from '../noun.ts'
import { enqueueNewest, withdrawUnsent } from '../outbox/newest-wins.ts'
import { tickets } from '../tickets/tickets.ts'
import {
  subject,
  type DesiredPreparation,
  type PreparationStore,
  type StoredPreparation,
} from './store.ts'

const kind = 'preparation-time'

/** Taps on + and - that follow each other are sent together. */
const holdMs = 2_000

export interface NewPreparation {
  tapId: string
  minutes: number
  reason: PreparationReason
  screen: string
  /** When it goes back, ISO; null if it stays. */
  backAt: string | null
  suggestion: PreparationSuggestion | null
}

/** Changes the preparation time. Everything runs in the caller's transaction. */
export class PreparationChanges {
  readonly #context: Context
  readonly #store: PreparationStore

  constructor(context: Context, store: PreparationStore) {
    this.#context = context
    this.#store = store
  }

  /** The desired minutes until the platform has answered, then what it reports. */
  minutes(): number | null {
    return this.#minutesOf(this.#store.load())
  }

  read(): PreparationTime {
    const { outbox, settings } = this.#context
    const stored = this.#store.load()
    const { desired, reported, backAt } = stored
    const delivery = outbox.delivery(kind, subject)
    const isOther =
      delivery?.state === 'confirmed' && desired !== null && reported?.minutes !== desired.minutes
    return {
      minutes: this.#minutesOf(stored),
      usualMinutes: this.#usualOf(stored),
      differsFrom: isOther && reported !== null ? desired.minutes : null,
      change: desired && { at: desired.askedAt, reason: desired.reason, screen: desired.screen },
      backAt,
      delivery,
      isAutomatic: settings().automaticPreparation,
    }
  }

  set(next: NewPreparation): void {
    const { tapId, minutes, reason, screen, backAt } = next
    const stored = this.#store.load()
    if (stored.desired?.tapId === tapId) return
    const usualMinutes = this.#usualOf(stored) ?? (reason === 'person' ? minutes : null)
    const changed = { ...stored, usualMinutes, backAt: minutes === usualMinutes ? null : backAt }
    if (minutes === this.#minutesOf(stored)) this.#store.save(changed)
    else {
      const changeId = this.#saveChange(stored, next)
      const askedAt = stampNow(this.#context.clock)
      const desired = { tapId, minutes, reason, askedAt, screen }
      const isSent = this.#enqueueUnlessAsBefore(desired, stored.reported?.minutes ?? null)
      if (!isSent) this.#store.removeChange(changeId)
      this.#store.save({ ...changed, desired, changeId: isSent ? changeId : null })
    }
    this.notify()
  }

  notify(): void {
    this.#context.notify({ type: 'preparationTime.changed' })
  }

  /** Whether the platform has not answered about the desired time yet. */
  #isUnderWay(): boolean {
    const newest = this.#context.outbox.newest(kind, subject)
    return newest !== null && isOpen(newest)
  }

  #minutesOf({ desired, reported }: StoredPreparation): number | null {
    if (desired !== null && this.#isUnderWay()) return desired.minutes
    return reported?.minutes ?? desired?.minutes ?? null
  }

  /**
   * The time to go back to. Before the first change here, it is the one that the newest order came
   * with, because the platform has no operation that reads it.
   */
  #usualOf({ usualMinutes }: StoredPreparation): number | null {
    return usualMinutes ?? this.#context.use(tickets).preparationMinutes()
  }

  /**
   * Enqueues the desired time, or withdraws an unsent one if the platform has this time already.
   * Returns whether there is anything to send.
   */
  #enqueueUnlessAsBefore(desired: DesiredPreparation, reported: number | null): boolean {
    const { outbox } = this.#context
    const { tapId: id, minutes, reason } = desired
    if (reported === minutes && withdrawUnsent(outbox, { kind, subject })) return false
    enqueueNewest(outbox, {
      ...{ id, kind, subject, payload: desired },
      ...(reason === 'person' ? { undoMs: holdMs } : {}),
    })
    return true
  }

  /**
   * Adds the change to the history, and returns its id there. Taps in a row on one screen are one
   * change.
   */
  #saveChange(stored: StoredPreparation, next: NewPreparation): string {
    const { minutes, reason, screen, suggestion } = next
    const { desired, changeId } = stored
    const last = changeId === null ? null : this.#store.change(changeId)
    const open = this.#context.outbox.open(kind, subject)
    const isSame =
      open?.state === 'queued' &&
      open.attempts === 0 &&
      desired?.screen === screen &&
      desired.reason === reason
    if (last !== null && isSame) {
      this.#store.saveChange({ ...last, minutes, suggestion })
      return last.id
    }
    const change = { minutes, before: this.#minutesOf(stored), reason, screen, suggestion }
    const id = this.#context.newId()
    this.#store.saveChange({ id, at: stampNow(this.#context.clock), ...change })
    return id
  }
}
