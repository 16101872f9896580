import type { KitchenFigures, Speed } from '#contract/kitchen-figures/kitchen-figures.ts'
import type { Cell } from '../core/table.ts'
import { longTable } from '../worker/long-table.ts'

const columns = [
  'what',
  'name',
  'orders',
  'late',
  'medianSeconds',
  'ninetiethSeconds',
  'pieces',
  'count',
  'seconds',
]

type Row = readonly Cell[]

const speedRow = (what: string, name: Cell, speed: Speed, pieces: number | null = null): Row => [
  what,
  name,
  speed.orders,
  speed.late,
  speed.medianSeconds,
  speed.ninetiethSeconds,
  pieces,
  null,
  null,
]
const countRow = (
  what: string,
  name: Cell,
  orders: number | null,
  n: number,
  seconds: number | null,
) => [what, name, orders, null, null, null, null, n, seconds] as const

/** Figures for a spreadsheet (CSV): a row for the total, each day, hour and product, and each count. */
export function figuresTable(figures: KitchenFigures): Promise<string> {
  const { from, to, all, days, hours, products, soldOut } = figures
  const rows: Row[] = [
    speedRow('all', `${from} ${to}`, all),
    ...days.map((each) => speedRow('day', each.day, each)),
    ...hours.map((each) => speedRow('hour', each.hour, each)),
    ...products.map((each) => speedRow('product', each.name, each, each.pieces)),
    ...soldOut.map(({ name, times, seconds, orders }) =>
      countRow('soldOut', name, orders, times, seconds),
    ),
    countRow('early', null, null, figures.early, null),
    countRow('recalls', null, null, figures.recalls, null),
    countRow('driversLost', null, null, figures.driversLost, null),
    countRow('withoutBump', null, null, figures.withoutBump, null),
  ]
  return longTable(columns, rows, (each) => each)
}
