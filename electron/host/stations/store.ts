import { z } from 'zod'
import type { StockKey } from '#contract/stock/stock.ts'
import type { CategoryCare, ProductTime, Station, StationRule } from '#contract/stations/station.ts'
import { storedStationsSchema } from '#contract/stations/contract.ts'
import { Routes, type RoutingMenu } from '#domain/stations/routes.ts'
import type { StoredValue } from '../db/values.ts'
import type { Menu } from '../menu/menu.ts'
import type { Context } from '../noun.ts'

const shownSchema = z.record(z.string(), z.array(z.string()))
/** A browser that is cleaned every night is a new screen every morning, so the oldest are dropped. */
const maxScreens = 200

export interface StoredPlan {
  stations: Station[]
  rules: StationRule[]
  care: CategoryCare[]
  times: ProductTime[]
}

/** What the menu says about products now, for the routes. */
class CurrentMenu implements RoutingMenu {
  readonly #menu: Menu

  constructor(menu: Menu) {
    this.#menu = menu
  }

  categoriesOf(key: StockKey): readonly string[] {
    return this.#menu.items.categories.get(this.#menu.canonical(key)) ?? []
  }

  stationOf(key: StockKey): string | null {
    return this.#menu.items.stations.get(this.#menu.canonical(key)) ?? null
  }

  courseOf(key: StockKey): number | null {
    return this.#menu.items.courses.get(this.#menu.canonical(key)) ?? null
  }
}

/** Stations, rules and what screens show, in memory and on disk. Writes belong in a transaction. */
export class StationStore {
  readonly #menu: CurrentMenu
  readonly #storedPlan: StoredValue<StoredPlan>
  readonly #storedShown: StoredValue<Record<string, string[]>>
  #plan: StoredPlan
  #shown: Record<string, string[]>
  #routes: Routes | null = null
  #times: Map<StockKey, number> | null = null

  constructor({ values }: Pick<Context, 'values'>, menu: Menu) {
    this.#menu = new CurrentMenu(menu)
    this.#storedPlan = values('stations', storedStationsSchema)
    this.#storedShown = values('stationsOfScreens', shownSchema)
    this.#plan = this.#readPlan()
    this.#shown = this.#storedShown.read() ?? {}
  }

  /** Those that somebody made, and everything else if it was named. */
  get stations(): readonly Station[] {
    return this.#plan.stations
  }

  get rules(): readonly StationRule[] {
    return this.#plan.rules
  }

  get care(): readonly CategoryCare[] {
    return this.#plan.care
  }

  /** How many minutes somebody says that products take, by their keys. */
  get times(): ReadonlyMap<StockKey, number> {
    this.#times ??= new Map(this.#plan.times.map(({ key, minutes }) => [key, minutes]))
    return this.#times
  }

  /** The stations of each screen that doesn't show the whole kitchen. */
  get shown(): Readonly<Record<string, string[]>> {
    return this.#shown
  }

  get routes(): Routes {
    this.#routes ??= new Routes(this.#plan, this.#menu)
    return this.#routes
  }

  save(changes: Partial<StoredPlan>): void {
    this.#plan = { ...this.#plan, ...changes }
    this.#forgetDerived()
    this.#storedPlan.write(this.#plan)
  }

  /** An empty list is the whole kitchen. */
  saveShown(screenId: string, stationIds: string[]): void {
    const { [screenId]: _before, ...others } = this.#shown
    const screens = Object.entries(others).slice(-maxScreens + 1)
    if (stationIds.length > 0) screens.push([screenId, stationIds])
    this.#shown = Object.fromEntries(screens)
    this.#storedShown.write(this.#shown)
  }

  reload(): void {
    this.#plan = this.#readPlan()
    this.#shown = this.#storedShown.read() ?? {}
    this.#forgetDerived()
  }

  #readPlan(): StoredPlan {
    return this.#storedPlan.read() ?? { stations: [], rules: [], care: [], times: [] }
  }

  #forgetDerived(): void {
    this.#routes = null
    this.#times = null
  }
}
