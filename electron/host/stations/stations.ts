import { fail, ok, type Result } from '#contract/result.ts'
import {
  expo,
  mostRules,
  mostStations,
  mostTimes,
  restStation,
  type Station,
  type StationRule,
} from '#contract/stations/station.ts'
import { stationsContract, storedStationsSchema } from '#contract/stations/contract.ts'
import { proposeStations } from '#domain/stations/propose.ts'
import type { Routes } from '#domain/stations/routes.ts'
import type { ProfileStation } from '#contract/relay/instruction.ts'
import type { HandlersOf } from '../dispatch.ts'
import { menu, type Menu } from '../menu/menu.ts'
import { defineNoun, type Context } from '../noun.ts'
import { adoptStations } from './adopt.ts'
import { createDishTimes, dishWorkRows, type DishTimes } from './dish-times.ts'
import { createStationStore, type StationStore, type StoredPlan } from './store.ts'

export interface StationsApi {
  /** Which stations make what, by the rules as they are now. */
  routes(): Routes
  /** Whether a screen shows this station, alone or with others. */
  isShown(stationId: string): boolean
  /** What each station is called, by its id; an empty name for everything else without a name. */
  names(): (readonly [string, string])[]
  /**
   * Takes over the stations of a chain's profile. Returns the categories that the menu doesn't have.
   * Fails with `bad-input` if there would be too many stations or rules.
   */
  adopt(profile: readonly ProfileStation[]): Result<string[]>
  /** How long dishes take. */
  readonly dishTimes: DishTimes
}

const stationsChanged = { type: 'stations.changed' } as const
const unnamedRest: Station = { id: restStation, name: '', color: 'teal', icon: 'chef' }

/** The noun of the kitchen's stations: what they make, and which screens show them. */
export const stations = defineNoun(stationsContract, {
  needs: [menu],
  tables: [dishWorkRows],
  create(context) {
    const store = createStationStore(context, context.use(menu))
    const dishTimes = createDishTimes(context, store, context.use(menu))
    const commands = stationCommands(context, store)
    const api: StationsApi = {
      routes: store.routes,
      isShown: (stationId) =>
        Object.values(store.shown()).some((shown) => shown.includes(stationId)),
      names: () => listed(store).map(({ id, name }) => [id, name] as const),
      adopt: (profile) => commands.adopt(profile, context.use(menu).items.groups),
      dishTimes,
    }
    return {
      handlers: {
        ...stationQueries(store, context.use(menu)),
        ...timeHandlers(context, store, dishTimes),
        ...commands.handlers,
      },
      api,
      listens: {
        'screen.forgotten'({ screenId }) {
          store.show(screenId, [])
          context.notify(stationsChanged)
        },
      },
      rolledBack: store.reload,
    }
  },
})

/** The stations in the order of the kitchen, everything else at the end. */
function listed(store: StationStore): Station[] {
  const named = store.stations()
  const rest = named.find(({ id }) => id === restStation) ?? unnamedRest
  return [...named.filter(({ id }) => id !== restStation), rest]
}

const stationQueries = (store: StationStore, items: Menu) =>
  ({
    'stations.read'(_, { screen, role }) {
      const routes = store.routes()
      const shown = Object.fromEntries(
        Object.entries(store.shown()).map(([id, ids]) => [
          id,
          ids.filter((each) => routes.has(each) || each === expo),
        ]),
      )
      return ok({
        stations: listed(store),
        own: (shown[screen] ?? []).filter((id) => id !== expo),
        isExpo: shown[screen]?.includes(expo) === true,
        hasExpo: Object.values(shown).some((ids) => ids.includes(expo)),
        screens: role === 'manager' ? shown : null,
      })
    },
    'stations.plan'() {
      const routes = store.routes()
      const { groups, items: all, stations: named } = items.items
      return ok({
        rules: [...store.rules()],
        care: [...store.care()],
        groups: groups.map(({ id, kind, name }) => ({
          id,
          kind: kind === 'modifier' ? ('option-group' as const) : kind,
          name,
        })),
        products: all.flatMap(({ key, kind, name, groups: [group = null] }) =>
          kind === 'product'
            ? [
                {
                  ...{ key, name, group },
                  ...routes.ofProduct({ stockKey: key, modifiers: [], platformStation: null }),
                },
              ]
            : [],
        ),
        platformStations: [...new Set(named.values())].filter((word) => !routes.knows(word)),
      })
    },
    'stations.propose': () => ok(proposeStations(items.items, store.rules())),
  }) satisfies Partial<HandlersOf<'stations'>>

const timeHandlers = ({ db, notify, use }: Context, store: StationStore, dishTimes: DishTimes) =>
  ({
    'stations.times'() {
      const learned = dishTimes.learned()
      return ok(
        use(menu).items.items.flatMap(({ key, kind, name, groups: [group = null] }) => {
          const { seconds = null, count = 0 } = learned.get(key) ?? {}
          const minutes = store.times().get(key) ?? null
          return kind === 'product'
            ? [{ key, name, group, learnedSeconds: seconds, count, minutes }]
            : []
        }),
      )
    },
    'stations.setTime'({ key: given, minutes }) {
      const key = use(menu).canonical(given)
      const others = [...store.times()].filter(([each]) => each !== key)
      if (minutes !== null) others.push([key, minutes])
      if (others.length > mostTimes) return fail('bad-input', 'times')
      const times = others.map(([each, of]) => ({ key: each, minutes: of }))
      db.transact(() => store.write({ times }))
      notify(stationsChanged)
      return ok(null)
    },
  }) satisfies Partial<HandlersOf<'stations'>>

