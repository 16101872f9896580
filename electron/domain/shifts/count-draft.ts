import type { CloseOut, CountDraft, ShiftFacts, TypedAmount } from '#contract/shifts/shifts.ts'
import { plain } from '#domain/money/money.ts'
import { canonical } from './seal.ts'

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

/** A part of a count that can be shut for itself. */
export type Touched = 'cash' | 'movements' | 'float' | 'notes' | 'cash-method' | { slip: string }

const same = (a: unknown, b: unknown): boolean => canonical(a) === canonical(b)

/** Which parts differ between two counts. */
export function touchedBetween(before: CountDraft, after: CountDraft): Touched[] {
  const touched: Touched[] = []
  if (!same(before.registers, after.registers)) touched.push('cash')
  if (!same(before.movements, after.movements)) touched.push('movements')
  if (!same(before.float, after.float)) touched.push('float')
  if (!same(before.cashMethodId, after.cashMethodId)) touched.push('cash-method')
  if (!same([before.notes, before.methodNotes], [after.notes, after.methodNotes]))
    touched.push('notes')
  const ids = new Set([...before.slips, ...after.slips].map(({ id }) => id))
  for (const id of ids) {
    const of = ({ slips }: CountDraft) => slips.find((each) => each.id === id)?.total.text ?? ''
    if (of(before) !== of(after)) touched.push({ slip: id })
  }
  return touched
}

/** Whether a part may be changed: before the count is finished all of it, afterwards what tells of it, and what is counted again. */
export function isOpenTo(
  touched: Touched,
  { state, draft, methodIds }: { state: string; draft: CountDraft; methodIds: readonly string[] },
): boolean {
  if (state === 'counting') return true
  if (state === 'closed') return false
  if (touched === 'notes' || touched === 'float') return true
  if (state !== 'recounting' || touched === 'cash-method') return false
  if (typeof touched === 'object') return methodIds.includes(touched.slip)
  return draft.cashMethodId !== null && methodIds.includes(draft.cashMethodId)
}
