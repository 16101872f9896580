import type {
  PreparationReason,
  PreparationSuggestion,
  PreparationTime,
} from '#contract/preparation-time.ts'
import { isOpen } from '../outbox/rows.ts'
import { isoNow } from '../clock.ts'
import type { Context } from '../noun.ts'
import { enqueueNewest, withdrawUnsent } from '../outbox/newest-wins.ts'
import { orders } from '../tickets/tickets.ts'
import { subject, type PreparationStore, type StoredPreparation } from './store.ts'

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

export type PreparationChanges = ReturnType<typeof createPreparationChanges>

/** Changes the preparation time. Everything runs in the caller's transaction. */
export function createPreparationChanges(context: Context, store: PreparationStore) {
  const kitchen = context.use(orders)
  const { outbox, clock, newId, notify } = context
  const onChange = (): void => notify({ type: 'preparationTime.changed' })

  /** Whether the platform has not answered about the desired time yet. */
  function isUnderWay(): boolean {
    const newest = outbox.newest(kind, subject)
    return newest !== null && isOpen(newest)
  }

  function minutesOf({ desired, reported }: StoredPreparation): number | null {
    if (desired !== null && isUnderWay()) return desired.minutes
    return reported?.minutes ?? desired?.minutes ?? null
  }

  /**
   * The time to go back to. Before the first change here, it is the one that the newest order came
   * with, because the platform has no operation that reads it.
   */
  const usualOf = ({ usualMinutes }: StoredPreparation): number | null =>
    usualMinutes ?? kitchen.preparationMinutes()

  function read(): PreparationTime {
    const kept = store.load()
    const { desired, reported, backAt } = kept
    const delivery = outbox.delivery(kind, subject)
    const isOther =
      delivery?.state === 'confirmed' && desired !== null && reported?.minutes !== desired.minutes
    return {
      minutes: minutesOf(kept),
      usualMinutes: usualOf(kept),
      differsFrom: isOther && reported !== null ? desired.minutes : null,
      change: desired && {
        at: desired.askedAt,
        reason: desired.reason,
        screen: desired.screen,
      },
      backAt,
      delivery,
      isAutomatic: context.settings().automaticPreparation,
    }
  }

  /** Adds the change to the history. Taps in a row on one screen are one change. */
  function note(kept: StoredPreparation, { minutes, reason, screen, suggestion }: NewPreparation) {
    const { desired, changeId } = kept
    const last = changeId === null ? null : store.change(changeId)
    const open = outbox.open(kind, subject)
    const isSame =
      open?.state === 'queued' &&
      open.attempts === 0 &&
      desired?.screen === screen &&
      desired.reason === reason
    if (last !== null && isSame) {
      store.note({ ...last, minutes, suggestion })
      return last.id
    }
    const change = { minutes, before: minutesOf(kept), reason, screen, suggestion }
    const id = newId()
    store.note({ id, at: isoNow(clock), ...change })
    return id
  }

  function set(next: NewPreparation): void {
    const { tapId, minutes, reason, screen, backAt } = next
    const kept = store.load()
    if (kept.desired?.tapId === tapId) return
    const usualMinutes = usualOf(kept) ?? (reason === 'person' ? minutes : null)
    const now = { ...kept, usualMinutes, backAt: minutes === usualMinutes ? null : backAt }
    if (minutes === minutesOf(kept)) {
      store.save(now)
      onChange()
      return
    }
    const changeId = note(kept, next)
    const desired = { tapId, minutes, reason, askedAt: isoNow(clock), screen }
    const isAsBefore =
      kept.reported?.minutes === minutes && withdrawUnsent(outbox, { kind, subject })
    if (isAsBefore) store.removeChange(changeId)
    else
      enqueueNewest(outbox, {
        id: tapId,
        kind,
        subject,
        payload: desired,
        ...(reason === 'person' ? { undoMs: holdMs } : {}),
      })
    store.save({ ...now, desired, changeId: isAsBefore ? null : changeId })
    onChange()
  }

  return { read, set, minutes: () => minutesOf(store.load()), onChange }
}
