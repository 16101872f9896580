import { fail, type Result } from '#contract/result.ts'
import type { System } from '#contract/screens.ts'
import {
  afterWrong,
  lockedForMs,
  noTries,
  triesLeft,
  triesOfScreen,
} from '#domain/screens/pin-tries.ts'
import { isoNow, type Clock } from '../clock.ts'
import type { Place } from '../network-screens.ts'
import { WaitingList, type Asking, type Outcome, type Waiting } from './waiting-list.ts'

/** A screen that was let in. */
export interface PairedScreen extends Place {
  id: string
  /** Of its device token. */
  tokenHash: string
  system: System | null
  /** ISO. */
  pairedAt: string
}

/** Where the screens that were let in are stored. */
interface Store {
  idOf(tokenHash: string): string
  /** Fails with `storage`; then it is not let in. */
  add(screen: PairedScreen): Result<null>
}

/** A typed code, however it was spaced. */
const readCode = (typed: string): string => typed.toUpperCase().replaceAll(/[^A-Z\d]/g, '')

/**
 * The screens that show a code and wait for a manager. A code lasts two minutes, lets one screen in
 * and allows five wrong tries; then codes are refused for a while. Knowing a code gives nobody
 * access: a manager types it, and only the screen that shows it has the token that is let in. It alone
 * says which screen that is, however many wait.
 */
export function createPairing(
  clock: Clock,
  { paired, onChange }: { paired: Store; onChange: () => void },
) {
  const screens = new WaitingList(clock, onChange)
  let tries = noTries
  let lockedUntil = 0

  function countWrong(found: Waiting | null): Result<null> {
    tries = afterWrong(tries, isoNow(clock), triesOfScreen)
    if (found !== null) {
      found.wrong += 1
      if (found.wrong >= triesOfScreen) screens.settle(found.id, 'refused')
    }
    lockedUntil = clock.monotonic() + lockedForMs(tries, clock.now(), triesOfScreen)
    return lockedUntil > clock.monotonic()
      ? locked()
      : fail('wrong-code', String(triesLeft(tries, triesOfScreen)))
  }

  const locked = (): Result<null> =>
    fail('locked', String(Math.ceil((lockedUntil - clock.monotonic()) / 1_000)), 'wrong-codes')

  return {
    list: () => screens.list(),
    /** A new screen begins to wait. */
    ask(asking: Asking): { id: string; code: string } {
      const { id, code } = screens.add(asking)
      return { id, code }
    },
    outcome: (waitingId: string): Outcome => screens.outcome(waitingId),
    /** The screen no longer shows its code. */
    leave(waitingId: string): void {
      if (screens.find(waitingId) !== null) screens.remove(waitingId)
    },
    /** Null if it no longer waits. */
    codeOf: (waitingId: string): string | null => screens.find(waitingId)?.code ?? null,
    /**
     * Lets the screen with this code in. `waitingId` is the one that the manager chose, for which a
     * wrong code counts; null for none. Fails with `locked`, `not-found` or `wrong-code`, or as
     * `welcome` or the disk does.
     */
    approve(
      { waitingId, code, name, role }: { waitingId: string | null; code: string } & Place,
      welcome: (screenId: string) => Result<null>,
    ): Result<null> {
      if (lockedUntil > clock.monotonic()) return locked()
      const found = screens.findByCode(readCode(code))
      if (found === null) {
        const chosen = waitingId === null ? null : screens.find(waitingId)
        return waitingId !== null && chosen === null ? fail('not-found') : countWrong(chosen)
      }
      tries = noTries
      const { tokenHash, system } = found
      const id = paired.idOf(tokenHash)
      const welcomed = welcome(id)
      if (!welcomed.ok) return welcomed
      const added = paired.add({ id, tokenHash, system, name, role, pairedAt: isoNow(clock) })
      if (added.ok) screens.settle(found.id, 'approved')
      return added
    },
    refuse(waitingId: string): boolean {
      if (screens.find(waitingId) === null) return false
      screens.settle(waitingId, 'refused')
      return true
    },
  }
}

export type Pairing = ReturnType<typeof createPairing>
