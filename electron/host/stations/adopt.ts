import { fold } from '#contract/shared/fold.ts'
import type { ProfileStation } from '#contract/relay/instruction.ts'
import type { Station, StationRule } from '#contract/stations/station.ts'
import type { StockGroup } from '#contract/stock/stock.ts'

/**
 * The stations and rules of a kitchen with those of a chain's profile. Stations and categories go by
 * their names, because each store has ids of its own. Stations that the profile doesn't name stay.
 * `missing`: categories that the menu doesn't have.
 */
export function adoptStations(
  before: { stations: readonly Station[]; rules: readonly StationRule[] },
  profile: readonly ProfileStation[],
  { groups, newId }: { groups: readonly StockGroup[]; newId(): string },
): { stations: Station[]; rules: StationRule[]; missing: string[] } {
  const stations = [...before.stations]
  const makers = new Map<string, string[]>()
  const missing: string[] = []
  for (const { name, color, icon, categories } of profile) {
    const at = stations.findIndex((each) => fold(each.name) === fold(name))
    const station: Station = { id: stations[at]?.id ?? newId(), name, color, icon }
    stations.splice(at === -1 ? stations.length : at, 1, station)
    for (const category of categories) {
      const matching = groups.filter(
        (group) => group.kind === 'category' && fold(group.name) === fold(category),
      )
      if (matching.length === 0) missing.push(category)
      for (const { id } of matching) makers.set(id, [...(makers.get(id) ?? []), station.id])
    }
  }
  const others = before.rules.filter(({ by, key }) => by !== 'category' || !makers.has(key))
  const rules = Array.from(makers, ([key, ids]) => ({
    by: 'category' as const,
    key,
    stations: [...new Set(ids)],
  }))
  return { stations, rules: [...others, ...rules], missing }
}
