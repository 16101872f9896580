import type { FloorPlan } from '#contract/reservations/reservations.ts'
import { say } from '../messages.ts'
import { sectorName, tablesNote } from '../status-style.ts'
import { isTable, overlaps, repeatedNames, standsAt, type PlanItem } from './edit-plan.ts'
import { itemsOf } from './plan-drawing.ts'

/** How many problems are listed; the drawing marks all of them. */
const maxProblems = 3

const itemName = (plan: FloorPlan, item: PlanItem): string =>
  isTable(item) ? tablesNote(plan, [item.id]) : say(`plan.${item.kind}`)

/** A item and its place, for screen readers. */
export function itemText(plan: FloorPlan, item: PlanItem): string {
  const { x, y } = standsAt(item)
  const name = itemName(plan, item)
  return [
    isTable(item) ? `${name}, ${say('floor.seats', { n: item.seats })}` : name,
    say('plan.place', { column: x + 1, row: y + 1 }),
  ].join(', ')
}

/** What looks wrong about a plan. It can be saved nevertheless. */
export function planProblems(plan: FloorPlan): string[] {
  const repeated = repeatedNames(plan).map((name) => say('plan.repeated', { name }))
  const overlapping = plan.sectors.flatMap((sector) =>
    overlaps(itemsOf(sector)).map(([one, other]) =>
      say('plan.overlap', {
        one: itemName(plan, one),
        other: itemName(plan, other),
        sector: sectorName(sector),
      }),
    ),
  )
  return [...repeated, ...overlapping].slice(0, maxProblems)
}
