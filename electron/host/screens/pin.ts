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

/** How the PIN is kept. A PIN has few digits: what keeps it is that tries are counted, and that the file stays here. */
const sealedPin = z.object({ salt: z.string(), key: z.string() })
type SealedPin = z.infer<typeof sealedPin>

/** About 32 MB and a tenth of a second, on a thread beside the host's own. */
const cost = { N: 2 ** 15, r: 8, p: 1, maxmem: 2 ** 26 }
const keyBytes = 32

const derive = (pin: string, salt: Buffer): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    scrypt(pin, salt, keyBytes, cost, (cause, key) => {
      if (cause === null) resolve(key)
      else reject(cause)
    })
  })

async function seal(pin: string): Promise<SealedPin> {
  const salt = randomBytes(16)
  const key = await derive(pin, salt)
  return { salt: salt.toString('base64'), key: key.toString('base64') }
}

async function opens(pin: string, sealed: SealedPin): Promise<boolean> {
  const key = Buffer.from(sealed.key, 'base64')
  const derived = await derive(pin, Buffer.from(sealed.salt, 'base64'))
  return key.length === derived.length && timingSafeEqual(key, derived)
}

/** In place of one that was lost: nothing opens it, so that no screen becomes a manager's by a damaged row. */
const lostPin = (): SealedPin => ({
  salt: randomBytes(16).toString('base64'),
  key: randomBytes(keyBytes).toString('base64'),
})

const storedIn = (values: Values) => values('screens.pin', sealedPin.nullable())

/**
 * Takes the PIN off a database that no host has open: for whoever is at the machine itself. What was tried goes when
 * the next is set.
 */
export const resetPin = (values: Values): void => storedIn(values).write(null)

export type Pin = ReturnType<typeof createPin>

/** The manager's PIN. It is never given out, in whatever form. */
export function createPin({ db, values, clock }: Pick<Context, 'db' | 'values' | 'clock'>) {
  const stored = storedIn(values)
  const limits = createPinLimits(values, clock)
  // Its row and that of the tries are written together, so that one alone says that the PIN could not be read.
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
    /** Ok where it is the PIN; `wrong-pin` with the tries left at this screen, `locked` with the seconds. */
    async attempt(given: string, screenId: string): Promise<Result<null>> {
      const asked = sealed
      if (asked === null) return ok(null)
      if (limits.lockedMs(screenId) > 0) return locked(screenId)
      // Counted before it is looked at: tries at the same time all count, and none is won by ending the app meanwhile.
      const left = db.transact(() => limits.count(screenId))
      const isRight = await opens(given, asked)
      if (isRight && asked === sealed) {
        db.transact(() => limits.prove(screenId))
        return ok(null)
      }
      return left > 0 ? fail('wrong-pin', String(left)) : locked(screenId)
    },
    /** `screenId` is where it was set: whoever stands there knows it. */
    async set(pin: string, screenId: string): Promise<void> {
      write(await seal(pin), screenId)
    },
    remove: () => write(null, null),
  }
}

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
function createPinLimits(values: Values, clock: Clock) {
  const storedTriesOfAll = values('screens.pinTries', triesRow)
  const storedTriesByScreen = values('screens.pinTriesByScreen', z.record(z.string(), screenTries))
  let all = storedTriesOfAll.read() ?? noTries
  const screens = new Map(Object.entries(storedTriesByScreen.read() ?? {}))
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

  /** For how many more milliseconds no try at this screen is looked at. */
  const lockedMs = (screenId: string): number =>
    Math.max(leftOf(screenId), isSeparate(screenId) ? 0 : leftOf(''))

  return {
    /** Whether tries were kept at the start, as since a PIN was first set. */
    wereStored: storedTriesOfAll.read() !== null,
    lockedMs,
    /** Counts a try before it is looked at. Within a transaction. Answers how many may still be wrong; 0 where this one locks. */
    count(screenId: string): number {
      const now = isoNow(clock)
      const before = of(screenId)
      if (!isSeparate(screenId)) keepAll(afterWrong(all, now, triesOfAll))
      const tries = afterWrong(before, now, triesOfScreen)
      keep(screenId, { ...before, ...tries, lastAt: now })
      return lockedMs(screenId) > 0 ? 0 : triesLeft(tries, triesOfScreen)
    },
    /** The PIN was right there: forgets what was tried at this screen. Within a transaction. */
    prove(screenId: string): void {
      // What was wrong here was a manager's own hand.
      if (!isSeparate(screenId)) {
        const wrong = Math.max(all.wrong - of(screenId).wrong, 0)
        keepAll({ wrong, lockedAt: wrong === all.wrong ? all.lockedAt : null })
      }
      keep(screenId, { ...newScreen, isProven: true })
    },
    /** Another PIN: forgets everything. Within a transaction. */
    clear(): void {
      screens.clear()
      ends.clear()
      storedTriesByScreen.write({})
      keepAll(noTries)
    },
    /** Where it was tried more often than by a slip of the hand. */
    guesses(): PinGuesses[] {
      // Whoever guesses a little at each of many screens locks these together, and each has its part in it.
      const leastAt = (screenId: string): number =>
        all.wrong >= triesOfAll && !isSeparate(screenId) ? 1 : triesOfScreen
      return [...screens].flatMap(([screenId, { wrong, lastAt }]) =>
        wrong >= leastAt(screenId) && lastAt !== null ? [{ screenId, wrong, lastAt }] : [],
      )
    },
  }
}
