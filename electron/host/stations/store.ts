import { z } from 'zod'
import type { StockKey } from '#contract/stock.ts'
import type { CategoryCare, ProductTime, Station, StationRule } from '#contract/stations/station.ts'
import { storedStationsSchema } from '#contract/stations/contract.ts'
import { Routes } from '#domain/stations/routes.ts'
import type { Menu } from '../menu/menu.ts'
import type { Context } from '../noun.ts'

const shownSchema = z.record(z.string(), z.array(z.string()))
/** A browser that is cleaned every night is a new screen every morning, so the oldest are dropped. */
const mostScreens = 200

export interface StoredPlan {
  stations: Station[]
  rules: StationRule[]
  care: CategoryCare[]
  times: ProductTime[]
}

export type StationStore = ReturnType<typeof createStationStore>

/** Stations, rules and what screens show, in memory and on disk. Writes belong in a transaction. */
export function createStationStore(
  { values, newId }: Pick<Context, 'values' | 'newId'>,
  items: Menu,
) {
  const storedPlan = values('stations', storedStationsSchema)
  const storedShown = values('stationsOfScreens', shownSchema)
  let plan = readPlan()
  let shown = storedShown.read() ?? {}
  let routes: Routes | null = null
  let times: Map<StockKey, number> | null = null

  function readPlan(): StoredPlan {
    return storedPlan.read() ?? { stations: [], rules: [], care: [], times: [] }
  }

  return {
    newId,
    /** Those that somebody made, and everything else if it was named. */
    stations: (): readonly Station[] => plan.stations,
    rules: (): readonly StationRule[] => plan.rules,
    care: (): readonly CategoryCare[] => plan.care,
    /** How many minutes somebody says that products take, by their keys. */
    times: (): ReadonlyMap<StockKey, number> =>
      (times ??= new Map(plan.times.map(({ key, minutes }) => [key, minutes]))),
    shown: (): Readonly<Record<string, string[]>> => shown,
    routes: () =>
      (routes ??= new Routes(plan, {
        categoriesOf: (key) => items.items.categories.get(items.canonical(key)) ?? [],
        stationOf: (key) => items.items.stations.get(items.canonical(key)) ?? null,
        courseOf: (key) => items.items.courses.get(items.canonical(key)) ?? null,
      })),
    write(next: Partial<StoredPlan>): void {
      plan = { ...plan, ...next }
      routes = null
      times = null
      storedPlan.write(plan)
    },
    /** An empty list is the whole kitchen. */
    show(screenId: string, stationIds: string[]): void {
      const { [screenId]: _before, ...others } = shown
      const all = Object.entries(others).slice(-mostScreens + 1)
      if (stationIds.length > 0) all.push([screenId, stationIds])
      shown = Object.fromEntries(all)
      storedShown.write(shown)
    },
    reload(): void {
      plan = readPlan()
      shown = storedShown.read() ?? {}
      routes = null
      times = null
    },
  }
}
