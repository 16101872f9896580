import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { fail, ok, type Result } from '#contract/result.ts'
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
import type { Context } from '../noun.ts'
import { fullScryptCosts } from '../sealing/scrypt-costs.ts'

/**
 * How the PIN is stored. A PIN has few digits, so its protection is that tries are counted and the
 * file stays here.
 */
const sealedPin = z.object({ salt: z.string(), key: z.string() })
type SealedPin = z.infer<typeof sealedPin>

const scryptOptions = { r: 8, p: 1, maxmem: 2 ** 26 }
const keyBytes = 32

const derive = (pin: string, salt: Buffer, cost: number): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(pin, salt, keyBytes, { ...scryptOptions, N: cost }, (cause, key) => {
      if (cause === null) resolve(key)
      else reject(cause)
    })
  })

async function seal(pin: string, cost: number): Promise<SealedPin> {
  const salt = randomBytes(16)
  const key = await derive(pin, salt, cost)
  return { salt: salt.toString('base64'), key: key.toString('base64') }
}

async function opens(pin: string, sealed: SealedPin, cost: number): Promise<boolean> {
  const key = Buffer.from(sealed.key, 'base64')
  const derived = await derive(pin, Buffer.from(sealed.salt, 'base64'), cost)
  return key.length === derived.length && timingSafeEqual(key, derived)
}

/** Replaces a lost PIN. Nothing matches it, so a damaged row makes nobody a manager. */
const lostPin = (): SealedPin => ({
  salt: randomBytes(16).toString('base64'),
  key: randomBytes(keyBytes).toString('base64'),
})

const storedIn = (values: Values) => values('screens.pin', sealedPin.nullable())

/**
 * Removes the PIN from a database that no host has open, for people at the computer itself. The
 * counted tries are removed when the next PIN is set.
 */
export const resetPin = (values: Values): void => storedIn(values).write(null)

export type Pin = ReturnType<typeof createPin>

/** The manager's PIN. It is never returned in any form. */
export function createPin({
  db,
  values,
  clock,
  scryptCosts = fullScryptCosts,
}: Pick<Context, 'db' | 'values' | 'clock' | 'scryptCosts'>) {
  const cost = scryptCosts.pin
  const stored = storedIn(values)
  const limits = createPinLimits(values, clock)
  // Its row and the row of the tries are written together, so one alone means that the PIN couldn't
  // be read.
  const isLost = (): boolean => !stored.isThere() && limits.wereStored
  let sealed = stored.read() ?? (isLost() ? lostPin() : null)

  function write(next: SealedPin | null, screenId: string | null): void {
    db.transact(() => {
      stored.write(next)
      limits.clear()
      if (screenId !== null) limits.prove(screenId)
    })
    sealed = next
  }

  const locked = (screenId: string): Result<null> =>
    fail('locked', String(Math.ceil(limits.lockedMs(screenId) / 1_000)))

  return {
    get isSet() {
      return sealed !== null
    },
    guesses: limits.guesses,
    /**
     * Ok for the right PIN; `wrong-pin` with the tries left on this screen, `locked` with the
     * seconds.
     */
    async attempt(given: string, screenId: string): Promise<Result<null>> {
      const asked = sealed
      if (asked === null) return ok(null)
      if (limits.lockedMs(screenId) > 0) return locked(screenId)
      // Count the try before checking it: concurrent tries all count, and closing the app doesn't
      // undo one.
      const left = db.transact(() => limits.count(screenId))
      const isRight = await opens(given, asked, cost)
      if (isRight && asked === sealed) {
        db.transact(() => limits.prove(screenId))
        return ok(null)
      }
      return left > 0 ? fail('wrong-pin', String(left)) : locked(screenId)
    },
    /** `screenId` is where it was set: people there know it. */
    async set(pin: string, screenId: string): Promise<void> {
      write(await seal(pin, cost), screenId)
    },
    remove: () => write(null, null),
  }
}

const triesRow = z.object({ wrong: z.int().min(0), lockedAt: z.iso.datetime().nullable() })
/** `isProven`: the right PIN was entered there since it was set. `lastAt` is its last wrong one. */
const screenTries = triesRow.extend({ isProven: z.boolean(), lastAt: z.iso.datetime().nullable() })
type ScreenTries = z.infer<typeof screenTries>

