import type { Caller } from '#contract/shared/caller.ts'
import { fail, ok, type Result } from '#contract/shared/result.ts'
import type { Parsed } from '../dispatch.ts'
import type { Context } from '../noun.ts'
import { isLocked } from './locked-place.ts'
import type { Pin } from './pin.ts'
import type { ScreenStore } from './store.ts'
import type { Unlockings } from './unlockings.ts'

/** What screens and managers change: names, roles, the PIN. */
export class ScreenCommands {
  readonly #context: Context
  readonly #store: ScreenStore
  readonly #pin: Pin
  readonly #unlockings: Unlockings

  constructor(context: Context, store: ScreenStore, pin: Pin, unlockings: Unlockings) {
    this.#context = context
    this.#store = store
    this.#pin = pin
    this.#unlockings = unlockings
  }

  rename({ name }: Parsed<'screens.rename'>, { screen }: Caller): Result<null> {
    // Without its own id it can't be distinguished from the next.
    if (screen === '') return fail('not-found')
    const before = this.#store.get(screen)
    if (isLocked(this.#context.setup, before, { ...before, name }))
      return fail('set-by-profile', name)
    this.#context.db.transact(() => this.#store.put({ ...before, name }))
    this.#changed()
    return ok(null)
  }

  assign({ screenId, name, role }: Parsed<'screens.assign'>): Result<null> {
    if (!this.#isKnown(screenId)) return fail('not-found')
    if (isLocked(this.#context.setup, this.#store.get(screenId), { name, role }))
      return fail('set-by-profile', name)
    this.#context.db.transact(() => this.#store.put({ id: screenId, name, role }))
    this.#changed()
    return ok(null)
  }

  forget({ screenId }: Parsed<'screens.forget'>): Result<null> {
    const { db, endAccess, announce } = this.#context
    if (!this.#isKnown(screenId)) return fail('not-found')
    const ended = endAccess?.(screenId) ?? ok(null)
    this.#unlockings.end(screenId)
    if (!ended.ok) return ended
    db.transact(() => {
      this.#store.forget(screenId)
      void announce('screen.forgotten', { screenId })
    })
    this.#changed()
    return ok(null)
  }

  async setPin({ pin }: Parsed<'screens.setPin'>, { screen }: Caller): Promise<Result<null>> {
    // A person who sets it could not unlock this screen afterwards.
    if (screen === '') return fail('not-found')
    await this.#pin.set(pin, screen)
    this.#unlockings.endAll()
    this.#unlockings.begin(screen)
    this.#changed()
    return ok(null)
  }

  removePin(): Result<null> {
    this.#pin.remove()
    this.#unlockings.endAll()
    this.#changed()
    return ok(null)
  }

  async unlock({ pin }: Parsed<'screens.unlock'>, { screen }: Caller): Promise<Result<null>> {
    const answer = await this.#pin.attempt(pin, screen)
    // The managers see who guesses.
    if (!answer.ok && answer.error.code === 'locked') this.#changed()
    if (!answer.ok || !this.#pin.isSet) return answer
    this.#unlockings.begin(screen)
    this.#changed()
    return answer
  }

  lock(_input: object, { screen }: Caller): Result<null> {
    this.#unlockings.end(screen)
    this.#changed()
    return ok(null)
  }

  describe(device: Parsed<'screens.describe'>, { screen }: Caller): Result<null> {
    this.#context.networkScreens?.describe(screen, device)
    return ok(null)
  }

  #isKnown(id: string): boolean {
    return this.#store.isKnown(id) || this.#context.networkScreens?.screens().has(id) === true
  }

  #changed(): void {
    this.#context.notify({ type: 'screens.changed' })
  }
}
