import type { KitchenFigures, Speed } from '#contract/kitchen-figures.ts'
import { tableOf, type Cell } from '../table.ts'

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

type Line = readonly Cell[]

const line = (what: string, name: Cell, speed: Speed, pieces: number | null = null): Line => [
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
const count = (
  what: string,
  name: Cell,
  orders: number | null,
  n: number,
  seconds: number | null,
) => [what, name, orders, null, null, null, null, n, seconds] as const

/** Figures for a spreadsheet: a line for all, each day, hour and product, and what was counted. */
export function figuresTable(figures: KitchenFigures): Promise<string> {
  const { from, to, all, days, hours, products, soldOut } = figures
  const lines: Line[] = [
    line('all', `${from} ${to}`, all),
    ...days.map((each) => line('day', each.day, each)),
    ...hours.map((each) => line('hour', each.hour, each)),
    ...products.map((each) => line('product', each.name, each, each.pieces)),
    ...soldOut.map(({ name, times, seconds, orders }) =>
      count('soldOut', name, orders, times, seconds),
    ),
    count('early', null, null, figures.early, null),
    count('recalls', null, null, figures.recalls, null),
    count('driversLost', null, null, figures.driversLost, null),
    count('withoutBump', null, null, figures.withoutBump, null),
  ]
  return tableOf(columns, lines, (each) => each)
}
