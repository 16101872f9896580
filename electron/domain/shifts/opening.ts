import type { CloseOut, Opening, ShiftCurrency, ShiftFacts } from '#contract/shifts/shifts.ts'

interface Opened {
  facts: ShiftFacts
  shiftId: string
  currency: ShiftCurrency
  cashMethodId: string | null
}

/**
 * What the close-out before a shift left in the registers, and what the platform says they were
 * opened with. `earlier` are close-outs that nothing corrects. Null if one of the two is unknown.
 */
export function openingOf(
  { facts, shiftId, currency, cashMethodId }: Opened,
  earlier: readonly CloseOut[],
): Opening | null {
  const { from } = facts
  const starts = facts.registers
    .flatMap(({ start }) => start)
    .filter(({ methodId }) => methodId === cashMethodId)
  if (from === null || starts.length === 0) return null
  const [last] = earlier
    .filter((each) => each.shiftId !== shiftId && each.from !== null && each.from < from)
    .filter((each) => each.currency === currency.code && each.decimals === currency.decimals)
    .toSorted((one, other) => (other.from ?? '').localeCompare(one.from ?? ''))
  if (last === undefined) return null
  const started = starts.reduce((all, { amount }) => all + amount, 0)
  return { closeOut: last.number, left: last.count.float, started }
}
