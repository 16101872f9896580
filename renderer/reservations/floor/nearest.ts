/** The middle of a table on screen. */
export interface Spot {
  id: string
  x: number
  y: number
}

const ways = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
} as const
export type ArrowKey = keyof typeof ways

export const isArrow = (key: string): key is ArrowKey => key in ways

/**
 * The nearest table in the direction of an arrow key; null at the edge. A table that is much more
 * aside than ahead is not in that direction, and what is aside counts twice.
 */
export function nearestTable(spots: readonly Spot[], from: Spot, key: ArrowKey): string | null {
  const [right, down] = ways[key]
  const inReach = spots
    .filter(({ id }) => id !== from.id)
    .map(({ id, x, y }) => {
      const ahead = (x - from.x) * right + (y - from.y) * down
      const aside = Math.abs((x - from.x) * down) + Math.abs((y - from.y) * right)
      return { id, ahead, aside }
    })
    .filter(({ ahead, aside }) => ahead > 0 && aside <= ahead * 2)
    .toSorted((one, other) => one.ahead + 2 * one.aside - other.ahead - 2 * other.aside)
  return inReach[0]?.id ?? null
}
