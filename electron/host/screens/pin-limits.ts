import { z } from 'zod'
import type { PinGuesses } from '#contract/screens/screens.ts'
import {
  afterWrong,
  lockedForMs,
  noTries,
  triesLeft,
  triesOfAll,
  triesOfScreen,
  type PinTries,
} from '#domain/screens/pin-tries.ts'
import { isoNow, type Clock } from '../clock/clock.ts'
import type { StoredValue, Values } from '../db/values.ts'

const triesRow = z.object({ wrong: z.int().min(0), lockedAt: z.iso.datetime().nullable() })
/** `isProven`: the right PIN was entered there since it was set. `lastAt` is its last wrong one. */
const screenTries = triesRow.extend({ isProven: z.boolean(), lastAt: z.iso.datetime().nullable() })
type ScreenTries = z.infer<typeof screenTries>

/** Above this number, unproven screens are dropped first; the common limit applies to them. */
const maxScreens = 200

/** The computer's own window (desktop/channels.ts): guesses on other screens never lock it. */
const hostsOwn = 'desktop'

const newScreen: ScreenTries = { ...noTries, isProven: false, lastAt: null }

/** The common lock has the empty name. */
const limitOf = (name: string): number => (name === '' ? triesOfAll : triesOfScreen)

/**
 * How often the PIN may be tried: on each screen, and on all together. The common limit applies to
 * screens where the PIN was never right, so that guessing on many screens doesn't lock out a
 * manager on another.
 */
export class PinLimits {
  /** Whether tries were stored at the start, as after a PIN was first set. */
  readonly wereStored: boolean
  readonly #clock: Clock
  readonly #storedTriesOfAll: StoredValue<PinTries>
  readonly #storedTriesByScreen: StoredValue<Record<string, ScreenTries>>
  readonly #screens: Map<string, ScreenTries>
  #all: PinTries
  /**
   * When each lock ends on the monotonic clock, by its name. Only a restart uses the wall clock, and
   * people who can restart the host can remove the PIN anyway.
   */
  readonly #ends = new Map<string, number>()

  constructor(values: Values, clock: Clock) {
    this.#clock = clock
    this.#storedTriesOfAll = values<PinTries>('screens.pinTries', triesRow)
    this.#storedTriesByScreen = values(
      'screens.pinTriesByScreen',
      z.record(z.string(), screenTries),
    )
    const stored = this.#storedTriesOfAll.read()
    this.wereStored = stored !== null
    this.#all = stored ?? noTries
    this.#screens = new Map(Object.entries(this.#storedTriesByScreen.read() ?? {}))
    this.#hold('', this.#all)
    for (const [id, tries] of this.#screens) this.#hold(id, tries)
  }

  /** For how many ms tries on this screen are refused. */
  lockedMs(screenId: string): number {
    return Math.max(this.#leftOf(screenId), this.#isSeparate(screenId) ? 0 : this.#leftOf(''))
  }

  /**
   * Counts a try before it is checked. Inside a transaction. Returns how many more may be wrong; 0
   * if this one locks.
   */
  count(screenId: string): number {
    const now = isoNow(this.#clock)
    const before = this.#of(screenId)
    if (!this.#isSeparate(screenId)) this.#saveAll(afterWrong(this.#all, now, triesOfAll))
    const tries = afterWrong(before, now, triesOfScreen)
    this.#save(screenId, { ...before, ...tries, lastAt: now })
    return this.lockedMs(screenId) > 0 ? 0 : triesLeft(tries, triesOfScreen)
  }

  /** The PIN was right: removes the tries of this screen. Inside a transaction. */
  prove(screenId: string): void {
    // The wrong tries here were a manager's own.
    if (!this.#isSeparate(screenId)) {
      const all = this.#all
      const wrong = Math.max(all.wrong - this.#of(screenId).wrong, 0)
      this.#saveAll({ wrong, lockedAt: wrong === all.wrong ? all.lockedAt : null })
    }
    this.#save(screenId, { ...newScreen, isProven: true })
  }

  /** Another PIN: removes everything. Inside a transaction. */
  clear(): void {
    this.#screens.clear()
    this.#ends.clear()
    this.#storedTriesByScreen.write({})
    this.#saveAll(noTries)
  }

  /** Screens with more tries than typing errors explain. */
  guesses(): PinGuesses[] {
    return [...this.#screens].flatMap(([screenId, { wrong, lastAt }]) =>
      wrong >= this.#leastToReport(screenId) && lastAt !== null
        ? [{ screenId, wrong, lastAt }]
        : [],
    )
  }

  /** Guesses on many screens lock these together, so each of them counts. */
  #leastToReport(screenId: string): number {
    return this.#all.wrong >= triesOfAll && !this.#isSeparate(screenId) ? 1 : triesOfScreen
  }

  #of(screenId: string): ScreenTries {
    return this.#screens.get(screenId) ?? newScreen
  }

  #isSeparate(screenId: string): boolean {
    return screenId === hostsOwn || this.#of(screenId).isProven
  }

  /** How much longer its lock lasts (ms). */
  #leftOf(name: string): number {
    return Math.max((this.#ends.get(name) ?? 0) - this.#clock.monotonic(), 0)
  }

  #hold(name: string, tries: PinTries): void {
    const lockedMs = lockedForMs(tries, this.#clock.now(), limitOf(name))
    this.#ends.set(name, this.#clock.monotonic() + lockedMs)
  }

  #save(screenId: string, tries: ScreenTries): void {
    this.#screens.delete(screenId)
    this.#screens.set(screenId, tries)
    for (const [id, { isProven }] of this.#screens)
      if (this.#screens.size > maxScreens && !isProven) this.#screens.delete(id)
    this.#storedTriesByScreen.write(Object.fromEntries(this.#screens))
    this.#hold(screenId, tries)
  }

  #saveAll(tries: PinTries): void {
    this.#storedTriesOfAll.write(tries)
    this.#all = tries
    this.#hold('', tries)
  }
}
