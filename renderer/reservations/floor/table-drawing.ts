import type { Box, Table } from './geometry.ts'

/** A chair: its middle in cells from the table's top left corner, and which way it faces, in degrees. */
export interface Chair {
  x: number
  y: number
  turn: number
}

/** In cells. */
interface Point {
  x: number
  y: number
}

interface Sides {
  shape: Table['shape']
  seats: number
  width: number
  height: number
}

/** From the edge of the table to the middle of a chair, in cells. */
const away = 0.35

/** Chairs in a row along one side, from its start. */
const along = (n: number, length: number, at: (middle: number) => Chair): Chair[] =>
  Array.from({ length: n }, (_, nth) => at(((nth + 0.5) * length) / n))

function aroundOval({ seats, width, height }: Sides): Chair[] {
  const [rx, ry] = [width / 2, height / 2]
  // More would overlap.
  const n = Math.min(seats, Math.floor(Math.PI * (rx + ry)))
  return Array.from({ length: n }, (_, nth) => {
    const angle = (nth / n) * 2 * Math.PI
    return {
      x: rx + Math.sin(angle) * (rx + away),
      y: ry - Math.cos(angle) * (ry + away),
      turn: (angle * 180) / Math.PI,
    }
  })
}

/** One at each end from three seats on, the others along the long sides. */
function aroundSquare({ seats, width, height }: Sides): Chair[] {
  const ends = Math.min(2, Math.max(0, seats - 2))
  const perSide = Math.floor(width)
  const above = Math.min(perSide, Math.ceil((seats - ends) / 2))
  const below = Math.min(perSide, Math.floor((seats - ends) / 2))
  return [
    ...along(above, width, (x) => ({ x, y: -away, turn: 0 })),
    ...along(below, width, (x) => ({ x, y: height + away, turn: 180 })),
    ...along(Math.min(1, ends), height, (y) => ({ x: -away, y, turn: 270 })),
    ...along(Math.max(0, ends - 1), height, (y) => ({ x: width + away, y, turn: 90 })),
  ]
}

/** The chairs around a table, as in a drawing from above. */
export const chairsOf = (sides: Sides): Chair[] =>
  sides.shape === 'round' ? aroundOval(sides) : aroundSquare(sides)

/** The size of the upright text on a table that may be turned, in cells. */
export function faceSize(width: number, height: number, turn: number) {
  if (turn % 180 === 0) return { width, height }
  if (turn % 90 === 0) return { width: height, height: width }
  const angle = (turn * Math.PI) / 180
  const side = Math.min(width, height) / (Math.abs(Math.cos(angle)) + Math.abs(Math.sin(angle)))
  return { width: side, height: side }
}

/** The lines that join the tables of a party: each table to the nearest one that is joined already. */
export function bridgesOf(tables: readonly Box[]): { from: Point; to: Point }[] {
  const [first, ...rest] = tables.map(({ x, y, width, height }) => ({
    x: x + width / 2,
    y: y + height / 2,
  }))
  if (first === undefined) return []
  const joined = [first]
  const bridges: { from: Point; to: Point }[] = []
  while (rest.length > 0) {
    const pairs = rest.flatMap((to) =>
      joined.map((from) => ({ from, to, length: Math.hypot(to.x - from.x, to.y - from.y) })),
    )
    const [shortest] = pairs.toSorted((one, other) => one.length - other.length)
    if (shortest === undefined) break
    bridges.push({ from: shortest.from, to: shortest.to })
    joined.push(shortest.to)
    rest.splice(rest.indexOf(shortest.to), 1)
  }
  return bridges
}
