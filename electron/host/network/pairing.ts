import { randomBytes, randomInt } from 'node:crypto'
import type { WaitingScreen } from '#contract/network.ts'
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

/** Without letters and digits that look alike. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ'
const codeLength = 8

export const codeLastsMs = 2 * 60_000

/** More new screens than anybody adds at once, of one address and of all. */
const mostOfAddress = 3
const mostWaiting = 30

/** How a screen's wait ended, or that it still waits. `over`: its code is no longer valid. */
export type Outcome = 'waiting' | 'approved' | 'refused' | 'over'

interface Waiting extends WaitingScreen {
  code: string
  publicKey: string
  wrong: number
  outcome: Outcome
  /** On the monotonic clock. */
  end: number
}

/** A screen that was let in. */
export interface PairedScreen extends Place {
  id: string
  /** A raw P-256 public key in base64url. */
  publicKey: string
  system: System | null
  /** ISO. */
  pairedAt: string
}

/** Where the screens that were let in are stored. */
interface Store {
  idOf(publicKey: string): string
  /** Fails with `storage`; then it is not let in. */
  add(screen: PairedScreen): Result<null>
}

interface Asking {
  publicKey: string
  address: string
  system: System | null
}

const newCode = (): string =>
  Array.from({ length: codeLength }, () => alphabet[randomInt(alphabet.length)]).join('')

/** A typed code, however it was spaced. */
const readCode = (typed: string): string => typed.toUpperCase().replaceAll(/[^A-Z\d]/g, '')

/**
 * The screens that show a code and wait for a manager. A code lasts two minutes, lets one screen in
 * and allows five wrong tries; then codes are refused for a while. Knowing a code gives nobody
 * access: a manager types it, and only the screen that shows it has the key that is let in.
 */
export function createPairing(
  clock: Clock,
  { paired, onChange }: { paired: Store; onChange: () => void },
) {
  const all = new Map<string, Waiting>()
  let tries = noTries
  let lockedUntil = 0

  const isOver = ({ end }: Waiting): boolean => clock.monotonic() >= end
  const waiting = (): Waiting[] =>
    [...all.values()].filter((each) => each.outcome === 'waiting' && !isOver(each))

  function find(waitingId: string): Waiting | null {
    const found = all.get(waitingId)
    return found?.outcome === 'waiting' && !isOver(found) ? found : null
  }

  /** The outcome of one that has ended is kept for a while, for the screen to read. */
  function dropOld(): void {
    for (const [id, { end }] of all) if (clock.monotonic() >= end + codeLastsMs) all.delete(id)
  }

  /** Those of the address that has the most make room first. */
  function makeRoom(address: string): void {
    const ofAddress = waiting().filter((each) => each.address === address)
    const [oldest] = ofAddress.length >= mostOfAddress ? ofAddress : []
    if (oldest !== undefined) all.delete(oldest.id)
    if (waiting().length < mostWaiting) return
    const counts = new Map<string, number>()
    for (const each of waiting()) counts.set(each.address, (counts.get(each.address) ?? 0) + 1)
    const most = Math.max(...counts.values())
    const given = waiting().find((each) => counts.get(each.address) === most)
    if (given !== undefined) all.delete(given.id)
  }

  function countWrong(found: Waiting): Result<null> {
    tries = afterWrong(tries, isoNow(clock), triesOfScreen)
    found.wrong += 1
    if (found.wrong >= triesOfScreen) found.outcome = 'refused'
    lockedUntil = clock.monotonic() + lockedForMs(tries, clock.now(), triesOfScreen)
    onChange()
    return lockedUntil > clock.monotonic()
      ? locked()
      : fail('wrong-code', String(triesLeft(tries, triesOfScreen)))
  }

  const locked = (): Result<null> =>
    fail('locked', String(Math.ceil((lockedUntil - clock.monotonic()) / 1_000)), 'wrong-codes')

  return {
    list: (): WaitingScreen[] =>
      waiting().map(({ id, system, address, endsAt }) => ({ id, system, address, endsAt })),
    /** A new screen begins to wait. */
    ask({ publicKey, address, system }: Asking): { id: string; code: string } {
      dropOld()
      makeRoom(address)
      const id = randomBytes(16).toString('base64url')
      const [code, end] = [newCode(), clock.monotonic() + codeLastsMs]
      const endsAt = new Date(clock.now() + codeLastsMs).toISOString()
      all.set(id, {
        ...{ id, system, address, endsAt, code, publicKey, end },
        wrong: 0,
        outcome: 'waiting',
      })
      clock.after(codeLastsMs, onChange)
      onChange()
      return { id, code }
    },
    outcome(waitingId: string): Outcome {
      const found = all.get(waitingId)
      if (found === undefined) return 'over'
      return found.outcome === 'waiting' && isOver(found) ? 'over' : found.outcome
    },
    /** The screen no longer shows its code. */
    leave(waitingId: string): void {
      if (find(waitingId) === null) return
      all.delete(waitingId)
      onChange()
    },
    /** Null if it no longer waits. */
    codeOf: (waitingId: string): string | null => find(waitingId)?.code ?? null,
    /** Fails with `locked`, `not-found` or `wrong-code`, or as `welcome` or the disk does. */
    approve(
      { waitingId, code, name, role }: { waitingId: string; code: string } & Place,
      welcome: (screenId: string) => Result<null>,
    ): Result<null> {
      if (lockedUntil > clock.monotonic()) return locked()
      const found = find(waitingId)
      if (found === null) return fail('not-found')
      if (readCode(code) !== found.code) return countWrong(found)
      tries = noTries
      const { publicKey, system } = found
      const id = paired.idOf(publicKey)
      const welcomed = welcome(id)
      if (!welcomed.ok) return welcomed
      const added = paired.add({ id, publicKey, system, name, role, pairedAt: isoNow(clock) })
      if (!added.ok) return added
      found.outcome = 'approved'
      onChange()
      return added
    },
    refuse(waitingId: string): boolean {
      const found = find(waitingId)
      if (found === null) return false
      found.outcome = 'refused'
      onChange()
      return true
    },
  }
}

export type Pairing = ReturnType<typeof createPairing>
