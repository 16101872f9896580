import type { Caller, Role } from '#contract/caller.ts'
import {
  screensContract,
  type ListedScreen,
  type NetworkScreen,
  type Screens as ScreensView,
} from '#contract/screens.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import { effectiveRole, isUnlocked, unlockingFrom, type Unlocking } from '#domain/screens/role.ts'
import type { Clock } from '../clock.ts'
import type { HandlersOf } from '../dispatch.ts'
import { isOnNetwork, type Place } from '../network-screens.ts'
import { defineNoun, type Context } from '../noun.ts'
import type { StoreSetup } from '../profile-file/profile-file.ts'
import { createPin, type Pin } from './pin.ts'
import { type ScreenStore, createScreenStore, screenRows } from './store.ts'

export interface Screens {
  /** The caller behind a screen. From memory, because it is needed for each event and screen. */
  callerOf(screenId: string): Caller
  /**
   * Checks the manager's PIN: `wrong-pin` and `locked` as for unlocking. Without a PIN, nothing is
   * asked.
   */
  sign(pin: string | null, screenId: string): Promise<Result<{ withPin: boolean }>>
  /** Gives screens with these names their roles; returns how many changed. Inside a transaction. */
  give(places: readonly Place[]): number
  /** A manager lets a screen in. Fails with `set-by-profile` if a locked setup file forbids it. */
  welcome(screenId: string, place: Place): Result<null>
}

/**
 * Whether a locked setup file forbids a screen to become `next`: a name of the file has its role,
 * and a screen with such a name only takes another one of the file.
 */
function isLocked(setup: StoreSetup | null | undefined, before: Place, next: Place): boolean {
  if (setup?.locked !== true) return false
  const placeOf = ({ name }: Place) => setup.screens.find((place) => place.name === name)
  const place = placeOf(next)
  if (place !== undefined) return place.role !== next.role
  return placeOf(before) !== undefined
}

const screensChanged = { type: 'screens.changed' } as const

/** The noun of a restaurant's screens: their names, roles, and the manager's PIN. */
export const screens = defineNoun(screensContract, {
  tables: [screenRows],
  create(context) {
    const { clock, db, notify, setup } = context
    const store = createScreenStore(context)
    const pin = createPin(context)
    const unlockings = createUnlockings(clock, () => notify(screensChanged))

    const roleOf = (id: string): Role =>
      effectiveRole({
        hasPin: pin.isSet,
        isOnNetwork: isOnNetwork(id),
        assigned: store.get(id).role,
        isUnlocked: unlockings.has(id),
      })

    function listed(): ListedScreen[] {
      const onNetwork = context.networkScreens?.screens() ?? new Map<string, NetworkScreen>()
      // Screens on the network are listed even if this store never saw them.
      const connected = context.connectedScreens?.()
      const others = [...onNetwork.keys()].filter((id) => !store.isKnown(id))
      return store.all(others).map((screen) => ({
        ...screen,
        isConnected: connected?.has(screen.id) === true,
        network: onNetwork.get(screen.id) ?? null,
      }))
    }

    const viewOf = (id: string, asks: Role): ScreensView => ({
      own: {
        ...store.get(id),
        effectiveRole: roleOf(id),
        unlockedUntil: unlockings.endsAt(id),
      },
      hasPin: pin.isSet,
      otherNames: asks === 'status' ? [] : store.namesOfOthers(id),
      all: asks === 'manager' ? listed() : null,
      guesses: asks === 'manager' ? pin.guesses() : null,
    })

    const api: Screens = {
      callerOf(id) {
        store.noteConnected(id)
        return { screen: id, name: store.get(id).name, role: roleOf(id) }
      },
      async sign(given, screenId) {
        if (!pin.isSet) return ok({ withPin: false })
        if (given === null) return fail('wrong-pin')
        const tried = await pin.attempt(given, screenId)
        return tried.ok ? ok({ withPin: true }) : tried
      },
      welcome(id, place) {
        if (isLocked(setup, store.get(id), place)) return fail('set-by-profile', place.name)
        db.transact(() => store.put({ id, ...place }))
        notify(screensChanged)
        return ok(null)
      },
      give(places) {
        const changed = store.all().flatMap(({ id, name, role }) => {
          const place = places.find((each) => each.name === name)
          return place === undefined || place.role === role ? [] : [{ id, ...place }]
        })
        for (const { id, name, role } of changed) store.put({ id, name, role })
        return changed.length
      },
    }

    return {
      handlers: {
        'screens.read'(_, { screen, role }) {
          if (store.see(screen)) notify(screensChanged)
          return ok(viewOf(screen, role))
        },
        ...screenCommands(context, store, pin, unlockings),
      },
      api,
      catchUp: unlockings.catchUp,
      everyBeat: store.storeTimes,
      dropOld(now) {
        for (const screenId of store.forgetStrangers(now))
          void context.announce('screen.forgotten', { screenId })
        return false
      },
      rolledBack: store.reload,
      close: unlockings.close,
    }
  },
})

