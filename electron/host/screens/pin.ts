import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { fail, ok, type Result } from '#contract/shared/result.ts'
import type { PinGuesses } from '#contract/screens/screens.ts'
import type { StoredValue, Values } from '../db/values.ts'
import type { Context } from '../noun.ts'
import { fullScryptCosts } from '../sealing/scrypt-costs.ts'
import { PinLimits } from './pin-limits.ts'

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

/** The manager's PIN. It is never returned in any form. */
export class Pin {
  readonly #db: Context['db']
  readonly #cost: number
  readonly #stored: StoredValue<SealedPin | null>
  readonly #limits: PinLimits
  #sealed: SealedPin | null

  constructor({
    db,
    values,
    clock,
    scryptCosts = fullScryptCosts,
  }: Pick<Context, 'db' | 'values' | 'clock' | 'scryptCosts'>) {
    this.#db = db
    this.#cost = scryptCosts.pin
    this.#stored = storedIn(values)
    this.#limits = new PinLimits(values, clock)
    this.#sealed = this.#stored.read() ?? (this.#isLost() ? lostPin() : null)
  }

  get isSet(): boolean {
    return this.#sealed !== null
  }

  guesses(): PinGuesses[] {
    return this.#limits.guesses()
  }

  /**
   * Ok for the right PIN; `wrong-pin` with the tries left on this screen, `locked` with the
   * seconds.
   */
  async attempt(typed: string, screenId: string): Promise<Result<null>> {
    const sealed = this.#sealed
    if (sealed === null) return ok(null)
    if (this.#limits.lockedMs(screenId) > 0) return this.#locked(screenId)
    // Count the try before checking it: concurrent tries all count, and closing the app doesn't
    // undo one.
    const left = this.#db.transact(() => this.#limits.count(screenId))
    const isRight = await opens(typed, sealed, this.#cost)
    if (isRight && sealed === this.#sealed) {
      this.#db.transact(() => this.#limits.prove(screenId))
      return ok(null)
    }
    return left > 0 ? fail('wrong-pin', String(left)) : this.#locked(screenId)
  }

  /** `screenId` is where it was set: people there know it. */
  async set(pin: string, screenId: string): Promise<void> {
    this.#save(await seal(pin, this.#cost), screenId)
  }

  remove(): void {
    this.#save(null, null)
  }

  /**
   * After it was read. Its row and the row of the tries are written together, so one alone means
   * that the PIN couldn't be read.
   */
  #isLost(): boolean {
    return !this.#stored.isThere() && this.#limits.wereStored
  }

  #save(next: SealedPin | null, screenId: string | null): void {
    this.#db.transact(() => {
      this.#stored.write(next)
      this.#limits.clear()
      if (screenId !== null) this.#limits.prove(screenId)
    })
    this.#sealed = next
  }

  #locked(screenId: string): Result<null> {
    return fail('locked', String(Math.ceil(this.#limits.lockedMs(screenId) / 1_000)))
  }
}
