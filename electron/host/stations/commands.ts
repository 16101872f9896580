import type { Caller } from '#contract/shared/caller.ts'
import type { ProfileStation } from '#contract/relay/instruction.ts'
import { fail, ok, type Result } from '#contract/shared/result.ts'
import {
  expo,
  maxRules,
  maxStations,
  maxTimes,
  restStation,
  type Station,
  type StationRule,
} from '#contract/stations/station.ts'
import { storedStationsSchema } from '#contract/stations/contract.ts'
import type { Parsed } from '../dispatch.ts'
import type { Menu } from '../menu/menu.ts'
import type { Context } from '../noun.ts'
import { adoptStations } from './adopt.ts'
import type { StationStore, StoredPlan } from './store.ts'

/** Rules that don't fit could not be read after a restart. */
const fit = (rules: StationRule[]): boolean =>
  storedStationsSchema.shape.rules.safeParse(rules).success

const isSameRule = (one: StationRule, other: StationRule): boolean =>
  one.by === other.by && one.key === other.key

/** Where a station comes in a list of ids; those that it doesn't have come last. */
const placeIn = (ids: readonly string[], { id }: Station): number =>
  ids.includes(id) ? ids.indexOf(id) : ids.length

export class StationCommands {
  readonly #context: Context
  readonly #store: StationStore
  readonly #menu: Menu

  constructor(context: Context, store: StationStore, menu: Menu) {
    this.#context = context
    this.#store = store
    this.#menu = menu
  }

  accept({ stations: proposed }: Parsed<'stations.accept'>): Result<null> {
    if (!this.#hasRoom(proposed.length)) return fail('bad-input', 'stations')
    const accepted = proposed.map(({ categories, ...fields }) => ({
      station: { id: this.#context.newId(), ...fields },
      categories,
    }))
    const { stations, rules } = this.#store
    const added = accepted
      .flatMap(({ station, categories }) =>
        categories.map((key) => ({ by: 'category' as const, key, stations: [station.id] })),
      )
      .filter((rule) => !rules.some((each) => isSameRule(each, rule)))
    const all = [...rules, ...added]
    if (!fit(all)) return fail('bad-input', 'rules')
    this.#change({
      stations: [...stations, ...accepted.map(({ station }) => station)],
      rules: all,
    })
    return ok(null)
  }

  save({ id, ...fields }: Parsed<'stations.save'>): Result<Station> {
    if (id === null && !this.#hasRoom(1)) return fail('bad-input', 'stations')
    if (id !== null && !this.#store.routes.has(id)) return fail('not-found')
    const station: Station = { id: id ?? this.#context.newId(), ...fields }
    const { stations } = this.#store
    const isThere = stations.some((each) => each.id === station.id)
    this.#change({
      stations: isThere
        ? stations.map((each) => (each.id === station.id ? station : each))
        : [...stations, station],
    })
    return ok(station)
  }

  remove({ stationId }: Parsed<'stations.remove'>): Result<null> {
    const { routes, stations, rules } = this.#store
    if (stationId === restStation || !routes.has(stationId)) return fail('not-found')
    this.#change({
      stations: stations.filter(({ id }) => id !== stationId),
      rules: rules.flatMap((rule) => {
        const left = rule.stations.filter((id) => id !== stationId)
        return left.length === 0 ? [] : [{ ...rule, stations: left }]
      }),
    })
    return ok(null)
  }

  sort({ stations: ids }: Parsed<'stations.sort'>): Result<null> {
    const sorted = this.#store.stations.toSorted(
      (one, other) => placeIn(ids, one) - placeIn(ids, other),
    )
    this.#change({ stations: sorted })
    return ok(null)
  }

  setRules({ by, keys, stations: ids }: Parsed<'stations.setRules'>): Result<null> {
    const { routes, rules } = this.#store
    if (!ids.every((id) => routes.has(id))) return fail('not-found')
    const all = [
      ...rules.filter((rule) => rule.by !== by || !keys.includes(rule.key)),
      ...(ids.length === 0 ? [] : keys.map((key) => ({ by, key, stations: ids }))),
    ]
    if (!fit(all)) return fail('bad-input', 'rules')
    this.#change({ rules: all })
    return ok(null)
  }

  setCare(care: Parsed<'stations.setCare'>): Result<null> {
    const isEmpty = care.waitMinutes === null && care.packing === '' && care.course === null
    const others = this.#store.care.filter(({ key }) => key !== care.key)
    const all = isEmpty ? others : [...others, care]
    if (all.length > maxRules) return fail('bad-input', 'care')
    this.#change({ care: all })
    return ok(null)
  }

  /** How long a product takes. */
  setTime({ key: product, minutes }: Parsed<'stations.setTime'>): Result<null> {
    const key = this.#menu.canonical(product)
    const times = [...this.#store.times]
      .filter(([each]) => each !== key)
      .map(([each, those]) => ({ key: each, minutes: those }))
    if (minutes !== null) times.push({ key, minutes })
    if (times.length > maxTimes) return fail('bad-input', 'times')
    this.#context.db.transact(() => this.#store.save({ times }))
    this.#notify()
    return ok(null)
  }

  show({ stations: ids }: Parsed<'stations.show'>, { screen }: Caller): Result<null> {
    // Without its own id it can't be distinguished from the next.
    if (screen === '' || !this.#isChoice(ids)) return fail('not-found')
    this.#show(screen, ids)
    return ok(null)
  }

  assign({ screenId, stations: ids }: Parsed<'stations.assign'>): Result<null> {
    if (!this.#isChoice(ids)) return fail('not-found')
    this.#show(screenId, ids)
    return ok(null)
  }

  /** See `Stations.adopt`. */
  adopt(profile: readonly ProfileStation[]): Result<string[]> {
    const { stations, rules } = this.#store
    const { missing, ...next } = adoptStations({ stations, rules }, profile, {
      groups: this.#menu.items.groups,
      newId: () => this.#context.newId(),
    })
    if (!this.#hasRoom(next.stations.length - stations.length)) return fail('bad-input', 'stations')
    if (!fit(next.rules)) return fail('bad-input', 'rules')
    if (profile.length > 0) this.#change(next)
    return ok(missing)
  }

  forgetScreen(screenId: string): void {
    this.#store.saveShown(screenId, [])
    this.#notify()
  }

  /** Changes stations or rules, and with them the open tickets. */
  #change(changes: Partial<StoredPlan>): void {
    this.#context.db.transact(() => {
      this.#store.save(changes)
      void this.#context.announce('stations.changing', null)
    })
    this.#notify()
  }

  #show(screenId: string, stationIds: string[]): void {
    this.#context.db.transact(() => this.#store.saveShown(screenId, stationIds))
    this.#notify()
  }

  #notify(): void {
    this.#context.notify({ type: 'stations.changed' })
  }

  #hasRoom(more: number): boolean {
    const named = this.#store.stations.filter(({ id }) => id !== restStation)
    return named.length + more <= maxStations
  }

  /** What a screen can show: stations, or expo alone. */
  #isChoice(ids: readonly string[]): boolean {
    const { routes } = this.#store
    return ids.every((id) => routes.has(id)) || (ids.length === 1 && ids[0] === expo)
  }
}
