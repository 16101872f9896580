import type { OverShort } from './count.ts'

/**
 * Whether what was counted of a method is what was expected: by the reading of the tips that the store has said, or by one
 * of the two that are still possible. Nobody asks then why it is over or short.
 */
export function isExact({ known, overShort }: Pick<OverShort, 'known' | 'overShort'>): boolean {
  if (overShort === null) return false
  return known === null ? overShort.inside === 0 || overShort.outside === 0 : known === 0
}