function screenCommands(
  { db, notify, setup, networkScreens, endAccess, announce }: Context,
  store: ScreenStore,
  pin: Pin,
  unlockings: ReturnType<typeof createUnlockings>,
): Omit<HandlersOf<'screens'>, 'screens.read'> {
  const changed = (): void => notify(screensChanged)
  const isKnown = (id: string): boolean =>
    store.isKnown(id) || networkScreens?.screens().has(id) === true
  return {
    'screens.rename'({ name }, { screen }) {
      // Without its own id it can't be distinguished from the next.
      if (screen === '') return fail('not-found')
      const before = store.get(screen)
      if (isLocked(setup, before, { ...before, name })) return fail('set-by-profile', name)
      db.transact(() => store.put({ ...before, name }))
      changed()
      return ok(null)
    },
    'screens.assign'({ screenId, name, role }) {
      if (!isKnown(screenId)) return fail('not-found')
      if (isLocked(setup, store.get(screenId), { name, role })) return fail('set-by-profile', name)
      db.transact(() => store.put({ id: screenId, name, role }))
      changed()
      return ok(null)
    },
    'screens.forget'({ screenId }) {
      if (!isKnown(screenId)) return fail('not-found')
      const ended = endAccess?.(screenId) ?? ok(null)
      unlockings.end(screenId)
      if (!ended.ok) return ended
      db.transact(() => {
        store.forget(screenId)
        void announce('screen.forgotten', { screenId })
      })
      changed()
      return ok(null)
    },
    async 'screens.setPin'({ pin: next }, { screen }) {
      // A person who sets it could not unlock this screen afterwards.
      if (screen === '') return fail('not-found')
      await pin.set(next, screen)
      unlockings.endAll()
      unlockings.begin(screen)
      changed()
      return ok(null)
    },
    'screens.removePin'() {
      pin.remove()
      unlockings.endAll()
      changed()
      return ok(null)
    },
    async 'screens.unlock'({ pin: given }, { screen }) {
      const answer = await pin.attempt(given, screen)
      // The managers see who guesses.
      if (!answer.ok && answer.error.code === 'locked') changed()
      if (!answer.ok || !pin.isSet) return answer
      unlockings.begin(screen)
      changed()
      return answer
    },
    'screens.describe'(device, { screen }) {
      networkScreens?.describe(screen, device)
      return ok(null)
    },
    'screens.lock'(_, { screen }) {
      unlockings.end(screen)
      changed()
      return ok(null)
    },
  }
}

/**
 * The screens that a manager has unlocked for a while. In memory only: a restart locks them.
 * `onOver` is called when one ends.
 */
function createUnlockings(clock: Clock, onOver: () => void) {
  const running = new Map<string, Unlocking>()
  let stopWaiting = (): void => undefined
  const now = (): Unlocking => ({ wall: clock.now(), monotonic: clock.monotonic() })

  const has = (screenId: string): boolean => isUnlocked(running.get(screenId), now())

  /** Waits for the next end; one timer for all. */
  function wait(): void {
    stopWaiting()
    const next = Math.min(...[...running.values()].map(({ monotonic }) => monotonic))
    if (Number.isFinite(next)) stopWaiting = clock.after(next - clock.monotonic(), catchUp)
  }

  /** Removes ended ones. */
  function catchUp(): void {
    const before = running.size
    for (const [screenId, unlocking] of running)
      if (!isUnlocked(unlocking, now())) running.delete(screenId)
    // Also if none ended: a timer may fire a moment early.
    wait()
    if (running.size !== before) onOver()
  }

  return {
    has,
    /** When it ends, as an ISO instant; null if the screen isn't unlocked. */
    endsAt(screenId: string): string | null {
      const unlocking = running.get(screenId)
      return unlocking === undefined || !has(screenId)
        ? null
        : new Date(unlocking.wall).toISOString()
    },
    begin(screenId: string): void {
      running.set(screenId, unlockingFrom(now()))
      wait()
    },
    end(screenId: string): void {
      running.delete(screenId)
      wait()
    },
    endAll(): void {
      running.clear()
      wait()
    },
    catchUp,
    close: () => stopWaiting(),
  }
}
