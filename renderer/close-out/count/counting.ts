import { computed, inject, provide, type InjectionKey } from 'vue'
import type { CountDraft, StoredCount, ShiftView, TypedAmount } from '#contract/shifts/shifts.ts'
import { language } from '../../locales/i18n.ts'
import { useAmounts } from '../amounts.ts'
import { say } from '../messages.ts'
import type { CountKeeper } from './count-keeper.ts'
import { withField } from './fields.ts'

/** A text as typed now, in the language of this screen. */
export const typedNow = (text: string): TypedAmount => ({ text, language: language() })

export const nothingTyped: TypedAmount = { text: '', language: 'en' }

type Part = 'cash' | 'movements' | 'float' | 'notes' | { slip: string }

/**
 * Whether a part may change: all parts while counting; later only notes, the float and what is
 * counted again.
 */
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
    draft,
    isStored: keeper.isStored,
    amount: useAmounts(() => view.value.currency),
    isOpen: (part: Part): boolean => isOpenFor(part, count.value, draft.value),
    /**
     * The screen that wrote last in a field or in a field of an item; empty if it was this one. The
     * host names the fields.
     */
    otherOf(field: string): string {
      const entry = [...keeper.others.value].find(([name]) => `${name}.`.startsWith(`${field}.`))
      return entry?.[1] === '' ? say('shiftCount.otherScreen') : (entry?.[1] ?? '')
    },
    change: keeper.change,
    /** Sets one field of the count, by the host's name of the field. */
    set: (field: string, value: unknown): void =>
      keeper.change(withField(draft.value, field, value)),
  }
}

const key: InjectionKey<ReturnType<typeof createCounting>> = Symbol('counting')

/** Provides the shift, its count and the way to change it to all parts of a page. */
export function provideCounting(...parameters: Parameters<typeof createCounting>) {
  const counting = createCounting(...parameters)
  provide(key, counting)
  return counting
}

export function useCounting() {
  const counting = inject(key)
  if (counting === undefined) throw new Error('no count is shown here')
  return counting
}
