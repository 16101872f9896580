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

const amountOf = (typed: TypedAmount, read: ReadAmount): number | null =>
  isEmpty(typed) ? null : read(typed)

/** The sum of all pay-ins, pay-outs or safe drops. */
const sumOfMovements = (
  kind: CountDraft['movements'][number]['kind'],
  { movements }: CountDraft,
  amounts: CountSums['movements'],
): number =>
  sum(movements.flatMap((each, index) => (each.kind === kind ? [amounts[index]?.amount ?? 0] : [])))

export function countSums(draft: CountDraft, read: ReadAmount): CountSums {
  const readCash = withoutMinus(read)
  const registers = draft.registers.map((each) => ({ id: each.id, ...cashOf(each, readCash) }))
  const movements = draft.movements.map(({ id, amount }) => ({
    id,
    amount: amountOf(amount, readCash),
  }))
  const float = amountOf(draft.float, readCash)
  const isWhole = registers.length > 0 && registers.every(({ cash }) => cash !== null)
  const cash = isWhole ? sum(registers.map((each) => each.cash ?? 0)) : null
  return {
    registers,
    cash,
    slips: draft.slips.map(({ id, total }) => ({ id, total: amountOf(total, read) })),
    movements,
    payIns: sumOfMovements('pay-in', draft, movements),
    payOuts: sumOfMovements('pay-out', draft, movements),
    safeDrops: sumOfMovements('safe-drop', draft, movements),
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

const registerObjections = (draft: CountDraft, sums: CountSums): CountObjection[] =>
  draft.registers.flatMap(({ id, loose }, index) => {
    if (sums.registers[index]?.cash != null) return []
    return [{ code: isEmpty(loose) ? 'no-cash' : 'unreadable', about: id }]
  })

const movementObjections = (draft: CountDraft, sums: CountSums): CountObjection[] =>
  draft.movements.flatMap(({ id, amount, reason }, index) => {
    const objections: CountObjection[] = []
    if (sums.movements[index]?.amount == null)
      objections.push({ code: isEmpty(amount) ? 'no-amount' : 'unreadable', about: id })
    if (reason.trim() === '') objections.push({ code: 'no-reason', about: id })
    return objections
  })

function slipObjections(
  draft: CountDraft,
  sums: CountSums,
  { methodIds, only }: Counting,
): CountObjection[] {
  const ids = new Set([...methodIds, ...draft.slips.map(({ id }) => id)])
  return [...ids].flatMap((methodId): CountObjection[] => {
    const isAsked = only === null || only.includes(methodId)
    if (methodId === draft.cashMethodId || !isAsked) return []
    const index = draft.slips.findIndex(({ id }) => id === methodId)
    const typed = draft.slips[index]?.total
    if (sums.slips[index]?.total != null) return []
    if (typed !== undefined && !isEmpty(typed)) return [{ code: 'unreadable', about: methodId }]
    return methodIds.includes(methodId) ? [{ code: 'no-slips', about: methodId }] : []
  })
}

/** What is missing before the count can be finished, field by field. */
export function countObjections(
  draft: CountDraft,
  sums: CountSums,
  counting: Counting,
): CountObjection[] {
  const { only } = counting
  const { cashMethodId } = draft
  const ofSlips = slipObjections(draft, sums, counting)
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
    ...registerObjections(draft, sums),
    ...ofSlips,
    ...movementObjections(draft, sums),
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
  const ids = facts.registers.map(({ id }) => id)
  const expected = ids.length === 0 && draft.registers.length === 0 ? [onlyRegister] : ids
  const missing = expected.filter((id) => !draft.registers.some((each) => each.id === id))
  const cashMethodId = draft.cashMethodId ?? facts.suggestedCashMethodId
  /** A register keeps its name in every count. */
  const names = new Map(facts.registers.map(({ id, name }) => [id, name]))
  const slips = facts.methods.filter(
    ({ methodId }) => !draft.slips.some(({ id }) => id === methodId),
  )
  return {
    ...draft,
    cashMethodId,
    registers: [
      ...draft.registers.map((each) => ({ ...each, name: names.get(each.id) || each.name })),
      ...missing.map((id) => ({ id, name: names.get(id) || '', pieces: {}, loose: nothing })),
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

const asTyped = (amount: number, decimals: number): TypedAmount => ({
  text: plainDecimal(amount, decimals),
  language: 'en',
})

/** Makes a draft from a sealed count, for its correction. */
export function draftOf({ count, overShort, notes, decimals }: CloseOut): CountDraft {
  return {
    cashMethodId: count.cashMethodId,
    registers: count.registers.map(({ id, name, pieces, loose }) => ({
      id,
      name,
      pieces: Object.fromEntries(pieces.map((each) => [String(each.value), each.pieces])),
      loose: loose === 0 && pieces.length > 0 ? nothing : asTyped(loose, decimals),
    })),
    slips: count.slips.map(({ methodId, total }) => ({
      id: methodId,
      total: asTyped(total, decimals),
    })),
    movements: count.movements.map(({ kind, registerId, amount, reason }, index) => ({
      id: `movement-${String(index + 1)}`,
      kind,
      registerId,
      amount: asTyped(amount, decimals),
      reason,
    })),
    float: asTyped(count.float, decimals),
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

const slipText = ({ slips }: CountDraft, methodId: string): string =>
  slips.find(({ id }) => id === methodId)?.total.text ?? ''

export function changedSections(before: CountDraft, after: CountDraft): CountSection[] {
  const touched: CountSection[] = []
  if (!same(before.registers, after.registers)) touched.push('cash')
  if (!same(before.movements, after.movements)) touched.push('movements')
  if (!same(before.float, after.float)) touched.push('float')
  if (!same(before.cashMethodId, after.cashMethodId)) touched.push('cash-method')
  if (!same([before.notes, before.methodNotes], [after.notes, after.methodNotes]))
    touched.push('notes')
  const ids = new Set([...before.slips, ...after.slips].map(({ id }) => id))
  for (const id of ids) if (slipText(before, id) !== slipText(after, id)) touched.push({ slip: id })
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
