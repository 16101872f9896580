import { z } from 'zod'
import type { TurnTime } from '#contract/reservations/reservations.ts'
import type { ReservationRow } from '#domain/reservations/reservation.ts'
import {
  turnTimes,
  withoutVisitOf,
  withVisitOf,
  type StayedMinutes,
} from '#domain/reservations/turn-times.ts'
import type { StoredValue } from '../db/values.ts'
import type { Context } from '../noun.ts'

const stayedSchema = z.array(z.array(z.int()).max(100)).max(20)

/** Minutes at the table; null if the staff did not mark when the guests sat down and left. */
function stayedOf({ mark, seatedAt, leftAt }: ReservationRow): number | null {
  if (mark !== 'left' || seatedAt === null || leftAt === null) return null
  return Math.round((Date.parse(leftAt) - Date.parse(seatedAt)) / 60_000)
}

/**
 * How long parties stay, learned from when the staff marked that they sat down and left. Only sizes
 * and minutes are stored, so it outlives the guests' data.
 */
export class TurnTimes {
  readonly #context: Context
  readonly #stored: StoredValue<StayedMinutes>

  constructor(context: Context) {
    this.#context = context
    this.#stored = context.values<StayedMinutes>('stayedMinutes', stayedSchema)
  }

  list(): TurnTime[] {
    return turnTimes(this.#stored.read() ?? [], this.#context.settings().tableMinutes)
  }

  /** Learns from a mark, or unlearns from one that is taken back. Call within a transaction. */
  learn(before: ReservationRow, after: ReservationRow): void {
    const stayed = this.#stored.read() ?? []
    const { partySize } = after.booking
    const [was, is] = [stayedOf(before), stayedOf(after)]
    if (was === is) return
    const without = was === null ? stayed : withoutVisitOf(stayed, partySize, was)
    this.#stored.write(is === null ? without : withVisitOf(without, partySize, is))
  }
}
