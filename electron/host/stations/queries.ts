import type { Caller } from '#contract/shared/caller.ts'
import type { Output } from '#contract/index.ts'
import { ok, type Result } from '#contract/shared/result.ts'
import { expo, restStation, type PlannedProduct, type Station } from '#contract/stations/station.ts'
import type { Routes } from '#domain/stations/routes.ts'
import { proposeStations } from '#domain/stations/propose.ts'
import type { Menu } from '../menu/menu.ts'
import type { DishTimes } from './dish-times.ts'
import type { StationStore } from './store.ts'

const unnamedRest: Station = { id: restStation, name: '', color: 'teal', icon: 'chef' }

type MenuItem = Menu['items']['items'][number]

/** The stations in the order of the kitchen, everything else at the end. */
export function listStations({ stations }: StationStore): Station[] {
  const rest = stations.find(({ id }) => id === restStation) ?? unnamedRest
  return [...stations.filter(({ id }) => id !== restStation), rest]
}

function plannedProduct({ key, name, groups }: MenuItem, routes: Routes): PlannedProduct {
  const route = routes.ofProduct({ stockKey: key, modifiers: [], platformStation: null })
  return { key, name, group: groups[0] ?? null, ...route }
}

export class StationQueries {
  readonly #store: StationStore
  readonly #dishTimes: DishTimes
  readonly #menu: Menu

  constructor(store: StationStore, dishTimes: DishTimes, menu: Menu) {
    this.#store = store
    this.#dishTimes = dishTimes
    this.#menu = menu
  }

  get(_input: unknown, { screen, role }: Caller): Result<Output<'stations.get'>> {
    const shown = this.#shown()
    return ok({
      stations: listStations(this.#store),
      own: (shown[screen] ?? []).filter((id) => id !== expo),
      isExpo: shown[screen]?.includes(expo) === true,
      hasExpo: Object.values(shown).some((ids) => ids.includes(expo)),
      screens: role === 'manager' ? shown : null,
    })
  }

  plan(): Result<Output<'stations.plan'>> {
    const { routes, rules, care } = this.#store
    const { groups, items, stations } = this.#menu.items
    return ok({
      rules: [...rules],
      care: [...care],
      groups: groups.map(({ id, kind, name }) => ({
        id,
        kind: kind === 'modifier' ? ('option-group' as const) : kind,
        name,
      })),
      products: items
        .filter(({ kind }) => kind === 'product')
        .map((item) => plannedProduct(item, routes)),
      platformStations: [...new Set(stations.values())].filter((word) => !routes.knows(word)),
    })
  }

  propose(): Result<Output<'stations.propose'>> {
    return ok(proposeStations(this.#menu.items, this.#store.rules))
  }

  times(): Result<Output<'stations.times'>> {
    const learned = this.#dishTimes.learned()
    const products = this.#menu.items.items.filter(({ kind }) => kind === 'product')
    return ok(
      products.map(({ key, name, groups: [group = null] }) => {
        const { seconds = null, count = 0 } = learned.get(key) ?? {}
        const minutes = this.#store.times.get(key) ?? null
        return { key, name, group, learnedSeconds: seconds, count, minutes }
      }),
    )
  }

  /** What each screen shows, without stations that were removed. */
  #shown(): Record<string, string[]> {
    const { routes, shown } = this.#store
    return Object.fromEntries(
      Object.entries(shown).map(([screen, ids]) => [
        screen,
        ids.filter((id) => routes.has(id) || id === expo),
      ]),
    )
  }
}
