import type { BothWays, OverShort } from '#contract/shifts/shifts.ts'
import type { TipsInAmount } from '#contract/settings/fields.ts'

/** One way to read tips; `only` where there is but one, or it makes no difference. */
export type Reading = 'only' | 'inside' | 'outside'

/** A figure by each reading of the tips that is still possible. */
export function readings(
  figure: BothWays,
  tips: TipsInAmount,
): { reading: Reading; value: number }[] {
  const { inside, outside } = figure
  if (tips !== 'unknown') return [{ reading: 'only', value: figure[tips] }]
  if (inside === outside) return [{ reading: 'only', value: inside }]
  return [
    { reading: 'inside', value: inside },
    { reading: 'outside', value: outside },
  ]
}

export const kindOf = (value: number): 'over' | 'short' | 'exact' => {
  if (value === 0) return 'exact'
  return value > 0 ? 'over' : 'short'
}

const plus = (one: BothWays, other: BothWays): BothWays => ({
  inside: one.inside + other.inside,
  outside: one.outside + other.outside,
})
const nothing: BothWays = { inside: 0, outside: 0 }

/** All methods together; what is not counted makes the sum unknown. */
export function together(lines: readonly OverShort[]): {
  counted: number | null
  expected: BothWays
  overShort: BothWays | null
} {
  const isWhole = lines.every(({ counted }) => counted !== null)
  const expected = lines.reduce((all, line) => plus(all, line.expected), nothing)
  if (!isWhole) return { counted: null, expected, overShort: null }
  return {
    counted: lines.reduce((all, { counted }) => all + (counted ?? 0), 0),
    expected,
    overShort: lines.reduce((all, line) => plus(all, line.overShort ?? nothing), nothing),
  }
}
