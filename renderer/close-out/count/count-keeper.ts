import { computed, shallowRef } from 'vue'
import type { Bridge } from '#contract/bridge.ts'
import type { FieldConflict } from '#contract/merge-fields.ts'
import type { AppError } from '#contract/result.ts'
import type { CountDraft, StoredCount } from '#contract/shifts/shifts.ts'
import { changedFields, fieldIn, fieldsOf, rebase, withField } from './fields.ts'

/** How long until what could not be kept is tried again. */
const pause = 2_000

/** What passes by itself. */
const passes = (error: AppError): boolean => ['unreachable', 'storage'].includes(error.code)

/**
 * The count of a shift on this screen. Every change goes to the host at once, one message after the other, and what another
 * screen writes meanwhile comes in below what this one has not yet been told is kept.
 */
export function createCountKeeper(bridge: Pick<Bridge, 'call'>, shiftId: string) {
  /** As the host has it. */
  const count = shallowRef<StoredCount | null>(null)
  /** As it stands on this screen. */
  const draft = shallowRef<CountDraft | null>(null)
  const error = shallowRef<AppError | null>(null)
  const conflicts = shallowRef<readonly FieldConflict[]>([])
  /** Fields that another screen wrote last, and what that is called. */
  const others = shallowRef<ReadonlyMap<string, string>>(new Map())
  /** What the host said while a message was under way. */
  let waiting: StoredCount | null = null
  /** What was sent, and not answered. */
  let sent: CountDraft | null = null
  let underWay: Promise<void> | null = null
  let timer: ReturnType<typeof setTimeout> | undefined

  const isStored = computed(() => draft.value === (count.value?.draft ?? null))

  /** Puts what this screen has changed since `from` on top of the host's count. */
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

  /** Takes the count as the host tells it, unless it is older than what is known. */
  function take(next: StoredCount): void {
    if (count.value !== null && next.revision < count.value.revision) return
    if (underWay !== null) {
      waiting = next
      return
    }
    takeOver(next)
  }

  /** Two wrote in one field at a time: what stands is shown, what was typed here is asked about. */
  function note({ field, stored, given }: FieldConflict): void {
    const mine = draft.value
    if (mine === null) return
    const newest = fieldIn(mine, field)
    const rest = conflicts.value.filter((each) => each.field !== field)
    conflicts.value = [...rest, { field, stored, given: newest === undefined ? given : newest }]
  }

  /** What this screen has not been told is kept, and another one has written meanwhile. */
  function findClashes(next: CountDraft, from: CountDraft): void {
    const mine = draft.value
    if (mine === null) return
    const [had, theirs, ours] = [fieldsOf(from), fieldsOf(next), fieldsOf(mine)]
    for (const field of changedFields(from, mine)) {
      const now = theirs.get(field)
      // An answer that was lost is no word of another screen.
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
    const answer = await bridge.call('shifts.keepCount', { shiftId, before: stored.draft, after })
    error.value = answer.ok ? null : answer.error
    if (answer.ok) {
      for (const conflict of answer.value.conflicts) {
        note(conflict)
        // Nothing that was typed on while it was under way overwrites the other one unseen.
        if (draft.value !== null)
          draft.value = withField(draft.value, conflict.field, conflict.given)
      }
      sent = null
      show(answer.value.count, after)
    } else if (passes(answer.error)) timer = setTimeout(() => void send(), pause)
    // It was finished or closed elsewhere: what was typed since cannot be kept.
    else if (answer.error.code === 'too-late') draft.value = stored.draft
    const later = waiting
    waiting = null
    if (later !== null && later.revision >= (count.value?.revision ?? 0)) takeOver(later)
  }

  /** The page is left: what waits for a message under way to be answered is told beside it. */
  function leave(): void {
    const [before, after] = [underWay === null ? count.value?.draft : sent, draft.value]
    if (!before || after === null || before === after) return
    void bridge.call('shifts.keepCount', { shiftId, before, after })
  }

  /** Changes the count, and has that kept. */
  function change(next: CountDraft): void {
    if (draft.value === null) return
    const touched = changedFields(draft.value, next)
    if (touched.some((field) => others.value.has(field)))
      others.value = new Map([...others.value].filter(([field]) => !touched.includes(field)))
    draft.value = next
    void send()
  }

  /** Answers whether all of it is kept, once nothing is under way any more. */
  async function settled(): Promise<boolean> {
    while (!isStored.value) {
      await (underWay ?? send())
      if (error.value !== null) return false
    }
    return true
  }

  /** What two screens wrote at a time: mine in the place of what stands, or that is left. */
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
