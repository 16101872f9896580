import { fail, ok } from '#contract/result.ts'
import type { Database } from '../db/open.ts'
import type { HandlersOf } from '../dispatch.ts'
import type { Pin } from './pin.ts'
import type { ScreenStore } from './store.ts'
import type { Unlockings } from './unlockings.ts'

interface Parts {
  db: Database
  store: ScreenStore
  pin: Pin
  unlockings: Unlockings
  /** The screens have something to hear. */
  touch(): void
}

/** What people do about screens and the PIN. */
export function createScreenCommands(parts: Parts): Omit<HandlersOf<'screens'>, 'screens.read'> {
  const { db, store, pin, unlockings, touch } = parts

  return {
    'screens.rename'({ name }, { screen }) {
      // Without an id of its own it cannot be told from the next.
      if (screen === '') return fail('not-found')
      db.transact(() => store.put({ ...store.get(screen), name }))
      touch()
      return ok(null)
    },
    'screens.assign'({ screenId, name, role }) {
      if (!store.isKnown(screenId)) return fail('not-found')
      db.transact(() => store.put({ id: screenId, name, role }))
      touch()
      return ok(null)
    },
    'screens.forget'({ screenId }) {
      if (!store.isKnown(screenId)) return fail('not-found')
      unlockings.end(screenId)
      db.transact(() => store.forget(screenId))
      touch()
      return ok(null)
    },
    async 'screens.setPin'({ pin: next }, { screen }) {
      // Whoever sets it could not unlock this screen afterwards.
      if (screen === '') return fail('not-found')
      await pin.set(next, screen)
      unlockings.endAll()
      unlockings.begin(screen)
      touch()
      return ok(null)
    },
    'screens.removePin'() {
      pin.remove()
      unlockings.endAll()
      touch()
      return ok(null)
    },
    async 'screens.unlock'({ pin: given }, { screen }) {
      if (screen === '') return fail('not-found')
      const answer = await pin.attempt(given, screen)
      // The managers hear who guesses.
      if (!answer.ok && answer.error.code === 'locked') touch()
      if (!answer.ok || !pin.isSet) return answer
      unlockings.begin(screen)
      touch()
      return answer
    },
    'screens.lock'(_, { screen }) {
      unlockings.end(screen)
      touch()
      return ok(null)
    },
  }
}
