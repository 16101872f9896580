import type { FloorPlan } from '#contract/reservations/reservations.ts'
import { placedTables, tableSize, type Box, type Fixture, type Table } from '../floor/geometry.ts'

/** What stands in a sector. */
export type PlanItem = Table | Fixture

/** In cells. */
interface Point {
  x: number
  y: number
}

/** The last cell of a plan, as the host allows. */
const last = 200
/** The room that a new item leaves to others: chairs, and a way for the waiter. */
const gap = 2
/** A round table counts as a polygon with this many corners. */
const roundCorners = 16

const inPlan = (cells: number, min = 0): number => Math.min(last, Math.max(min, Math.round(cells)))

export const isTable = (item: PlanItem): item is Table => 'seats' in item

/** Gives every table a place: where it is drawn anyway. */
export const placeAll = (plan: FloorPlan): FloorPlan => ({
  sectors: plan.sectors.map((sector) => {
    const places = new Map(
      placedTables(sector).map(({ table, x, y, turn }) => [table.id, { x, y, turn }]),
    )
    return {
      ...sector,
      tables: sector.tables.map((table) => ({ ...table, place: places.get(table.id) ?? null })),
    }
  }),
})

/** Where a item stands before it is turned, and its turn in degrees. */
export function standsAt(item: PlanItem): Box & { turn: number } {
  if (!isTable(item)) return { ...item, turn: 0 }
  return { ...(item.place ?? { x: 0, y: 0, turn: 0 }), ...tableSize(item) }
}

/** The outline of a item after it is turned. */
function cornersOf(item: PlanItem): Point[] {
  const { x, y, width, height, turn } = standsAt(item)
  const [rx, ry] = [width / 2, height / 2]
  const isRound = isTable(item) && item.shape === 'round'
  const around = isRound
    ? Array.from({ length: roundCorners }, (_, nth) => {
        const angle = (2 * Math.PI * nth) / roundCorners
        return { x: rx * Math.cos(angle), y: ry * Math.sin(angle) }
      })
    : [
        { x: -rx, y: -ry },
        { x: rx, y: -ry },
        { x: rx, y: ry },
        { x: -rx, y: ry },
      ]
  const [cos, sin] = [Math.cos((turn * Math.PI) / 180), Math.sin((turn * Math.PI) / 180)]
  return around.map((corner) => ({
    x: x + rx + corner.x * cos - corner.y * sin,
    y: y + ry + corner.x * sin + corner.y * cos,
  }))
}

/** The cells that a item takes after it is turned. */
export function boundsOf(item: PlanItem): Box {
  const corners = cornersOf(item)
  const x = Math.min(...corners.map((corner) => corner.x))
  const y = Math.min(...corners.map((corner) => corner.y))
  return {
    x,
    y,
    width: Math.max(...corners.map((corner) => corner.x)) - x,
    height: Math.max(...corners.map((corner) => corner.y)) - y,
  }
}

/** How far two edges may be apart and still meet, because turned tables end between cells. */
const slack = 0.01

const boxesMeet = (one: Box, other: Box): boolean =>
  one.x < other.x + other.width - slack &&
  other.x < one.x + one.width - slack &&
  one.y < other.y + other.height - slack &&
  other.y < one.y + one.height - slack

/** Whether an edge of the first outline has all of the second outline on its other side. */
const isSeparate = (outline: readonly Point[], other: readonly Point[]): boolean =>
  outline.some((from, nth) => {
    const to = outline[(nth + 1) % outline.length] ?? from
    const length = Math.hypot(to.x - from.x, to.y - from.y)
    return other.every(
      ({ x, y }) =>
        (to.x - from.x) * (y - from.y) - (to.y - from.y) * (x - from.x) <= slack * length,
    )
  })

/** Whether two items share floor. */
export function overlap(one: PlanItem, other: PlanItem): boolean {
  if (!boxesMeet(boundsOf(one), boundsOf(other))) return false
  const [first, second] = [cornersOf(one), cornersOf(other)]
  return !isSeparate(first, second) && !isSeparate(second, first)
}

/** Pairs that share floor, a table in each: walls and a bar may meet. */
export function overlaps(items: readonly PlanItem[]): [PlanItem, PlanItem][] {
  const placed = items.map((item) => ({ item, box: boundsOf(item) }))
  return placed.flatMap(({ item, box }, nth) =>
    placed
      .slice(nth + 1)
      .filter(
        (other) =>
          (isTable(item) || isTable(other.item)) &&
          boxesMeet(box, other.box) &&
          overlap(item, other.item),
      )
      .map((other): [PlanItem, PlanItem] => [item, other.item]),
  )
}

/** A item at another place, never outside the plan. */
export function movedTo(item: PlanItem, to: Point): PlanItem {
  const [x, y] = [inPlan(to.x), inPlan(to.y)]
  return isTable(item) ? { ...item, place: { turn: 0, ...item.place, x, y } } : { ...item, x, y }
}

/** A table turned by 45°; a bar or a wall lies across instead of along. */
export function turned(item: PlanItem): PlanItem {
  if (!isTable(item)) return { ...item, width: item.height, height: item.width }
  const { x, y, turn } = standsAt(item)
  return { ...item, place: { x, y, turn: (turn + 45) % 360 } }
}

/** A bar or a wall of another size. */
export const resized = (fixture: Fixture, size: { width: number; height: number }): Fixture => ({
  ...fixture,
  width: inPlan(size.width, 1),
  height: inPlan(size.height, 1),
})

/** Where a item has room, as near as possible. */
export function freePlace(item: PlanItem, others: readonly PlanItem[], near: Point): PlanItem {
  const boxes = others.map(boundsOf)
  const right = Math.max(near.x, ...boxes.map(({ x, width }) => x + width)) + gap
  const bottom = Math.max(near.y, ...boxes.map(({ y, height }) => y + height)) + gap
  const start = boundsOf(movedTo(item, { x: 0, y: 0 }))
  let best = near
  let distance = Infinity
  for (let y = 0; y <= Math.min(last, bottom); y += 1)
    for (let x = 0; x <= Math.min(last, right); x += 1) {
      const away = Math.hypot(x - near.x, y - near.y)
      if (away >= distance) continue
      const wide = {
        x: start.x + x - gap,
        y: start.y + y - gap,
        width: start.width + 2 * gap,
        height: start.height + 2 * gap,
      }
      if (boxes.some((box) => boxesMeet(wide, box))) continue
      best = { x, y }
      distance = away
    }
  return movedTo(item, best)
}

/** The next name that no table has: `Mesa 8` after `Mesa 7`. */
export function nextName({ sectors }: FloorPlan, after: string): string {
  const names = new Set(sectors.flatMap(({ tables }) => tables.map(({ name }) => name)))
  const [, words = '', digits = '0'] = /^(.*?)(\d+)$/u.exec(after) ?? []
  let n = Number(digits) + 1
  while (names.has(`${words}${String(n)}`)) n += 1
  return `${words}${String(n)}`
}

/** Names that several tables have. */
export function repeatedNames({ sectors }: FloorPlan): string[] {
  const seen = new Set<string>()
  const repeated = new Set<string>()
  for (const { name } of sectors.flatMap(({ tables }) => tables)) {
    if (name === '') continue
    if (seen.has(name)) repeated.add(name)
    seen.add(name)
  }
  return [...repeated]
}
