import type { CountDraft, KeptCount, TypedAmount } from '#contract/shifts/shifts.ts'
import { language } from '../../locales/i18n.ts'
import type { CountKeeper } from './count-keeper.ts'
import { withField } from './fields.ts'

/** What was typed just now, in the language of this screen. */
export const typedNow = (text: string): TypedAmount => ({ text, language: language() })

export const nothingTyped: TypedAmount = { text: '', language: 'en' }

/** Sets one field of the count, by the name that the host gives it. */
export const setField = (keeper: CountKeeper, field: string, value: unknown): void => {
  if (keeper.draft.value !== null) keeper.change(withField(keeper.draft.value, field, value))
}

type Part = 'cash' | 'movements' | 'float' | 'notes' | { slip: string }

/** Whether a part may be changed: first all of it, then what tells of it, and what is being counted again. */
export function isOpenFor(
  part: Part,
  { state, methodIds }: Pick<KeptCount, 'state' | 'methodIds'>,
  { cashMethodId }: Pick<CountDraft, 'cashMethodId'>,
): boolean {
  if (state === 'counting') return true
  if (state === 'closed') return false
  if (part === 'float' || part === 'notes') return true
  if (state === 'counted') return false
  const methodId = typeof part === 'object' ? part.slip : cashMethodId
  return methodId !== null && methodIds.includes(methodId)
}
