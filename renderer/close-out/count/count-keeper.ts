import { computed, shallowRef } from 'vue'
import type { Bridge } from '#contract/bridge.ts'
import type { FieldConflict } from '#contract/shared/merge-fields.ts'
import type { AppError } from '#contract/shared/result.ts'
import type { CountDraft, StoredCount } from '#contract/shifts/shifts.ts'
import { changedFields, fieldIn, fieldsOf, rebase, withField } from './fields.ts'

/** How long to wait before saving is tried again, in ms. */
const pause = 2_000

/** Whether an error passes by itself. */
const passes = (error: AppError): boolean => ['unreachable', 'storage'].includes(error.code)

/**
 * The count of a shift on this screen. Every change goes to the host at once, one message at a
 * time. Changes of other screens are merged below the changes of this screen that the host has not
 * confirmed yet.
 */
export function createCountKeeper(bridge: Pick<Bridge, 'call'>, shiftId: string) {
  const count = shallowRef<StoredCount | null>(null)
  const draft = shallowRef<CountDraft | null>(null)
  const error = shallowRef<AppError | null>(null)
  const conflicts = shallowRef<readonly FieldConflict[]>([])
  /** Fields that another screen wrote last, with the name of that screen. */
  const others = shallowRef<ReadonlyMap<string, string>>(new Map())
  /** A count that the host sent while a message was under way. */
  let waiting: StoredCount | null = null
  /** What was sent and not answered yet. */
  let sent: CountDraft | null = null
  let underWay: Promise<void> | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  const isStored = computed(() => draft.value === (count.value?.draft ?? null))

  /** Applies the changes of this screen since `from` to the host's count. */
  function show(next: StoredCount, from: CountDraft | null): void {
    const mine = draft.value
    const before = count.value
    count.value = next
    const shown = mine === null || from === null ? next.draft : rebase(next.draft, from, mine)
    const isSame = JSON.stringify(shown) === JSON.stringify(next.draft)
    draft.value = isSame ? next.draft : shown
    if (mine === null || before?.state !== next.state) {
      others.value = new Map()
      return
    }
    const foreign = changedFields(mine, shown).map((field) => [field, next.savedOn] as const)
    if (foreign.length > 0) others.value = new Map([...others.value, ...foreign])
  }

  function takeOver(next: StoredCount): void {
    const from = count.value?.draft ?? null
    if (from !== null) findClashes(next.draft, from)
    show(next, from)
  }

  /** Accepts a count of the host, unless it is older than the current one. */
  function take(next: StoredCount): void {
    if (count.value !== null && next.revision < count.value.revision) return
    if (underWay !== null) {
      waiting = next
      return
    }
    takeOver(next)
  }

  /**
   * Two screens wrote in one field at the same time: show the stored value, and ask about the one
   * that was typed here.
   */
  function note({ field, stored, given: typed }: FieldConflict): void {
    const mine = draft.value
    if (mine === null) return
    const newest = fieldIn(mine, field)
    const rest = conflicts.value.filter((each) => each.field !== field)
    conflicts.value = [...rest, { field, stored, given: newest === undefined ? typed : newest }]
  }

  /** Finds fields that another screen wrote while this screen's change was not confirmed. */
  function findClashes(next: CountDraft, from: CountDraft): void {
    const mine = draft.value
    if (mine === null) return
    const [had, theirs, ours] = [fieldsOf(from), fieldsOf(next), fieldsOf(mine)]
    for (const field of changedFields(from, mine)) {
      const now = theirs.get(field)
      // The value may come from this screen, if the answer was lost.
      const isOwn = now === ours.get(field) || (sent !== null && now === fieldsOf(sent).get(field))
      if (now === had.get(field) || isOwn) continue
      const stored = fieldIn(next, field)
      note({ field, stored, given: null })
      if (draft.value !== null) draft.value = withField(draft.value, field, stored)
    }
  }

  function send(): Promise<void> {
    underWay ??= tell().finally(() => {
      underWay = null
      if (error.value === null && !isStored.value) void send()
    })
    return underWay
  }

  async function tell(): Promise<void> {
    clearTimeout(timer)
    const [stored, after] = [count.value, draft.value]
    if (stored === null || after === null || isStored.value) return
    sent = after
    const answer = await bridge.call('shifts.saveCount', { shiftId, before: stored.draft, after })
    error.value = answer.ok ? null : answer.error
    if (answer.ok) {
      for (const conflict of answer.value.conflicts) {
        note(conflict)
        // Do not let text that was typed meanwhile overwrite the other value unseen.
        if (draft.value !== null)
          draft.value = withField(draft.value, conflict.field, conflict.given)
      }
      sent = null
      show(answer.value.count, after)
    } else if (passes(answer.error)) timer = setTimeout(() => void send(), pause)
    // Another screen finished or closed the count, so what was typed since cannot be stored.
    else if (answer.error.code === 'too-late') draft.value = stored.draft
    const later = waiting
    waiting = null
    if (later !== null && later.revision >= (count.value?.revision ?? 0)) takeOver(later)
  }

  /** The page closes: send the changes that wait for an answer in a message of their own. */
  function leave(): void {
    const [before, after] = [underWay === null ? count.value?.draft : sent, draft.value]
    if (!before || after === null || before === after) return
    void bridge.call('shifts.saveCount', { shiftId, before, after })
  }

  function change(next: CountDraft): void {
    if (draft.value === null) return
    const touched = changedFields(draft.value, next)
    if (touched.some((field) => others.value.has(field)))
      others.value = new Map([...others.value].filter(([field]) => !touched.includes(field)))
    draft.value = next
    void send()
  }

  /** Waits until no message is under way, and returns whether everything is stored. */
  async function settled(): Promise<boolean> {
    while (!isStored.value) {
      await (underWay ?? send())
      if (error.value !== null) return false
    }
    return true
  }

  /** Settles a conflict: stores this screen's value, or leaves the other one. */
  function settle(conflict: FieldConflict, whose: 'mine' | 'theirs'): void {
    conflicts.value = conflicts.value.filter((each) => each !== conflict)
    if (whose === 'mine' && draft.value !== null)
      change(withField(draft.value, conflict.field, conflict.given))
  }

  return {
    count,
    draft,
    error,
    isStored,
    conflicts,
    others,
    take,
    send,
    settled,
    leave,
    change,
    settle,
  }
}
export type CountKeeper = ReturnType<typeof createCountKeeper>
