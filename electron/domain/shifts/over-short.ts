import type { TipsInAmount } from '#contract/settings/fields.ts'
import type {
  TipVariants,
  CountAttempt,
  CountDraft,
  CountObjection,
  CountSums,
  OverShort,
  ShiftFigures,
} from '#contract/shifts/shifts.ts'
import { sum } from '#domain/money/money.ts'

const nothing: TipVariants = { inside: 0, outside: 0 }

const plus = ({ inside, outside }: TipVariants, more: number): TipVariants => ({
  inside: inside + more,
  outside: outside + more,
})

interface Compared {
  figures: ShiftFigures
  draft: CountDraft
  sums: CountSums
  tips: TipsInAmount
  threshold: number
  nameOf: (methodId: string) => string
}

/**
 * Cash that does not come from payments: what registers had at the start, plus pay-ins, less
 * pay-outs and safe drops.
 */
const movedCash = ({ figures, draft, sums }: Compared): number =>
  sum(
    figures.registers.flatMap(({ start }) =>
      start.filter(({ methodId }) => methodId === draft.cashMethodId).map(({ amount }) => amount),
    ),
  ) +
  sums.payIns -
  sums.payOuts -
  sums.safeDrops

/** The counted amount of a method; null if it cannot be read. */
export const countedOf = (draft: CountDraft, sums: CountSums, methodId: string): number | null =>
  methodId === draft.cashMethodId
    ? sums.cash
    : (sums.slips.find(({ id }) => id === methodId)?.total ?? null)

/** Whether the difference is above the threshold for every place where the tips can be. */
export const isAbove = (amounts: TipVariants, tips: TipsInAmount, threshold: number): boolean =>
  (tips === 'unknown' ? [amounts.inside, amounts.outside] : [amounts[tips]]).every(
    (amount) => Math.abs(amount) > threshold,
  )

/** Every method that was paid or counted: counted, expected, and the difference. Cash comes first. */
export function overShortOf(compared: Compared): OverShort[] {
  const { figures, draft, sums, tips, threshold } = compared
  const paid = figures.byMethod
    .filter(({ payments, toCheck = 0 }) => payments + toCheck > 0)
    .map((each) => each.methodId)
  const counted = sums.slips.filter(({ total }) => total !== null).map(({ id }) => id)
  const cash = draft.cashMethodId === null ? [] : [draft.cashMethodId]
  return [...new Set([...cash, ...paid, ...counted])].map((methodId) => {
    const isCash = methodId === draft.cashMethodId
    const paid = figures.byMethod.find((each) => each.methodId === methodId)?.paid ?? nothing
    const expected = plus(paid, isCash ? movedCash(compared) : 0)
    const has = countedOf(draft, sums, methodId)
    const overShort =
      has === null ? null : { inside: has - expected.inside, outside: has - expected.outside }
    return {
      methodId,
      name: compared.nameOf(methodId),
      isCash,
      counted: has,
      expected,
      overShort,
      known: overShort === null || tips === 'unknown' ? null : overShort[tips],
      isAboveThreshold: overShort !== null && isAbove(overShort, tips, threshold),
      note: draft.methodNotes.find(({ id }) => id === methodId)?.note ?? '',
    }
  })
}

/** What methods above the threshold require: a second count, and a note. */
export function demandsOf(
  overShort: readonly OverShort[],
  attempts: readonly CountAttempt[],
): CountObjection[] {
  return overShort
    .filter(({ isAboveThreshold }) => isAboveThreshold)
    .flatMap(({ methodId, note }): CountObjection[] => {
      const times = attempts.filter(({ methods }) =>
        methods.some((each) => each.methodId === methodId),
      ).length
      const objections: CountObjection[] = []
      if (times < 2) objections.push({ code: 'recount-demanded', about: methodId })
      if (note.trim() === '') objections.push({ code: 'note-demanded', about: methodId })
      return objections
    })
}
