import type { Box } from './geometry.ts'

/** Cells between two rooms. */
const roomGap = 1
/** A room's name stands in a line above it, if there are several. */
export const titleCells = 1

export interface Arrangement {
  way: 'row' | 'column'
  columns: number
  rows: number
}

const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0)

function arrangedIn(way: Arrangement['way'], rooms: readonly Box[]): Arrangement {
  const gaps = (rooms.length - 1) * roomGap
  const widths = rooms.map(({ width }) => width)
  const heights = rooms.map(({ height }) => height + titleCells)
  return way === 'row'
    ? { way, columns: sum(widths) + gaps, rows: Math.max(...heights) }
    : { way, columns: Math.max(...widths), rows: sum(heights) + gaps }
}

/** The length of a cell with which an arrangement fills a place, in pixels. */
const cellIn = ({ columns, rows }: Arrangement, width: number, height: number): number =>
  Math.min(width / columns, height / rows)

/**
 * How all rooms are in sight together: beside or below each other, whichever makes them larger.
 * Null if the cells would be smaller than `minCell` pixels; then one room is shown at a time.
 */
export function arrangeRooms(
  rooms: readonly Box[],
  { width, height }: { width: number; height: number },
  minCell: number,
): Arrangement | null {
  const ways = [arrangedIn('row', rooms), arrangedIn('column', rooms)]
  const [best] = ways.toSorted(
    (one, other) => cellIn(other, width, height) - cellIn(one, width, height),
  )
  return best !== undefined && cellIn(best, width, height) >= minCell ? best : null
}
