import { hostname } from 'node:os'
import { z } from 'zod'
import type { AppError } from '#contract/shared/result.ts'
import type { Clock } from '../clock/clock.ts'
import type { Database } from './open.ts'
import { valueIn, type StoredValue, type Values } from './values.ts'

/**
 * The last planned hand-over that this database knows. `away`: another computer has the store, and
 * nothing is sent from here. `here`: it came to this computer. `back`: a person took it back, or no
 * file was finished.
 */
const handOverSchema = z.object({
  /** The lease: only a computer that has not used it yet may take the store over with it. */
  id: z.string(),
  /** When the old computer stopped sending, ISO. */
  at: z.iso.datetime(),
  /** The name of the old computer. */
  from: z.string(),
  state: z.enum(['away', 'here', 'back']),
})
export type HandOver = z.infer<typeof handOverSchema>

const name = 'handOver'

export const storedHandOver = (values: Values): StoredValue<HandOver | null> =>
  values(name, handOverSchema.nullable())

/** The hand-over in a database that nobody has open; null if there is none or it can't be read. */
export const handOverIn = (path: string): HandOver | null => valueIn(path, name, handOverSchema)

/** Whether a computer that knows `own` may take the store over with the lease of a file. */
export const mayTakeOver = (lease: HandOver, own: HandOver | null): boolean =>
  own === null || (own.id !== lease.id && own.at < lease.at)

/** What a database knows after another one, with its own hand-over, took its place. */
export function afterRestore(
  restored: HandOver | null,
  own: HandOver | null,
): { handOver: HandOver | null; isTakenOver: boolean } {
  if (restored?.state !== 'away' || !mayTakeOver(restored, own))
    return { handOver: own ?? restored, isTakenOver: false }
  return { handOver: { ...restored, state: 'here' }, isTakenOver: true }
}

/** Why nothing is sent after a hand-over. */
export const moved: AppError = { code: 'unreachable', reason: 'moved' }

/** Something would be sent that another computer sends now. Undoes the transaction. */
export class StoreMoved extends Error {
  override name = 'StoreMoved'
}

interface StoreMoveDeps {
  db: Database
  values: Values
  clock: Clock
  newId(): string
  onChange(): void
}

/** Whether another computer has the store; it is kept in the database. */
export class StoreMove {
  readonly #deps: StoreMoveDeps
  readonly #stored: StoredValue<HandOver | null>
  #current: HandOver | null

  constructor(deps: StoreMoveDeps) {
    this.#deps = deps
    this.#stored = storedHandOver(deps.values)
    this.#current = this.#stored.read()
  }

  /** The last hand-over; null if there was none. */
  get handOver(): HandOver | null {
    return this.#current
  }

  get isAway(): boolean {
    return this.#current?.state === 'away'
  }

  /** From the commit on, nothing is sent. Returns the lease, and whether it is a new one. */
  leave(): { lease: HandOver; isNew: boolean } {
    const last = this.#current
    if (last?.state === 'away') return { lease: last, isNew: false }
    const { clock, newId } = this.#deps
    // Never older than the last one, whatever the clocks of two computers say.
    const earliest = last === null ? 0 : Date.parse(last.at) + 1
    const at = new Date(Math.max(clock.now(), earliest)).toISOString()
    const lease = { id: newId(), at, from: hostname(), state: 'away' as const }
    this.#save(lease)
    return { lease, isNew: true }
  }

  /** This computer sends again; false if the store is not away. */
  takeBack(): boolean {
    if (this.#current?.state !== 'away') return false
    this.#save({ ...this.#current, state: 'back' })
    return true
  }

  #save(handOver: HandOver): void {
    this.#deps.db.transact(() => this.#stored.write(handOver))
    this.#current = handOver
    this.#deps.onChange()
  }
}
