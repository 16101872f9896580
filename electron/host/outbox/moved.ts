import { hostname } from 'node:os'
import type { AppError } from '#contract/result.ts'
import { storedHandOver, type HandOver } from '../db/hand-over.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/open.ts'
import type { Values } from '../db/values.ts'

/** Why nothing is sent after a hand-over. */
export const moved: AppError = { code: 'unreachable', reason: 'moved' }

/** Something would be sent that another computer sends now. Undoes the transaction. */
export class StoreMoved extends Error {
  override name = 'StoreMoved'
}

/** Whether another computer has the store; it is kept in the database. */
export interface StoreMove {
  /** The last hand-over; null if there was none. */
  readonly known: HandOver | null
  readonly isAway: boolean
  /** From the commit on, nothing is sent. Returns the lease, and whether it is a new one. */
  leave(): { lease: HandOver; isNew: boolean }
  /** This computer sends again; false if the store is not away. */
  takeBack(): boolean
}

interface StoreMoveDeps {
  db: Database
  values: Values
  clock: Clock
  newId(): string
  onChange(): void
}

export function createStoreMove({ db, values, clock, newId, onChange }: StoreMoveDeps): StoreMove {
  const stored = storedHandOver(values)
  let known = stored.read()

  function keep(next: HandOver): HandOver {
    db.transact(() => stored.write(next))
    known = next
    onChange()
    return next
  }

  return {
    get known() {
      return known
    },
    get isAway() {
      return known?.state === 'away'
    },
    leave() {
      if (known?.state === 'away') return { lease: known, isNew: false }
      // Never older than the last one, whatever the clocks of two computers say.
      const least = known === null ? 0 : Date.parse(known.at) + 1
      const at = new Date(Math.max(clock.now(), least)).toISOString()
      const lease = { id: newId(), at, from: hostname(), state: 'away' as const }
      return { lease: keep(lease), isNew: true }
    },
    takeBack() {
      if (known?.state !== 'away') return false
      keep({ ...known, state: 'back' })
      return true
    },
  }
}
