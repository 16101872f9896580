import { randomBytes, randomInt } from 'node:crypto'
import type { WaitingScreen } from '#contract/network/network.ts'
import type { System } from '#contract/screens/screens.ts'
import type { Clock } from '../clock/clock.ts'

/** Without letters and digits that look alike. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const codeLength = 8

export const codeLastsMs = 2 * 60_000

/** More new screens than anybody adds at once behind one address. */
const maxOfAddress = 3
/**
 * Above this, the screen that has been silent the longest makes room. A screen that shows its code
 * asks every second for the outcome, and nobody can ask for so many codes in that time. So a device
 * with thousands of addresses keeps no other screen out.
 */
const maxStored = 5_000
/** More than anybody reads. The others are let in by their code alone. */
const maxListed = 30

/** How a screen's wait ended, or that it still waits. `over`: its code is no longer valid. */
export type Outcome = 'waiting' | 'approved' | 'refused' | 'over'

/** What a new screen says of itself. */
export interface Asking {
  tokenHash: string
  address: string
  system: System | null
}

export interface Waiting extends WaitingScreen {
  code: string
  tokenHash: string
  wrong: number
  outcome: Outcome
  /** On the monotonic clock. */
  end: number
}

const newCode = (): string =>
  Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join('')

/** The screens that show a code, and for a while those that have been let in or refused. */
export class WaitingList {
  readonly #clock: Clock
  readonly #onChange: () => void
  /** The one that was silent the longest is the first. */
  readonly #all = new Map<string, Waiting>()
  /** The ids of those that are listed, the oldest first. */
  #listed: string[] = []
  #hasMore = false
  #stopWatching = (): void => undefined

  /** `onChange` is called when what `list` returns has changed. */
  constructor(clock: Clock, onChange: () => void) {
    this.#clock = clock
    this.#onChange = onChange
  }

  #isWaiting({ outcome, end }: Waiting): boolean {
    return outcome === 'waiting' && this.#clock.monotonic() < end
  }

  /** Those that wait and fit, up to `most`. A flood of requests goes through it for each of them. */
  #waiting(fits: (waiting: Waiting) => boolean, max = Infinity): Waiting[] {
    const fitting: Waiting[] = []
    for (const screen of this.#all.values()) {
      if (fitting.length >= max) break
      if (fits(screen) && this.#isWaiting(screen)) fitting.push(screen)
    }
    return fitting
  }

  /** Some that wait, the oldest first if they are few, and whether more do. */
  list(): { waiting: WaitingScreen[]; hasMoreWaiting: boolean } {
    const waiting = this.#listed
      .flatMap((id) => this.find(id) ?? [])
      .map(({ id, system, address, endsAt }) => ({ id, system, address, endsAt }))
    return { waiting, hasMoreWaiting: this.#hasMore }
  }

  /** One that still waits; null for any other. */
  find(id: string): Waiting | null {
    const screen = this.#all.get(id)
    return screen !== undefined && this.#isWaiting(screen) ? screen : null
  }

  findByCode(code: string): Waiting | null {
    return this.#waiting((each) => each.code === code, 1)[0] ?? null
  }

  /** A screen asks how its wait ended, which shows that it is still there. */
  outcome(id: string): Outcome {
    const screen = this.#all.get(id)
    if (screen === undefined) return 'over'
    this.#all.delete(id)
    this.#all.set(id, screen)
    return screen.outcome === 'waiting' && !this.#isWaiting(screen) ? 'over' : screen.outcome
  }

  settle(id: string, outcome: 'approved' | 'refused'): void {
    const screen = this.find(id)
    if (screen === null) return
    screen.outcome = outcome
    this.#listAgain()
  }

  remove(id: string): void {
    if (this.#all.delete(id)) this.#listAgain()
  }

  add({ tokenHash, address, system }: Asking): Waiting {
    this.#makeRoom(address)
    const id = randomBytes(16).toString('base64url')
    const [code, end] = [newCode(), this.#clock.monotonic() + codeLastsMs]
    const endsAt = new Date(this.#clock.now() + codeLastsMs).toISOString()
    const added: Waiting = {
      ...{ id, system, address, endsAt, code, tokenHash, end },
      ...{ wrong: 0, outcome: 'waiting' },
    }
    this.#all.set(id, added)
    this.#listAgain()
    return added
  }

  #makeRoom(address: string): void {
    const ofAddress = this.#waiting((each) => each.address === address)
    const isFull = this.#all.size >= maxStored
    const [silent] = ofAddress.length >= maxOfAddress ? ofAddress : isFull ? this.#all.values() : []
    if (silent !== undefined) this.#all.delete(silent.id)
  }

  /** The outcome of one that has ended is kept for a while, for the screen to read. */
  #dropOld(): void {
    for (const [id, { end }] of this.#all)
      if (this.#clock.monotonic() >= end + codeLastsMs) this.#all.delete(id)
  }

  /** Lists others in the places of those that no longer wait. */
  #listAgain(): void {
    const before = [this.#hasMore, ...this.#listed].join()
    const listed = this.#listed.filter((id) => this.find(id) !== null)
    const places = maxListed - listed.length
    const others = this.#waiting(({ id }) => !listed.includes(id), places + 1).map(({ id }) => id)
    this.#listed = [...listed, ...others.slice(0, places)]
    this.#hasMore = others.length > places
    this.#watchNextEnd()
    if ([this.#hasMore, ...this.#listed].join() !== before) this.#onChange()
  }

  #watchNextEnd(): void {
    this.#stopWatching()
    const ends = this.#listed.flatMap((id) => this.find(id)?.end ?? [])
    if (ends.length === 0) return
    const rest = Math.min(...ends) - this.#clock.monotonic()
    this.#stopWatching = this.#clock.after(rest, () => {
      this.#dropOld()
      this.#listAgain()
    })
  }
}
