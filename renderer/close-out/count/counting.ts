import { computed, inject, provide, type InjectionKey } from 'vue'
import type { CountDraft, StoredCount, ShiftView, TypedAmount } from '#contract/shifts/shifts.ts'
import { language } from '../../locales/i18n.ts'
import { useAmounts } from '../amounts.ts'
import { say } from '../messages.ts'
import type { CountKeeper } from './count-keeper.ts'
import { withField } from './fields.ts'

/** What was typed just now, in the language of this screen. */
export const typedNow = (text: string): TypedAmount => ({ text, language: language() })

export const nothingTyped: TypedAmount = { text: '', language: 'en' }

type Part = 'cash' | 'movements' | 'float' | 'notes' | { slip: string }

/** Whether a part may be changed: first all of it, then what tells of it, and what is being counted again. */
function isOpenFor(
  part: Part,
  { state, methodIds }: Pick<StoredCount, 'state' | 'methodIds'>,
  { cashMethodId }: Pick<CountDraft, 'cashMethodId'>,
): boolean {
  if (state === 'counting') return true
  if (state === 'closed') return false
  if (part === 'float' || part === 'notes') return true
  if (state === 'counted') return false
  const methodId = typeof part === 'object' ? part.slip : cashMethodId
  return methodId !== null && methodIds.includes(methodId)
}

function createCounting(shown: () => { view: ShiftView; count: StoredCount }, keeper: CountKeeper) {
  const view = computed(() => shown().view)
  const count = computed(() => shown().count)
  const draft = computed(() => keeper.draft.value ?? count.value.draft)
  return {
    view,
    count,
    /** The count as it stands on this screen. */
    draft,
    isStored: keeper.isStored,
    amount: useAmounts(() => view.value.currency),
    isOpen: (part: Part): boolean => isOpenFor(part, count.value, draft.value),
    /** The screen that wrote last in a field, by the name that the host gives it, or in a field of a thing; else empty. */
    otherOf(field: string): string {
      const found = [...keeper.others.value].find(([name]) => `${name}.`.startsWith(`${field}.`))
      return found?.[1] === '' ? say('shiftCount.otherScreen') : (found?.[1] ?? '')
    },
    change: keeper.change,
    /** Sets one field of the count, by the name that the host gives it. */
    set: (field: string, value: unknown): void =>
      keeper.change(withField(draft.value, field, value)),
  }
}

const key: InjectionKey<ReturnType<typeof createCounting>> = Symbol('counting')

/** Gives all parts of a page what they share: the shift, its count as it stands on this screen, and how to change it. */
export function provideCounting(...given: Parameters<typeof createCounting>) {
  const counting = createCounting(...given)
  provide(key, counting)
  return counting
}

/** The count that this part belongs to. */
export function useCounting() {
  const counting = inject(key)
  if (counting === undefined) throw new Error('no count is shown here')
  return counting
}
