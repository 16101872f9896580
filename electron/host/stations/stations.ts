import type { ProfileStation } from '#contract/relay/instruction.ts'
import type { Result } from '#contract/shared/result.ts'
import { stationsContract } from '#contract/stations/contract.ts'
import type { Routes } from '#domain/stations/routes.ts'
import { handlersOf, type HandlersOf } from '../dispatch.ts'
import { menu } from '../menu/menu.ts'
import { defineNoun, type AnyNounDefinition, type Context } from '../noun.ts'
import { StationCommands } from './commands.ts'
import { DishTimes, dishWorkRows } from './dish-times.ts'
import { listStations, StationQueries } from './queries.ts'
import { StationStore } from './store.ts'

/** The kitchen's stations: what they make, and which screens show them. */
export class Stations {
  readonly handlers: HandlersOf<'stations'>
  readonly listens: NonNullable<AnyNounDefinition['listens']> = {
    'screen.forgotten': ({ screenId }) => this.#commands.forgetScreen(screenId),
  }
  /** How long dishes take. */
  readonly dishTimes: DishTimes
  readonly #store: StationStore
  readonly #commands: StationCommands

  constructor(context: Context) {
    const menus = context.use(menu)
    this.#store = new StationStore(context, menus)
    this.dishTimes = new DishTimes(context, this.#store, menus)
    this.#commands = new StationCommands(context, this.#store, menus)
    const queries = new StationQueries(this.#store, this.dishTimes, menus)
    this.handlers = handlersOf(stationsContract, queries, this.#commands)
  }

  rolledBack(): void {
    this.#store.reload()
  }

  // For nouns

  /** Which stations make what, by the rules as they are now. */
  get routes(): Routes {
    return this.#store.routes
  }

  /** Whether a screen shows this station, alone or with others. */
  isShown(stationId: string): boolean {
    return Object.values(this.#store.shown).some((ids) => ids.includes(stationId))
  }

  /** Sets what a screen shows. Fails with `not-found` for an unknown station. */
  assign(screenId: string, stationIds: string[]): Result<null> {
    return this.#commands.assign({ screenId, stations: stationIds })
  }

  /** What each station is called, by its id; an empty name for everything else without a name. */
  names(): (readonly [string, string])[] {
    return listStations(this.#store).map(({ id, name }) => [id, name] as const)
  }

  /**
   * Takes over the stations of a chain's profile. Returns the categories that the menu doesn't have.
   * Fails with `bad-input` if there would be too many stations or rules.
   */
  adopt(profile: readonly ProfileStation[]): Result<string[]> {
    return this.#commands.adopt(profile)
  }
}

/** The noun of the kitchen's stations. */
export const stations = defineNoun(stationsContract, {
  needs: [menu],
  tables: [dishWorkRows],
  create: (context) => new Stations(context),
})
