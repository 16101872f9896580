import type { TipVariants, OverShort, ShiftFigures } from '#contract/shifts/shifts.ts'
import type { TipsInAmount } from '#contract/settings/fields.ts'
import { say } from '../messages.ts'

/** One possible place of the tips; `only` if just one is possible or it makes no difference. */
export type TipsCase = 'only' | 'inside' | 'outside'

/** The place of the tips for which a figure is valid; empty if just one is possible. */
export function tipsText(tipsCase: TipsCase): string {
  if (tipsCase === 'inside') return say('compare.ifInside')
  return tipsCase === 'outside' ? say('compare.ifOutside') : ''
}

/** How many payments by a method are in no sum, because their money cannot be read. */
export const toCheckOf = (
  figures: Pick<ShiftFigures, 'byMethod'> | null,
  methodId: string,
): number | undefined => figures?.byMethod.find((each) => each.methodId === methodId)?.toCheck

export function tipsCases(
  figure: TipVariants,
  tips: TipsInAmount,
): { tipsCase: TipsCase; value: number }[] {
  const { inside, outside } = figure
  if (tips !== 'unknown') return [{ tipsCase: 'only', value: figure[tips] }]
  if (inside === outside) return [{ tipsCase: 'only', value: inside }]
  return [
    { tipsCase: 'inside', value: inside },
    { tipsCase: 'outside', value: outside },
  ]
}

export const kindOf = (value: number): 'over' | 'short' | 'exact' => {
  if (value === 0) return 'exact'
  return value > 0 ? 'over' : 'short'
}

const plus = (one: TipVariants, other: TipVariants): TipVariants => ({
  inside: one.inside + other.inside,
  outside: one.outside + other.outside,
})
const nothing: TipVariants = { inside: 0, outside: 0 }

/** The sum over all methods. It is unknown if one method was not counted. */
export function sumLines(lines: readonly OverShort[]): {
  counted: number | null
  expected: TipVariants
  overShort: TipVariants | null
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
