import type { Caller, Role } from '#contract/caller.ts'
import type { Screens as ScreensView } from '#contract/screens.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import { effectiveRole } from '#domain/screens/role.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/open.ts'
import type { Values } from '../db/values.ts'
import type { HandlersOf } from '../dispatch.ts'
import type { Log } from '../log.ts'
import type { Noun } from '../noun.ts'
import { createScreenChanges } from './changes.ts'
import { createScreenCommands } from './commands.ts'
import { createPin } from './pin.ts'
import { createScreenStore } from './store.ts'
import { createUnlockings } from './unlockings.ts'

interface ScreensDeps {
  db: Database
  values: Values
  clock: Clock
  log: Log
  /** The screens have something to hear. */
  changed(): void
}

/** The screens of a restaurant: what each is called, what it may do, and the manager's PIN that unlocks the rest. */
export interface Screens extends Noun {
  readonly handlers: HandlersOf<'screens'>
  /** Who asks, where a message came from this screen. From memory: it is asked for each event and each screen. */
  callerOf(screenId: string): Caller
  /** Whether it is the manager's PIN: `wrong-pin` and `locked` as for unlocking. Without a PIN of the store there is none to give. */
  sign(pin: string | null, screenId: string): Promise<Result<{ withPin: boolean }>>
}

export function createScreens(deps: ScreensDeps): Screens {
  const { db, clock, log } = deps
  const changes = createScreenChanges(deps.changed)
  const store = createScreenStore(db, log)
  const pin = createPin(deps)
  const unlockings = createUnlockings(clock, changes.touch)

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

  return {
    handlers: {
      'screens.read'(_, { screen, role }) {
        if (store.see(screen)) changes.touch()
        return ok(viewOf(screen, role))
      },
      ...createScreenCommands({ db, store, pin, unlockings, changes }),
    },
    callerOf: (id) => ({ screen: id, name: store.get(id).name, role: roleOf(id) }),
    async sign(given, screenId) {
      if (!pin.isSet) return ok({ withPin: false })
      if (given === null) return fail('wrong-pin')
      const tried = await pin.attempt(given, screenId)
      return tried.ok ? ok({ withPin: true }) : tried
    },
    changes: changes.take,
    catchUp: unlockings.catchUp,
    rolledBack: store.reload,
    close: unlockings.close,
  }
}
