import { z } from 'zod'
import type { PinGuesses } from '#contract/screens.ts'
import {
  afterWrong,
  lockedForMs,
  noTries,
  triesLeft,
  triesOfAll,
  triesOfScreen,
  type PinTries,
} from '#domain/screens/pin-tries.ts'
import { isoNow, type Clock } from '../clock.ts'
import type { Values } from '../db/values.ts'

const triesRow = z.object({ wrong: z.int().min(0), lockedAt: z.iso.datetime().nullable() })
/** `isProven`: the right PIN was given there since it was set. `lastAt` is its last wrong one. */
const screenTries = triesRow.extend({ isProven: z.boolean(), lastAt: z.iso.datetime().nullable() })
type ScreenTries = z.infer<typeof screenTries>

/** Beyond so many, those that were not proven are forgotten first; the limit over all holds for these. */
const mostScreens = 200

/** The window of the machine itself (desktop/channels.ts): what other screens guess never locks it. */
const hostsOwn = 'desktop'

const newScreen: ScreenTries = { ...noTries, isProven: false, lastAt: null }

/**
 * How often the PIN may be tried: at each screen, and at all of them together. The limit over all holds for screens at which
 * the PIN was never right, so that whoever guesses, at however many screens, does not lock a manager out at theirs.
 */
export function createPinLimits(values: Values, clock: Clock) {
  const keptAll = values('screens.pinTries', triesRow)
  const keptScreens = values('screens.pinTriesByScreen', z.record(z.string(), screenTries))
  let all = keptAll.read() ?? noTries
  const screens = new Map(Object.entries(keptScreens.read() ?? {}))
  /**
   * When each lock ends on the clock that nobody sets; that over all by the empty name. Only a restart goes by the wall
   * clock, and whoever can restart the host can take the PIN off anyway.
   */
  const ends = new Map<string, number>()
  hold('', all)
  for (const [id, tries] of screens) hold(id, tries)

  function hold(name: string, tries: PinTries): void {
    ends.set(name, clock.monotonic() + lockedForMs(tries, clock.now(), limitOf(name)))
  }

  function limitOf(name: string): number {
    return name === '' ? triesOfAll : triesOfScreen
  }

  /** How much longer its lock holds (ms). */
  const leftOf = (name: string): number => Math.max((ends.get(name) ?? 0) - clock.monotonic(), 0)

  const of = (screenId: string): ScreenTries => screens.get(screenId) ?? newScreen
  const isApart = (screenId: string): boolean => screenId === hostsOwn || of(screenId).isProven

  function keep(screenId: string, tries: ScreenTries): void {
    screens.delete(screenId)
    screens.set(screenId, tries)
    for (const [id, { isProven }] of screens)
      if (screens.size > mostScreens && !isProven) screens.delete(id)
    keptScreens.write(Object.fromEntries(screens))
    hold(screenId, tries)
  }

  function keepAll(tries: PinTries): void {
    keptAll.write(tries)
    all = tries
    hold('', tries)
  }

  /** For how many more milliseconds no try at this screen is looked at. */
  const lockedMs = (screenId: string): number =>
    Math.max(leftOf(screenId), isApart(screenId) ? 0 : leftOf(''))

  return {
    /** Whether tries were kept at the start, as since a PIN was first set. */
    wereKept: keptAll.read() !== null,
    lockedMs,
    /** Counts a try before it is looked at. Within a transaction. Answers how many may still be wrong; 0 where this one locks. */
    count(screenId: string): number {
      const now = isoNow(clock)
      const before = of(screenId)
      if (!isApart(screenId)) keepAll(afterWrong(all, now, triesOfAll))
      const tries = afterWrong(before, now, triesOfScreen)
      keep(screenId, { ...before, ...tries, lastAt: now })
      return lockedMs(screenId) > 0 ? 0 : triesLeft(tries, triesOfScreen)
    },
    /** The PIN was right there: forgets what was tried at this screen. Within a transaction. */
    prove(screenId: string): void {
      // What was wrong here was a manager's own hand.
      if (!isApart(screenId)) {
        const wrong = Math.max(all.wrong - of(screenId).wrong, 0)
        keepAll({ wrong, lockedAt: wrong === all.wrong ? all.lockedAt : null })
      }
      keep(screenId, { ...newScreen, isProven: true })
    },
    /** Another PIN: forgets everything. Within a transaction. */
    clear(): void {
      screens.clear()
      ends.clear()
      keptScreens.write({})
      keepAll(noTries)
    },
    /** Where it was tried more often than by a slip of the hand. */
    guesses(): PinGuesses[] {
      // Whoever guesses a little at each of many screens locks these together, and each has its part in it.
      const leastAt = (screenId: string): number =>
        all.wrong >= triesOfAll && !isApart(screenId) ? 1 : triesOfScreen
      return [...screens].flatMap(([screenId, { wrong, lastAt }]) =>
        wrong >= leastAt(screenId) && lastAt !== null ? [{ screenId, wrong, lastAt }] : [],
      )
    },
  }
}
