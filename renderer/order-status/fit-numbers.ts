/** Lengths are in px. */
export interface Box {
  width: number
  height: number
}

interface Limits {
  /** The smallest size of a number that is still readable, and the largest. */
  min: number
  max: number
}

interface Numbers {
  /** How many there are. */
  count: number
  /** How many more there are that have no place in the list. */
  more: number
  /** The width of the widest, in em. */
  widest: number
  /** A line below each number. */
  hasNames: boolean
  /** The first has a line of its own, and is larger. */
  hasLead: boolean
}

/** How numbers fill a box. */
export interface Fit {
  size: number
  columns: number
  /** How many of the list are shown; the others are counted. */
  shown: number
}

/** Of the number's size. */
export const columnGap = 0.4
export const rowGap = 0.16
export const numberLine = 1.1
export const nameLine = 0.5
export const leadScale = 1.6

/** Each step makes numbers this much smaller. */
const step = 0.96

const placesIn = (length: number, item: number, gap: number): number =>
  Math.max(1, Math.floor((length + gap) / (item + gap)))

/**
 * The largest size at which all numbers fit, as few are read from farther away than many. At the
 * smallest size, the last place tells how many more there are.
 */
export function fitNumbers({ width, height }: Box, numbers: Numbers, { min, max }: Limits): Fit {
  const { count, more, widest, hasNames, hasLead } = numbers
  const line = numberLine + (hasNames ? nameLine : 0)
  const lead = hasLead ? Math.sign(count) : 0
  const rest = count - lead + Math.sign(more)
  for (let size = max; ; size = Math.max(min, size * step)) {
    const left = height - lead * (leadScale * line + 2 * rowGap) * size
    const columns = placesIn(width, widest * size, columnGap * size)
    const places = columns * placesIn(left, line * size, rowGap * size)
    const isWhole = widest * size <= width && Math.sign(rest) * line * size <= left
    if (isWhole && rest <= places) return { size, columns, shown: count }
    if (size > min) continue
    const shown = rest <= places ? count : Math.max(0, Math.min(count, lead + places - 1))
    return { size, columns, shown }
  }
}
