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

const withoutIdName = <Part extends { id: string; name: string }>(
  part: Part,
  maxLength: number,
): Part => (part.name === part.id.slice(0, maxLength).trim() ? { ...part, name: '' } : part)

/** Removes the names that older versions derived from the platform's ids. */
export const withoutIdNames = (plan: FloorPlan): FloorPlan => ({
  sectors: plan.sectors.map((sector) => ({
    ...withoutIdName(sector, 60),
    tables: sector.tables.map((table) => (table.learned ? withoutIdName(table, 30) : table)),
  })),
})

const isRepeated = (ids: readonly string[]): boolean => new Set(ids).size < ids.length

export const hasTwins = ({ sectors }: FloorPlan): boolean =>
  isRepeated(sectors.map(({ id }) => id)) ||
  isRepeated(sectors.flatMap(({ tables }) => tables.map(({ id }) => id)))

/** The tables that an answer of the platform names. */
export interface SeenTables {
  sectorId: string | null
  tableIds: readonly string[]
  partySize: number
}

const maxSectors = 50
const maxTables = 300

/**
 * Adds the sector and the tables of a platform answer that the plan does not have. They have no
 * name until a person enters one, and their number of seats is derived from the party. Returns the
 * same object if there is nothing new.
 */
export function collectTables(
  plan: FloorPlan,
  { sectorId, tableIds, partySize }: SeenTables,
): FloorPlan {
  const fresh = [...new Set(tableIds)].filter((id) => tablesOf(plan, [id]).length === 0)
  const isKnown = plan.sectors.some(({ id }) => id === sectorId)
  if (sectorId === null || (isKnown && fresh.length === 0)) return plan
  const seats = Math.max(1, Math.min(100, Math.ceil(partySize / tableIds.length || 1)))
  const tables = fresh.map((id): Table => ({ id, name: '', seats, learned: true }))
  const sectors = isKnown ? plan.sectors : [...plan.sectors, { id: sectorId, name: '', tables: [] }]
  return {
    sectors: sectors
      .slice(0, maxSectors)
      .map((each) =>
        each.id === sectorId
          ? { ...each, tables: [...each.tables, ...tables].slice(0, maxTables) }
          : each,
      ),
  }
}
