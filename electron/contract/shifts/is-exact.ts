import type { OverShort } from './count.ts'

/**
 * Whether the counted amount of a method equals the expected one, for the place of the tips that
 * the store has set, or for one of the two possible places. An exact method needs no note.
 */
export function isExact({
  known: difference,
  overShort,
}: Pick<OverShort, 'known' | 'overShort'>): boolean {
  if (overShort === null) return false
  return difference === null ? overShort.inside === 0 || overShort.outside === 0 : difference === 0
}
