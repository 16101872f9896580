import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto'
import { z } from 'zod'
import { fail, ok, type Result } from '#contract/result.ts'
import type { Values } from '../db/values.ts'
import type { Context } from '../noun.ts'
import { createPinLimits } from './pin-limits.ts'

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

const keptIn = (values: Values) => values('screens.pin', sealedPin.nullable())

/**
 * Takes the PIN off a database that no host has open: for whoever is at the machine itself. What was tried goes when
 * the next is set.
 */
export const resetPin = (values: Values): void => keptIn(values).write(null)

export type Pin = ReturnType<typeof createPin>

/** The manager's PIN. It is never given out, in whatever form. */
export function createPin({ db, values, clock }: Pick<Context, 'db' | 'values' | 'clock'>) {
  const kept = keptIn(values)
  const limits = createPinLimits(values, clock)
  // Its row and that of the tries are written together, so that one alone says that the PIN could not be read.
  const isLost = (): boolean => !kept.isThere() && limits.wereKept
  let sealed = kept.read() ?? (isLost() ? lostPin() : null)

  function write(next: SealedPin | null, screenId: string | null): void {
    db.transact(() => {
      kept.write(next)
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
