import type { WallSize } from '#contract/settings/fields.ts'

const factors: Record<WallSize, number> = { S: 0.85, M: 1, L: 1.2, XL: 1.45, XXL: 1.75 }

/** Of the screen's height: letters that are read from two metres (26 px at 1080). */
const share = 26 / 1080
const usual = 16
const least = 18 / usual

/** How large a dish's name is on the wall, in px, on a screen of `height` px whose browser has text of `text` px (usually 16). */
export function dishSize(height: number, text: number, size: WallSize): number {
  const normal = Math.max(least, (share * height) / usual) * text
  return Math.round(normal * factors[size] * 2) / 2
}

/** What is left between the cards, in px. */
export const gapOf = (dish: number): number => Math.round(dish * 0.25)

// In sizes of a dish's name: what a line of a dish takes, and what it may be squeezed to.
const comfortable = 12.2
const narrowest = 8.5

/** How many columns a wall of `width` px has: as chosen, as far as words have room, else as many as read well. */
export function columnsOf(width: number, dish: number, chosen: number | null): number {
  // Each has a gap behind it but the last.
  const fit = (column: number) => Math.max(1, Math.floor((width + gapOf(dish)) / (column * dish)))
  return chosen === null ? fit(comfortable) : Math.min(chosen, fit(narrowest))
}
