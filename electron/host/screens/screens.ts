import type { Caller, Role } from '#contract/caller.ts'
import { screensContract, type Screens as ScreensView } from '#contract/screens.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import { effectiveRole } from '#domain/screens/role.ts'
import { defineNoun, type Context } from '../noun.ts'
import { createScreenCommands } from './commands.ts'
import { createPin } from './pin.ts'
import { createScreenStore } from './store.ts'
import { createUnlockings } from './unlockings.ts'

/** What other nouns, and the host, ask of screens. */
export interface Screens {
  /** Who asks, where a message came from this screen. From memory: it is asked for each event and each screen. */
  callerOf(screenId: string): Caller
  /** Whether it is the manager's PIN: `wrong-pin` and `locked` as for unlocking. Without a PIN of the store there is none to give. */
  sign(pin: string | null, screenId: string): Promise<Result<{ withPin: boolean }>>
}

function createScreens(context: Context) {
  const { db, clock, log, notify } = context
  // What screens may know differs from one to the other, so no event carries it.
  const touch = (): void => notify({ type: 'screens.changed' })
  const store = createScreenStore(db, log)
  const pin = createPin(context)
  const unlockings = createUnlockings(clock, touch)

  const roleOf = (id: string): Role =>
    effectiveRole({
      hasPin: pin.isSet,
      assigned: store.get(id).role,
      isUnlocked: unlockings.has(id),
    })

  const viewOf = (id: string, asks: Role): ScreensView => ({
    own: {
      ...store.get(id),
      effectiveRole: roleOf(id),
      unlockedUntil: unlockings.endsAt(id),
    },
    hasPin: pin.isSet,
    all: asks === 'manager' ? store.all() : null,
    guesses: asks === 'manager' ? pin.guesses() : null,
  })

  const api: Screens = {
    callerOf: (id) => ({ screen: id, name: store.get(id).name, role: roleOf(id) }),
    async sign(given, screenId) {
      if (!pin.isSet) return ok({ withPin: false })
      if (given === null) return fail('wrong-pin')
      const tried = await pin.attempt(given, screenId)
      return tried.ok ? ok({ withPin: true }) : tried
    },
  }
  return {
    api,
    handlers: {
      'screens.read'(_: unknown, { screen, role }: Caller) {
        if (store.see(screen)) touch()
        return ok(viewOf(screen, role))
      },
      ...createScreenCommands({ db, store, pin, unlockings, touch }),
    },
    catchUp: unlockings.catchUp,
    rolledBack: store.reload,
    close: unlockings.close,
  }
}

/** The noun of a restaurant's screens: what each is called, what it may do, and the manager's PIN that unlocks the rest. */
export const screens = defineNoun(screensContract, { create: createScreens })
