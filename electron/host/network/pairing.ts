import { fail, type Result } from '#contract/shared/result.ts'
import type { System } from '#contract/screens/screens.ts'
import {
  afterWrong,
  lockedForMs,
  noTries,
  triesLeft,
  triesOfScreen,
} from '#domain/screens/pin-tries.ts'
import { isoNow, type Clock } from '../clock/clock.ts'
import type { Place } from '../core/network-screens.ts'
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
export class Pairing {
  readonly #clock: Clock
  readonly #paired: Store
  readonly #screens: WaitingList
  #tries = noTries
  #lockedUntil = 0

  constructor(clock: Clock, { paired, onChange }: { paired: Store; onChange: () => void }) {
    this.#clock = clock
    this.#paired = paired
    this.#screens = new WaitingList(clock, onChange)
  }

  list(): ReturnType<WaitingList['list']> {
    return this.#screens.list()
  }

  /** A new screen begins to wait. */
  ask(asking: Asking): { id: string; code: string } {
    const { id, code } = this.#screens.add(asking)
    return { id, code }
  }

  outcome(waitingId: string): Outcome {
    return this.#screens.outcome(waitingId)
  }

  /** The screen no longer shows its code. */
  leave(waitingId: string): void {
    if (this.#screens.find(waitingId) !== null) this.#screens.remove(waitingId)
  }

  /** Null if it no longer waits. */
  codeOf(waitingId: string): string | null {
    return this.#screens.find(waitingId)?.code ?? null
  }

  /**
   * Lets the screen with this code in. `waitingId` is the one that the manager chose, for which a
   * wrong code counts; null for none. Fails with `locked`, `not-found` or `wrong-code`, or as
   * `welcome` or the disk does.
   */
  approve(
    { waitingId, code, name, role }: { waitingId: string | null; code: string } & Place,
    welcome: (screenId: string) => Result<null>,
  ): Result<null> {
    if (this.#isLocked) return this.#locked()
    const screen = this.#screens.findByCode(readCode(code))
    if (screen === null) {
      const chosen = waitingId === null ? null : this.#screens.find(waitingId)
      return waitingId !== null && chosen === null ? fail('not-found') : this.#countWrong(chosen)
    }
    this.#tries = noTries
    const { tokenHash, system } = screen
    const id = this.#paired.idOf(tokenHash)
    const welcomed = welcome(id)
    if (!welcomed.ok) return welcomed
    const pairedAt = isoNow(this.#clock)
    const added = this.#paired.add({ id, tokenHash, system, name, role, pairedAt })
    if (added.ok) this.#screens.settle(screen.id, 'approved')
    return added
  }

  refuse(waitingId: string): boolean {
    if (this.#screens.find(waitingId) === null) return false
    this.#screens.settle(waitingId, 'refused')
    return true
  }

  get #isLocked(): boolean {
    return this.#lockedUntil > this.#clock.monotonic()
  }

  #locked(): Result<null> {
    const seconds = Math.ceil((this.#lockedUntil - this.#clock.monotonic()) / 1_000)
    return fail('locked', String(seconds), 'wrong-codes')
  }

  #countWrong(chosen: Waiting | null): Result<null> {
    this.#tries = afterWrong(this.#tries, isoNow(this.#clock), triesOfScreen)
    if (chosen !== null) {
      chosen.wrong += 1
      if (chosen.wrong >= triesOfScreen) this.#screens.settle(chosen.id, 'refused')
    }
    const lockMs = lockedForMs(this.#tries, this.#clock.now(), triesOfScreen)
    this.#lockedUntil = this.#clock.monotonic() + lockMs
    return this.#isLocked
      ? this.#locked()
      : fail('wrong-code', String(triesLeft(this.#tries, triesOfScreen)))
  }
}
