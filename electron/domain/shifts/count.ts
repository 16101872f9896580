import type {
  CloseOut,
  CountDraft,
  CountObjection,
  CountSums,
  ShiftFacts,
  TypedAmount,
} from '#contract/shifts/shifts.ts'
import { plainDecimal, sum } from '#domain/money/money.ts'
import { canonicalJson } from './seal.ts'

/** Null if the text is not an amount. */
export type ReadAmount = (typed: TypedAmount) => number | null

/** Cash and what moves it are never below zero; a total of slips is, if more was refunded than sold. */
const withoutMinus =
  (read: ReadAmount): ReadAmount =>
  (typed) => {
    const amount = read(typed)
    return amount === null || amount < 0 ? null : amount
  }

const isEmpty = ({ text }: TypedAmount): boolean => text.trim() === ''

/** The cash of a register; null if its fields are empty or one cannot be read. */
function cashOf(
  { pieces, loose }: CountDraft['registers'][number],
  read: ReadAmount,
): { pieces: number; loose: number | null; cash: number | null } {
  const counted = Object.entries(pieces).filter(([, count]) => count !== null)
  const ofDenominations = sum(counted.map(([value, count]) => Number(value) * (count ?? 0)))
  const ofLoose = isEmpty(loose) ? null : read(loose)
  const isUnread = !isEmpty(loose) && ofLoose === null
  const isUntouched = counted.length === 0 && isEmpty(loose)
  return {
    pieces: ofDenominations,
    loose: ofLoose,
    cash: isUnread || isUntouched ? null : ofDenominations + (ofLoose ?? 0),
  }
}

export function countSums(draft: CountDraft, read: ReadAmount): CountSums {
  const readCash = withoutMinus(read)
  const amountOf = (typed: TypedAmount): number | null => (isEmpty(typed) ? null : readCash(typed))
  const registers = draft.registers.map((each) => ({ id: each.id, ...cashOf(each, readCash) }))
  const movements = draft.movements.map(({ id, amount }) => ({ id, amount: amountOf(amount) }))
  const sumOfMovements = (kind: CountDraft['movements'][number]['kind']): number =>
    sum(
      draft.movements.flatMap((each, index) =>
        each.kind === kind ? [movements[index]?.amount ?? 0] : [],
      ),
    )
  const float = amountOf(draft.float)
  const isWhole = registers.length > 0 && registers.every(({ cash }) => cash !== null)
  const cash = isWhole ? sum(registers.map((each) => each.cash ?? 0)) : null
  return {
    registers,
    cash,
    slips: draft.slips.map(({ id, total }) => ({ id, total: isEmpty(total) ? null : read(total) })),
    movements,
    payIns: sumOfMovements('pay-in'),
    payOuts: sumOfMovements('pay-out'),
    safeDrops: sumOfMovements('safe-drop'),
    float,
    deposit: cash === null || float === null ? null : cash - float,
  }
}

export interface Counting {
  /** Methods with valid payments. */
  methodIds: readonly string[]
  /** Null for all methods. */
  only: readonly string[] | null
}

