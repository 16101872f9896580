import type { StockState } from '#contract/stock.ts'

/** What the menu said of an item when it was last read. Instants are ISO, by the platform's clock. */
export interface MenuWord {
  available: boolean
  /** When it said so. */
  at: string
  /** When it was first seen to say so; empty where it never said otherwise. */
  since: string
}

/**
 * How long after a change a menu may still tell what was before: the platform changes stock in the background, and may
 * answer a menu that it has kept (platform/README.md, Stock).
 */
export const menuLagMs = 5 * 60_000

/** Whether a menu of one instant tells what was listed at another, and not what was before it. */
export const isSettled = (menuAt: string, listedAt: string): boolean =>
  Date.parse(menuAt) - Date.parse(listedAt) > menuLagMs

/** Whether it fits what we believe; of a count that orders wear down it cannot tell much. */
const fits = ({ available }: MenuWord, state: StockState['state']): boolean =>
  state === 'counted' || available === (state === 'on-sale')

/**
 * Whether the menu knows better than what the platform listed last. An item that it takes off is off. That it offers one
 * says little, since not every menu follows the stock: it counts once the menu was seen to change to that since.
 */
export const outranks = (word: MenuWord, state: StockState['state'], listedAt: string): boolean =>
  !fits(word, state) &&
  isSettled(word.at, listedAt) &&
  (!word.available || (word.since !== '' && Date.parse(word.since) > Date.parse(listedAt)))
