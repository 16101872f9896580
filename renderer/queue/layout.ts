/** The grid of the queue in CSS pixels. */
export interface Grid {
  columns: number
  /** Rows that a screenful shows. */
  rows: number
  columnWidth: number
  rowHeight: number
  gap: number
}

// In rem, so that larger text makes fewer and larger cells. At 1280x800 this gives five by two.
const narrowest = 13.75
const comfortable = 15.25
const lowest = 14
const gapRem = 0.625

/** As many equal cells as fit a viewport; at least one, and never lower than a card needs. */
export function measureGrid(width: number, height: number, rem: number): Grid {
  const gap = gapRem * rem
  const columns = Math.max(1, Math.floor((width + gap) / (narrowest * rem + gap)))
  const rows = Math.max(1, Math.floor((height + gap) / (comfortable * rem + gap)))
  return {
    columns,
    rows,
    columnWidth: Math.floor((width - gap * (columns - 1)) / columns),
    rowHeight: Math.max(lowest * rem, Math.floor((height - gap * (rows - 1)) / rows)),
    gap,
  }
}

/** However long the tickets, a screenful shows this many of them, as far as it has cells. */
const atLeastShown = 10

/**
 * Which of the cards that are long get a second row: the first ones in their order, as long as a screenful
 * still shows ten cards, or all of them. The others scroll within themselves.
 */
export function tallCards(
  long: readonly boolean[],
  { columns, rows }: Pick<Grid, 'columns' | 'rows'>,
): boolean[] {
  let spare = columns * rows - Math.min(long.length, atLeastShown)
  return long.map((isLong) => isLong && spare-- > 0)
}

export interface Placement {
  row: number
  column: number
  rows: number
}

/**
 * Cells for cards of one or two rows, row by row. A cell that a tall card left free behind the last placed
 * one stays free: a later ticket never stands before an earlier one.
 */
export function layoutCards(
  sizes: readonly number[],
  columns: number,
): { placements: Placement[]; rowCount: number } {
  const taken = new Set<number>()
  let cell = 0
  let rowCount = 0
  const placements = sizes.map((rows): Placement => {
    while (taken.delete(cell)) cell++
    const placement = { row: Math.floor(cell / columns), column: cell % columns, rows }
    for (let row = 1; row < rows; row++) taken.add(cell + row * columns)
    rowCount = Math.max(rowCount, placement.row + rows)
    cell++
    return placement
  })
  return { placements, rowCount }
}

/** First and last row to render for a scroll position: what is seen, and one row on either side. */
export function visibleRows(
  scrollTop: number,
  viewportHeight: number,
  { rowHeight, gap }: Pick<Grid, 'rowHeight' | 'gap'>,
): { first: number; last: number } {
  const pitch = rowHeight + gap
  return {
    first: Math.max(0, Math.floor(scrollTop / pitch) - 1),
    last: Math.floor((scrollTop + viewportHeight) / pitch) + 1,
  }
}