/** What is missing before the count can be finished, field by field. */
export function countObjections(
  draft: CountDraft,
  sums: CountSums,
  { methodIds, only }: Counting,
): CountObjection[] {
  const { cashMethodId } = draft
  const isAsked = (methodId: string): boolean => only === null || only.includes(methodId)
  const ofRegisters = draft.registers.flatMap(({ id, loose }, index): CountObjection[] => {
    const counted = sums.registers[index]
    if (counted?.cash != null) return []
    return [{ code: isEmpty(loose) ? 'no-cash' : 'unreadable', about: id }]
  })
  const ofMovements = draft.movements.flatMap(({ id, amount, reason }, index): CountObjection[] => {
    const found: CountObjection[] = []
    if (sums.movements[index]?.amount == null)
      found.push({ code: isEmpty(amount) ? 'no-amount' : 'unreadable', about: id })
    if (reason.trim() === '') found.push({ code: 'no-reason', about: id })
    return found
  })
  const slipOf = (methodId: string) => {
    const index = draft.slips.findIndex(({ id }) => id === methodId)
    return { typed: draft.slips[index]?.total, total: sums.slips[index]?.total ?? null }
  }
  const others = new Set([...methodIds, ...draft.slips.map(({ id }) => id)])
  const ofSlips = [...others].flatMap((methodId): CountObjection[] => {
    if (methodId === cashMethodId || !isAsked(methodId)) return []
    const { typed, total } = slipOf(methodId)
    if (total !== null) return []
    if (typed !== undefined && !isEmpty(typed)) return [{ code: 'unreadable', about: methodId }]
    return methodIds.includes(methodId) ? [{ code: 'no-slips', about: methodId }] : []
  })
  const isCashExpected = only === null || (cashMethodId !== null && only.includes(cashMethodId))
  if (!isCashExpected) return ofSlips
  // A store without cash counts nothing, and moves nothing.
  const hasCash = (sums.cash !== null && sums.cash > 0) || draft.movements.length > 0
  const withoutCash: CountObjection[] =
    cashMethodId === null && hasCash ? [{ code: 'no-cash-method', about: null }] : []
  const noRegister: CountObjection[] =
    draft.registers.length === 0 ? [{ code: 'no-cash', about: null }] : []
  return [
    ...withoutCash,
    ...noRegister,
    ...ofRegisters,
    ...ofSlips,
    ...ofMovements,
    ...floatObjections(draft, sums),
  ]
}

/** The float can still change after the count is finished. */
export function floatObjections(draft: CountDraft, sums: CountSums): CountObjection[] {
  if (isEmpty(draft.float)) return [{ code: 'no-float', about: null }]
  if (sums.float === null) return [{ code: 'unreadable', about: null }]
  return sums.cash !== null && sums.float > sums.cash
    ? [{ code: 'float-too-large', about: null }]
    : []
}

const nothing: TypedAmount = { text: '', language: 'en' }

export const emptyDraft: CountDraft = {
  cashMethodId: null,
  registers: [],
  slips: [],
  movements: [],
  float: nothing,
  methodNotes: [],
  notes: '',
}

/** The id of the register of a store for which the platform has none. */
const onlyRegister = 'register-1'

/** Adds a field for each known register and method; what was typed stays. */
export function addMissingFields(draft: CountDraft, facts: ShiftFacts | null): CountDraft {
  if (facts === null) return draft
  const known = facts.registers.map(({ id }) => id)
  const expected = known.length === 0 && draft.registers.length === 0 ? [onlyRegister] : known
  const missing = expected.filter((id) => !draft.registers.some((each) => each.id === id))
  const cashMethodId = draft.cashMethodId ?? facts.suggestedCashMethodId
  /** A register keeps its name in every count. */
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

/** Clears the methods that are to be counted again, so that nobody copies the old number. */
export function clearMethods(draft: CountDraft, methodIds: readonly string[]): CountDraft {
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

/** Makes a draft from a sealed count, for its correction. */
export function draftOf({ count, overShort, notes, decimals }: CloseOut): CountDraft {
  const typed = (amount: number): TypedAmount => ({
    text: plainDecimal(amount, decimals),
    language: 'en',
  })
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

/** A section of a count that can be locked separately. */
export type CountSection =
  | 'cash'
  | 'movements'
  | 'float'
  | 'notes'
  | 'cash-method'
  | { slip: string }

const same = (a: unknown, b: unknown): boolean => canonicalJson(a) === canonicalJson(b)

export function changedSections(before: CountDraft, after: CountDraft): CountSection[] {
  const touched: CountSection[] = []
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

/**
 * Whether a section may change: all of them before the count is finished; afterwards only notes,
 * the float and what is being counted again.
 */
export function isOpenTo(
  touched: CountSection,
  { state, draft, methodIds }: { state: string; draft: CountDraft; methodIds: readonly string[] },
): boolean {
  if (state === 'counting') return true
  if (state === 'closed') return false
  if (touched === 'notes' || touched === 'float') return true
  if (state !== 'recounting' || touched === 'cash-method') return false
  if (typeof touched === 'object') return methodIds.includes(touched.slip)
  return draft.cashMethodId !== null && methodIds.includes(draft.cashMethodId)
}
