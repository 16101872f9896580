import type { CloseOut, CountDraft, ShiftFacts, TypedAmount } from '#contract/shifts/shifts.ts'
import { plain } from '#domain/money/money.ts'

const nothing: TypedAmount = { text: '', language: 'en' }

/** Before anything was typed. */
export const emptyDraft: CountDraft = {
  cashMethodId: null,
  registers: [],
  slips: [],
  movements: [],
  float: nothing,
  methodNotes: [],
  notes: '',
}

/** What a store without a register that the platform knows counts its cash in. */
const onlyRegister = 'register-1'

/** A draft with a field for each register and method that is known; what was typed stays. */
export function completed(draft: CountDraft, facts: ShiftFacts | null): CountDraft {
  if (facts === null) return draft
  const known = facts.registers.map(({ id }) => id)
  const wanted = known.length === 0 && draft.registers.length === 0 ? [onlyRegister] : known
  const missing = wanted.filter((id) => !draft.registers.some((each) => each.id === id))
  const cashMethodId = draft.cashMethodId ?? facts.suggestedCashMethodId
  /** What people call a register holds in every count. */
  const names = new Map(facts.registers.map(({ id, name }) => [id, name]))
  const nameOf = (id: string, typed: string): string => names.get(id) || typed
  const slips = facts.methods.filter(
    ({ methodId }) => !draft.slips.some(({ id }) => id === methodId),
  )
  return {
    ...draft,
    cashMethodId,
    registers: [
      ...draft.registers.map((each) => ({ ...each, name: nameOf(each.id, each.name) })),
      ...missing.map((id) => ({ id, name: nameOf(id, ''), pieces: {}, loose: nothing })),
    ],
    slips: [...draft.slips, ...slips.map(({ methodId }) => ({ id: methodId, total: nothing }))],
  }
}

/** A draft in which some methods are still to be counted: the number that is known already must not be copied. */
export function cleared(draft: CountDraft, methodIds: readonly string[]): CountDraft {
  const isCash = draft.cashMethodId !== null && methodIds.includes(draft.cashMethodId)
  return {
    ...draft,
    registers: isCash
      ? draft.registers.map((each) => ({ ...each, pieces: {}, loose: nothing }))
      : draft.registers,
    slips: draft.slips.map((each) =>
      methodIds.includes(each.id) ? { ...each, total: nothing } : each,
    ),
  }
}

/** The count of a sealed document, as a draft for its correction. */
export function draftOf({ count, overShort, notes, decimals }: CloseOut): CountDraft {
  const typed = (amount: number): TypedAmount => ({ text: plain(amount, decimals), language: 'en' })
  return {
    cashMethodId: count.cashMethodId,
    registers: count.registers.map(({ id, name, pieces, loose }) => ({
      id,
      name,
      pieces: Object.fromEntries(pieces.map((each) => [String(each.value), each.pieces])),
      loose: loose === 0 && pieces.length > 0 ? nothing : typed(loose),
    })),
    slips: count.slips.map(({ methodId, total }) => ({ id: methodId, total: typed(total) })),
    movements: count.movements.map(({ kind, registerId, amount, reason }, index) => ({
      id: `movement-${String(index + 1)}`,
      kind,
      registerId,
      amount: typed(amount),
      reason,
    })),
    float: typed(count.float),
    methodNotes: overShort.flatMap(({ methodId, note }) =>
      note === '' ? [] : [{ id: methodId, note }],
    ),
    notes,
  }
}
