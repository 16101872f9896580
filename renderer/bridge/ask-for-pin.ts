import type { Bridge } from '#contract/bridge.ts'
import type { Role } from '#contract/shared/caller.ts'
import type { Result } from '#contract/shared/result.ts'
import { passOn } from './pass-on.ts'

interface Screen {
  readonly role: Role | null
  refresh(): Promise<Role | null>
}

/**
 * A bridge that repeats a forbidden request once a manager has unlocked the screen. `ask` returns
 * whether one did; if not, the first answer is returned. It also is when this screen believed that
 * it was allowed, such as right after its five minutes: a room that loads by itself would show the
 * PIN dialog over the wall.
 */
export function askForPin(
  bridge: Bridge,
  screen: () => Screen,
  ask: () => Promise<boolean>,
): Bridge {
  async function unlockFor<Value>(request: () => Promise<Result<Value>>): Promise<Result<Value>> {
    const before = screen().role
    const answer = await request()
    if (answer.ok || answer.error.code !== 'not-allowed') return answer
    const role = await screen().refresh()
    // Guests look at a status screen: only its own button asks for the PIN.
    if (role === 'status') return answer
    const isUnlocked = role === before ? await ask() : role === 'manager'
    return isUnlocked ? request() : answer
  }
  return {
    ...passOn(bridge),
    call: (name, input) => unlockFor(() => bridge.call(name, input)),
    writePreferences: (preferences) => unlockFor(() => bridge.writePreferences(preferences)),
  }
}
