import type { Caller } from '#contract/shared/caller.ts'
import { screensContract } from '#contract/screens/screens.ts'
import { fail, ok, type Result } from '#contract/shared/result.ts'
import { handlersOf, type HandlersOf } from '../dispatch.ts'
import type { Place } from '../core/network-screens.ts'
import { defineNoun, type Context } from '../noun.ts'
import { ScreenCommands } from './commands.ts'
import { isLocked } from './locked-place.ts'
import { Pin } from './pin.ts'
import { ScreenQueries } from './queries.ts'
import { ScreenStore, screenRows } from './store.ts'
import { Unlockings } from './unlockings.ts'

/** The restaurant's screens: their names, roles, and the manager's PIN. */
export class Screens {
  readonly handlers: HandlersOf<'screens'>
  readonly #context: Context
  readonly #store: ScreenStore
  readonly #pin: Pin
  readonly #unlockings: Unlockings
  readonly #queries: ScreenQueries

  constructor(context: Context) {
    this.#context = context
    this.#store = new ScreenStore(context)
    this.#pin = new Pin(context)
    this.#unlockings = new Unlockings(context.clock, () => this.#changed())
    const commands = new ScreenCommands(context, this.#store, this.#pin, this.#unlockings)
    this.#queries = new ScreenQueries(context, this.#store, this.#pin, this.#unlockings)
    this.handlers = handlersOf(screensContract, commands, this.#queries)
  }

  /** The caller behind a screen. From memory, because it is needed for each event and screen. */
  callerOf(id: string): Caller {
    this.#store.noteConnected(id)
    return { screen: id, name: this.#store.get(id).name, role: this.#queries.roleOf(id) }
  }

  /**
   * Checks the manager's PIN: `wrong-pin` and `locked` as for unlocking. Without a PIN, nothing is
   * asked.
   */
  async sign(pin: string | null, screenId: string): Promise<Result<{ withPin: boolean }>> {
    if (!this.#pin.isSet) return ok({ withPin: false })
    if (pin === null) return fail('wrong-pin')
    const tried = await this.#pin.attempt(pin, screenId)
    return tried.ok ? ok({ withPin: true }) : tried
  }

  /** A manager lets a screen in. Fails with `set-by-profile` if a locked setup file forbids it. */
  welcome(id: string, place: Place): Result<null> {
    const { db, setup } = this.#context
    if (isLocked(setup, this.#store.get(id), place)) return fail('set-by-profile', place.name)
    db.transact(() => this.#store.put({ id, ...place }))
    this.#changed()
    return ok(null)
  }

  /** Gives screens with these names their roles; returns how many changed. Inside a transaction. */
  give(places: readonly Place[]): number {
    const changed = this.#store.all().flatMap(({ id, name, role }) => {
      const place = places.find((each) => each.name === name)
      return place === undefined || place.role === role ? [] : [{ id, ...place }]
    })
    for (const { id, name, role } of changed) this.#store.put({ id, name, role })
    return changed.length
  }

  // Housekeeping

  catchUp(): void {
    this.#unlockings.catchUp()
  }

  everyBeat(): void {
    this.#store.storeTimes()
  }

  dropOld(now: number): boolean {
    for (const screenId of this.#store.forgetStrangers(now))
      void this.#context.announce('screen.forgotten', { screenId })
    return false
  }

  rolledBack(): void {
    this.#store.reload()
  }

  close(): void {
    this.#unlockings.close()
  }

  #changed(): void {
    this.#context.notify({ type: 'screens.changed' })
  }
}

/** The noun of screens. */
export const screens = defineNoun(screensContract, {
  tables: [screenRows],
  create: (context) => new Screens(context),
})