/** Above this number, unproven screens are dropped first; the common limit applies to them. */
const mostScreens = 200

/** The computer's own window (desktop/channels.ts): guesses on other screens never lock it. */
const hostsOwn = 'desktop'

const newScreen: ScreenTries = { ...noTries, isProven: false, lastAt: null }

/**
 * How often the PIN may be tried: on each screen, and on all together. The common limit applies to
 * screens where the PIN was never right, so that guessing on many screens doesn't lock out a
 * manager on another.
 */
function createPinLimits(values: Values, clock: Clock) {
  const storedTriesOfAll = values('screens.pinTries', triesRow)
  const storedTriesByScreen = values('screens.pinTriesByScreen', z.record(z.string(), screenTries))
  let all = storedTriesOfAll.read() ?? noTries
  const screens = new Map(Object.entries(storedTriesByScreen.read() ?? {}))
  /**
   * When each lock ends on the monotonic clock; the common lock has the empty name. Only a restart
   * uses the wall clock, and people who can restart the host can remove the PIN anyway.
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

  /** How much longer its lock lasts (ms). */
  const leftOf = (name: string): number => Math.max((ends.get(name) ?? 0) - clock.monotonic(), 0)

  const of = (screenId: string): ScreenTries => screens.get(screenId) ?? newScreen
  const isSeparate = (screenId: string): boolean => screenId === hostsOwn || of(screenId).isProven

  function keep(screenId: string, tries: ScreenTries): void {
    screens.delete(screenId)
    screens.set(screenId, tries)
    for (const [id, { isProven }] of screens)
      if (screens.size > mostScreens && !isProven) screens.delete(id)
    storedTriesByScreen.write(Object.fromEntries(screens))
    hold(screenId, tries)
  }

  function keepAll(tries: PinTries): void {
    storedTriesOfAll.write(tries)
    all = tries
    hold('', tries)
  }

  /** For how many ms tries on this screen are refused. */
  const lockedMs = (screenId: string): number =>
    Math.max(leftOf(screenId), isSeparate(screenId) ? 0 : leftOf(''))

  return {
    /** Whether tries were stored at the start, as after a PIN was first set. */
    wereStored: storedTriesOfAll.read() !== null,
    lockedMs,
    /**
     * Counts a try before it is checked. Inside a transaction. Returns how many more may be wrong;
     * 0 if this one locks.
     */
    count(screenId: string): number {
      const now = isoNow(clock)
      const before = of(screenId)
      if (!isSeparate(screenId)) keepAll(afterWrong(all, now, triesOfAll))
      const tries = afterWrong(before, now, triesOfScreen)
      keep(screenId, { ...before, ...tries, lastAt: now })
      return lockedMs(screenId) > 0 ? 0 : triesLeft(tries, triesOfScreen)
    },
    /** The PIN was right: removes the tries of this screen. Inside a transaction. */
    prove(screenId: string): void {
      // The wrong tries here were a manager's own.
      if (!isSeparate(screenId)) {
        const wrong = Math.max(all.wrong - of(screenId).wrong, 0)
        keepAll({ wrong, lockedAt: wrong === all.wrong ? all.lockedAt : null })
      }
      keep(screenId, { ...newScreen, isProven: true })
    },
    /** Another PIN: removes everything. Inside a transaction. */
    clear(): void {
      screens.clear()
      ends.clear()
      storedTriesByScreen.write({})
      keepAll(noTries)
    },
    /** Screens with more tries than typing errors explain. */
    guesses(): PinGuesses[] {
      // Guesses on many screens lock these together, so each of them counts.
      const leastAt = (screenId: string): number =>
        all.wrong >= triesOfAll && !isSeparate(screenId) ? 1 : triesOfScreen
      return [...screens].flatMap(([screenId, { wrong, lastAt }]) =>
        wrong >= leastAt(screenId) && lastAt !== null ? [{ screenId, wrong, lastAt }] : [],
      )
    },
  }
}