function stationCommands({ db, notify, announce }: Context, store: StationStore) {
  /** Changes stations or rules, and with them the open tickets. */
  function change(next: Partial<StoredPlan>): void {
    db.transact(() => {
      store.write(next)
      void announce('stations.changing', null)
    })
    notify(stationsChanged)
  }
  const hasRoom = (more: number): boolean =>
    store.stations().filter(({ id }) => id !== restStation).length + more <= mostStations
  /** Rules that don't fit could not be read after a restart. */
  const fits = (rules: StationRule[]): boolean =>
    storedStationsSchema.shape.rules.safeParse(rules).success
  const withRules = (by: StationRule['by'], keys: readonly string[], stations: string[]) => [
    ...store.rules().filter((rule) => rule.by !== by || !keys.includes(rule.key)),
    ...(stations.length === 0 ? [] : keys.map((key) => ({ by, key, stations }))),
  ]
  /** What a screen can show: stations, or expo alone. */
  const isChoice = (ids: readonly string[]): boolean =>
    ids.every((id) => store.routes().has(id)) || (ids.length === 1 && ids[0] === expo)
  function show(screenId: string, stationIds: string[]): void {
    db.transact(() => store.show(screenId, stationIds))
    notify(stationsChanged)
  }

  function adopt(profile: readonly ProfileStation[], groups: Menu['items']['groups']) {
    const before = { stations: store.stations(), rules: store.rules() }
    const { missing, ...next } = adoptStations(before, profile, { groups, newId: store.newId })
    if (!hasRoom(next.stations.length - before.stations.length))
      return fail('bad-input', 'stations')
    if (!fits(next.rules)) return fail('bad-input', 'rules')
    if (profile.length > 0) change(next)
    return ok(missing)
  }

  const handlers = {
    'stations.accept'({ stations: proposed }) {
      if (!hasRoom(proposed.length)) return fail('bad-input', 'stations')
      const made = proposed.map(({ categories, ...fields }) => ({
        station: { id: store.newId(), ...fields },
        categories,
      }))
      const rules = made.flatMap(({ station, categories }) =>
        categories.map((key) => ({ by: 'category' as const, key, stations: [station.id] })),
      )
      const isNew = (rule: StationRule) =>
        !store.rules().some(({ by, key }) => by === rule.by && key === rule.key)
      const all = [...store.rules(), ...rules.filter(isNew)]
      if (!fits(all)) return fail('bad-input', 'rules')
      change({
        stations: [...store.stations(), ...made.map(({ station }) => station)],
        rules: all,
      })
      return ok(null)
    },
    'stations.save'({ id, ...fields }) {
      const isNew = id === null
      if (isNew && !hasRoom(1)) return fail('bad-input', 'stations')
      if (!isNew && !store.routes().has(id)) return fail('not-found')
      const station: Station = { id: id ?? store.newId(), ...fields }
      const all = store.stations()
      const isThere = all.some((each) => each.id === station.id)
      change({
        stations: isThere
          ? all.map((each) => (each.id === station.id ? station : each))
          : [...all, station],
      })
      return ok(station)
    },
    'stations.remove'({ stationId }) {
      if (stationId === restStation || !store.routes().has(stationId)) return fail('not-found')
      change({
        stations: store.stations().filter(({ id }) => id !== stationId),
        rules: store.rules().flatMap((rule) => {
          const left = rule.stations.filter((id) => id !== stationId)
          return left.length === 0 ? [] : [{ ...rule, stations: left }]
        }),
      })
      return ok(null)
    },
    'stations.sort'({ stations: order }) {
      const place = ({ id }: Station) => {
        const at = order.indexOf(id)
        return at === -1 ? order.length : at
      }
      change({ stations: store.stations().toSorted((one, other) => place(one) - place(other)) })
      return ok(null)
    },
    'stations.setRules'({ by, keys, stations: ids }) {
      const routes = store.routes()
      if (!ids.every((id) => routes.has(id))) return fail('not-found')
      const rules = withRules(by, keys, ids)
      if (!fits(rules)) return fail('bad-input', 'rules')
      change({ rules })
      return ok(null)
    },
    'stations.setCare'(care) {
      const isEmpty = care.waitMinutes === null && care.packing === '' && care.course === null
      const others = store.care().filter(({ key }) => key !== care.key)
      const all = isEmpty ? others : [...others, care]
      if (all.length > mostRules) return fail('bad-input', 'care')
      change({ care: all })
      return ok(null)
    },
    'stations.show'({ stations: ids }, { screen }) {
      // Without its own id it can't be distinguished from the next.
      if (screen === '' || !isChoice(ids)) return fail('not-found')
      show(screen, ids)
      return ok(null)
    },
    'stations.assign'({ screenId, stations: ids }) {
      if (!isChoice(ids)) return fail('not-found')
      show(screenId, ids)
      return ok(null)
    },
  } satisfies Partial<HandlersOf<'stations'>>
  return { handlers, adopt }
}
