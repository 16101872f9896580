import type { CountDraft, CountObjection, CountSums, TypedAmount } from '#contract/shifts/shifts.ts'
import { sum } from '#domain/money/money.ts'

/** Reads what was typed; null where it is no amount. */
export type ReadAmount = (typed: TypedAmount) => number | null

const isEmpty = ({ text }: TypedAmount): boolean => text.trim() === ''

/** What the fields of a register add up to; null where it is empty, or part of it cannot be read. */
function cashOf(
  { pieces, loose }: CountDraft['registers'][number],
  read: ReadAmount,
): { pieces: number; loose: number | null; cash: number | null } {
  const counted = Object.entries(pieces).filter(([, count]) => count !== null)
  const ofPieces = sum(counted.map(([value, count]) => Number(value) * (count ?? 0)))
  const ofLoose = isEmpty(loose) ? null : read(loose)
  const isUnread = !isEmpty(loose) && ofLoose === null
  const isUntouched = counted.length === 0 && isEmpty(loose)
  return {
    pieces: ofPieces,
    loose: ofLoose,
    cash: isUnread || isUntouched ? null : ofPieces + (ofLoose ?? 0),
  }
}

/** The count in smallest units. */
export function countSums(draft: CountDraft, read: ReadAmount): CountSums {
  const amountOf = (typed: TypedAmount): number | null => (isEmpty(typed) ? null : read(typed))
  const registers = draft.registers.map((each) => ({ id: each.id, ...cashOf(each, read) }))
  const movements = draft.movements.map(({ id, amount }) => ({ id, amount: amountOf(amount) }))
  const moved = (kind: CountDraft['movements'][number]['kind']): number =>
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
    slips: draft.slips.map(({ id, total }) => ({ id, total: amountOf(total) })),
    movements,
    payIns: moved('pay-in'),
    payOuts: moved('pay-out'),
    safeDrops: moved('safe-drop'),
    float,
    deposit: cash === null || float === null ? null : cash - float,
  }
}

/** What is being counted: everything, or some methods once more. */
export interface Counting {
  /** Methods with payments that count. */
  methodIds: readonly string[]
  /** Null for all. */
  only: readonly string[] | null
}

/** What is missing before counting can end; each field by itself. */
export function countObjections(
  draft: CountDraft,
  sums: CountSums,
  { methodIds, only }: Counting,
): CountObjection[] {
  const { cashMethodId } = draft
  const isWanted = (methodId: string): boolean => only === null || only.includes(methodId)
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
    if (methodId === cashMethodId || !isWanted(methodId)) return []
    const { typed, total } = slipOf(methodId)
    if (total !== null) return []
    if (typed !== undefined && !isEmpty(typed)) return [{ code: 'unreadable', about: methodId }]
    return methodIds.includes(methodId) ? [{ code: 'no-slips', about: methodId }] : []
  })
  const isCashWanted = only === null || (cashMethodId !== null && only.includes(cashMethodId))
  if (!isCashWanted) return ofSlips
  const withoutCash: CountObjection[] =
    cashMethodId === null ? [{ code: 'no-cash-method', about: null }] : []
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

/** What stays for tomorrow can be changed after the count as well. */
export function floatObjections(draft: CountDraft, sums: CountSums): CountObjection[] {
  if (isEmpty(draft.float)) return [{ code: 'no-float', about: null }]
  if (sums.float === null) return [{ code: 'unreadable', about: null }]
  return sums.cash !== null && sums.float > sums.cash
    ? [{ code: 'float-too-large', about: null }]
    : []
}
