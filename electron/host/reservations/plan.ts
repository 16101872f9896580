import { floorPlanSchema, type FloorPlan } from '#contract/reservations/reservations.ts'
import { learnTables, withoutIdNames } from '#domain/reservations/floor-plan.ts'
import type { Values } from '../db/values.ts'

/** The store's own sectors and tables. Writes belong into the caller's transaction. */
export interface Plan {
  read(): FloorPlan
  save(plan: FloorPlan): void
  /** Takes in what an answer of the platform named; answers whether there was something new. */
  learn(seen: Parameters<typeof learnTables>[1]): boolean
}

export function createPlan(values: Values): Plan {
  const kept = values<FloorPlan>('floorPlan', floorPlanSchema)
  const read = (): FloorPlan => withoutIdNames(kept.read() ?? { sectors: [] })
  return {
    read,
    save: kept.write,
    learn(seen) {
      const before = read()
      const after = learnTables(before, seen)
      if (after !== before) kept.write(after)
      return after !== before
    },
  }
}
