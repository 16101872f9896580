import type { WallSize } from '#contract/settings/fields.ts'

const factors: Record<WallSize, number> = { S: 0.85, M: 1, L: 1.2, XL: 1.45, XXL: 1.75 }

/** The share of the screen's height that is readable from two metres (26 px at 1080). */
const share = 26 / 1080
const usual = 16
const min = 18 / usual

/** On dense cards. */
const denseFactor = 0.92

/**
 * The size of a dish's name on the wall, in px, on a screen of `height` px whose browser has text
 * of `text` px (usually 16).
 */
export function dishSize(height: number, text: number, size: WallSize, dense = false): number {
  const normal = Math.max(min, (share * height) / usual) * text
  return Math.round(normal * factors[size] * (dense ? denseFactor : 1) * 2) / 2
}

/** The gap between cards, in px. */
export const gapOf = (dish: number): number => Math.round(dish * 0.25)

// Column widths in sizes of a dish's name: a comfortable one, and the narrowest.
const comfortable = 12.2
const comfortableDense = 10.5
const narrowest = 8.5

/**
 * How many columns a wall of `width` px has: the chosen number if the text has room, else the
 * number that is easy to read.
 */
export function columnsOf(
  width: number,
  dish: number,
  chosen: number | null,
  dense = false,
): number {
  // Every column but the last has a gap after it.
  const fit = (column: number) => Math.max(1, Math.floor((width + gapOf(dish)) / (column * dish)))
  return chosen === null
    ? fit(dense ? comfortableDense : comfortable)
    : Math.min(chosen, fit(narrowest))
}
