import type { FloorPlan } from '#contract/reservations.ts'

export type Table = FloorPlan['sectors'][number]['tables'][number]

/** The known ones of some tables, in their order. */
export function tablesOf(plan: FloorPlan, ids: readonly string[]): Table[] {
  const all = new Map(plan.sectors.flatMap(({ tables }) => tables.map((each) => [each.id, each])))
  return ids.flatMap((id) => all.get(id) ?? [])
}

/** What tables are called; one that nobody knows has its id. */
export const tableNames = (plan: FloorPlan, ids: readonly string[]): string[] =>
  ids.map((id) => tablesOf(plan, [id])[0]?.name ?? id)

/** Whether an id stands twice: two of one id are no two tables. */
export function hasTwins({ sectors }: FloorPlan): boolean {
  const twice = (ids: string[]): boolean => new Set(ids).size < ids.length
  return (
    twice(sectors.map(({ id }) => id)) ||
    twice(sectors.flatMap(({ tables }) => tables.map(({ id }) => id)))
  )
}

const mostSectors = 50
const mostTables = 300

/**
 * The plan with what an answer of the platform named and nobody here has drawn yet, called by its id until a person says
 * otherwise; the same plan where there is nothing new. How many sit there is a guess by the party.
 */
export function learnTables(
  plan: FloorPlan,
  seen: { sectorId: string | null; tableIds: readonly string[]; partySize: number },
): FloorPlan {
  const { sectorId } = seen
  const fresh = [...new Set(seen.tableIds)].filter((id) => tablesOf(plan, [id]).length === 0)
  const isKnown = plan.sectors.some(({ id }) => id === sectorId)
  if (sectorId === null || (isKnown && fresh.length === 0)) return plan
  const seats = Math.max(1, Math.min(100, Math.ceil(seen.partySize / seen.tableIds.length || 1)))
  const tables = fresh.map((id): Table => ({ id, name: id.slice(0, 30), seats, learned: true }))
  const sectors = isKnown
    ? plan.sectors
    : [...plan.sectors, { id: sectorId, name: sectorId.slice(0, 60), tables: [] }]
  return {
    sectors: sectors
      .slice(0, mostSectors)
      .map((each) =>
        each.id === sectorId
          ? { ...each, tables: [...each.tables, ...tables].slice(0, mostTables) }
          : each,
      ),
  }
}
