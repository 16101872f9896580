import type { FloorPlan } from '#contract/reservations/reservations.ts'

export type Sector = FloorPlan['sectors'][number]
export type Table = Sector['tables'][number]
/** A bar or a wall. */
export type Fixture = Sector['fixtures'][number]

/** A rectangle on the floor plan, in cells. */
export interface Box {
  x: number
  y: number
  width: number
  height: number
}

/** A table with its place; `isPlaced` is false if nobody has placed it and it stands in a row with others. */
export interface PlacedTable extends Box {
  table: Table
  turn: number
  isPlaced: boolean
}

/** How many tables without a place stand in a row. */
const perRow = 5
/** The room between tables: their chairs, and a way for the waiter. */
const gap = 2
/** The smallest side of a table; it must have room for a name and a party. */
const side = 3

/** The size of a table's top, in cells. A square table grows to the side, a round one on all sides. */
export function tableSize({ shape, seats }: Pick<Table, 'shape' | 'seats'>): {
  width: number
  height: number
} {
  const width = Math.min(12, Math.max(side, Math.ceil(seats / 2) + Number(seats > 4)))
  return { width, height: shape === 'round' ? Math.min(7, width) : side }
}

const bottomOf = (boxes: readonly Box[]): number =>
  Math.max(0, ...boxes.map(({ y, height }) => y + height))

/** All tables of a sector. Those that nobody placed stand in rows below the others, in their order. */
export function placedTables({
  tables,
  fixtures,
}: Pick<Sector, 'tables' | 'fixtures'>): PlacedTable[] {
  const placed = tables.flatMap((table): PlacedTable[] =>
    table.place === null ? [] : [{ table, ...table.place, ...tableSize(table), isPlaced: true }],
  )
  const rest = tables.filter(({ place }) => place === null)
  let top = placed.length + fixtures.length === 0 ? 1 : bottomOf([...placed, ...fixtures]) + gap
  for (let first = 0; first < rest.length; first += perRow) {
    const row = rest.slice(first, first + perRow)
    let x = 1
    for (const table of row) {
      const size = tableSize(table)
      placed.push({ table, x, y: top, ...size, turn: 0, isPlaced: false })
      x += size.width + gap
    }
    top += Math.max(...row.map((table) => tableSize(table).height)) + gap
  }
  return placed
}

/** The part of a sector that something stands in, with a margin for chairs. */
export function roomOf(sector: Pick<Sector, 'tables' | 'fixtures'>): Box {
  const boxes: Box[] = [...placedTables(sector), ...sector.fixtures]
  if (boxes.length === 0) return { x: 0, y: 0, width: 24, height: 16 }
  const x = Math.max(0, Math.min(...boxes.map((box) => box.x)) - 1)
  const y = Math.max(0, Math.min(...boxes.map((box) => box.y)) - 1)
  const right = Math.max(...boxes.map((box) => box.x + box.width)) + 1
  return { x, y, width: right - x, height: bottomOf(boxes) + 1 - y }
}
