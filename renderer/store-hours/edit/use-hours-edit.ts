import { computed, watch } from 'vue'
import type { Hours } from '#contract/store-hours/store-hours.ts'
import { hostNow } from '../../clock/host-clock.ts'
import { useDrafts } from '../../state/drafts.ts'
import { useToasts } from '../../ui/note/toasts.ts'
import { say } from '../messages.ts'
import {
  changedMeanwhile,
  emptyHours,
  fromFields,
  realChanges,
  toFields,
  type HoursFields,
} from './fields.ts'

/** All screens have the same store, so its hours have no id. */
const subject = ''

/**
 * The hours as a person edits them: those of the store and the changes over them, which are stored
 * as a draft. What the platform changes meanwhile is taken over, except in changed fields.
 */
export function useHoursEdit(hours: () => Hours | null) {
  const drafts = useDrafts()
  const toasts = useToasts()
  const draft = computed(() => drafts.of('hours', subject))
  const storeFields = computed(() => toFields(hours() ?? emptyHours))
  const changes = computed(() => realChanges(draft.value?.typed ?? {}, storeFields.value))
  const fields = computed<HoursFields>(() => ({ ...storeFields.value, ...changes.value }))
  const meanwhile = computed(() =>
    draft.value === undefined
      ? { conflicts: [], others: [] }
      : changedMeanwhile(draft.value, storeFields.value),
  )

  function store(typed: HoursFields, seen: HoursFields): void {
    const at = draft.value?.at ?? new Date(hostNow()).toISOString()
    const left = realChanges(typed, storeFields.value)
    if (Object.keys(left).length === 0) drafts.discard('hours', subject)
    else drafts.save('hours', subject, { at, typed: left, seen })
  }
  const typedNow = (): HoursFields => draft.value?.typed ?? {}
  const seenNow = (): HoursFields => draft.value?.seen ?? storeFields.value

  // The platform has what was typed, so nothing is left to send.
  watch(
    () => draft.value !== undefined && Object.keys(changes.value).length === 0,
    (isDone) => {
      if (isDone) drafts.discard('hours', subject)
    },
    { immediate: true },
  )

  return {
    storeFields,
    fields,
    hours: computed(() => fromFields(fields.value)),
    changes,
    count: computed(() => Object.keys(changes.value).length),
    startedAt: computed(() => draft.value?.at ?? null),
    seen: computed(seenNow),
    meanwhile,
    change: (next: HoursFields): void => store({ ...typedNow(), ...next }, seenNow()),
    /** Keeps the own value of a field that the platform changed too. */
    keepMine(name: string): void {
      store(typedNow(), withField(seenNow(), storeFields.value, name))
    },
    takeTheirs(name: string): void {
      const { [name]: _, ...others } = typedNow()
      store(others, withField(seenNow(), storeFields.value, name))
    },
    /** A person has seen what the platform changed in other fields. */
    acceptOthers(): void {
      const names = meanwhile.value.others
      store(
        typedNow(),
        names.reduce((seen, name) => withField(seen, storeFields.value, name), seenNow()),
      )
    },
    discard(): void {
      const before = draft.value
      if (before === undefined) return
      drafts.discard('hours', subject)
      const run = () => drafts.save('hours', subject, before)
      toasts.show(say('hours.discarded'), 'plain', { label: say('hours.undo'), run })
    },
  }
}

export type HoursEdit = ReturnType<typeof useHoursEdit>

/** The fields with one of them as others have it. */
function withField(fields: HoursFields, others: HoursFields, name: string): HoursFields {
  const { [name]: _, ...rest } = fields
  const value = others[name]
  return value === undefined ? rest : { ...rest, [name]: value }
}
