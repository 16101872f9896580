import type { Settings } from '#contract/settings/settings.ts'
import type { OrderType } from '#contract/tickets/ticket.ts'

/** The store's settings for the clocks on tickets (contract, Settings). */
export type LatenessRules = Pick<
  Settings,
  | 'amberShare'
  | 'amberShareDelivery'
  | 'amberSharePickup'
  | 'amberShareTable'
  | 'veryLateMinutes'
  | 'fallbackPreparationMinutes'
>

interface Timing {
  type: OrderType
  createdAt: string
  deliverAt: string | null
  preparationMinutes: number | null
  scheduled: boolean
}

interface PromisedTimes {
  promisedAt: string
  queueAt: string
  amberAt: string
  veryLateAt: string | null
}

const minute = 60_000

/** The fraction of its time after which a ticket of this type turns amber. */
function amberShareOf(type: OrderType, rules: LatenessRules): number {
  const own = {
    delivery: rules.amberShareDelivery,
    pickup: rules.amberSharePickup,
    table: rules.amberShareTable,
    other: null,
  }[type]
  return own ?? rules.amberShare
}

/**
 * When a ticket appears on the wall, turns amber, turns red and counts as very late. The promised
 * time is `deliverAt`: in the documented samples it is creation plus preparation, so the moment at
 * which the food must leave. Without it: creation plus preparation. Amber comes after a share of
 * the time between the wall and the promised time.
 */
export function promisedTimes(timing: Timing, rules: LatenessRules): PromisedTimes {
  const created = Date.parse(timing.createdAt)
  const preparation = (timing.preparationMinutes ?? rules.fallbackPreparationMinutes) * minute
  const promised = timing.deliverAt === null ? created + preparation : Date.parse(timing.deliverAt)
  const queued = timing.scheduled ? Math.max(created, promised - preparation) : created
  const amber = queued + Math.max(0, promised - queued) * amberShareOf(timing.type, rules)
  return {
    promisedAt: new Date(promised).toISOString(),
    queueAt: new Date(queued).toISOString(),
    amberAt: new Date(Math.min(amber, promised)).toISOString(),
    veryLateAt:
      rules.veryLateMinutes === null
        ? null
        : new Date(promised + rules.veryLateMinutes * minute).toISOString(),
  }
}
