import type { FloorPlan } from '#contract/reservations/reservations.ts'

export type Table = FloorPlan['sectors'][number]['tables'][number]

/** Looks tables up by id, in the order of `ids`. Skips unknown ids. */
export function tablesOf(plan: FloorPlan, ids: readonly string[]): Table[] {
  const all = new Map(plan.sectors.flatMap(({ tables }) => tables.map((each) => [each.id, each])))
  return ids.flatMap((id) => all.get(id) ?? [])
}

/** Skips tables without a name: their ids mean nothing to people. */
export const tableNames = (plan: FloorPlan, ids: readonly string[]): string[] =>
  tablesOf(plan, ids).flatMap(({ name }) => (name === '' ? [] : [name]))

/** Removes the names that older versions derived from the platform's ids. */
export function withoutIdNames(plan: FloorPlan): FloorPlan {
  const named = <Part extends { id: string; name: string }>(part: Part, longest: number): Part =>
    part.name === part.id.slice(0, longest).trim() ? { ...part, name: '' } : part
  return {
    sectors: plan.sectors.map((sector) => ({
      ...named(sector, 60),
      tables: sector.tables.map((table) => (table.learned ? named(table, 30) : table)),
    })),
  }
}

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
 * Adds the sector and the tables of a platform answer that the plan does not have. They have no
 * name until a person enters one, and their number of seats is derived from the party. Returns the
 * same object if there is nothing new.
 */
export function collectTables(
  plan: FloorPlan,
  seen: { sectorId: string | null; tableIds: readonly string[]; partySize: number },
): FloorPlan {
  const { sectorId } = seen
  const fresh = [...new Set(seen.tableIds)].filter((id) => tablesOf(plan, [id]).length === 0)
  const isKnown = plan.sectors.some(({ id }) => id === sectorId)
  if (sectorId === null || (isKnown && fresh.length === 0)) return plan
  const seats = Math.max(1, Math.min(100, Math.ceil(seen.partySize / seen.tableIds.length || 1)))
  const tables = fresh.map((id): Table => ({ id, name: '', seats, learned: true }))
  const sectors = isKnown ? plan.sectors : [...plan.sectors, { id: sectorId, name: '', tables: [] }]
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
