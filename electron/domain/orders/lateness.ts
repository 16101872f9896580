/** What the store decided about its clocks (contract, Settings). */
export interface LatenessRules {
  amberShare: number
  fallbackPreparationMinutes: number
}

/** What an order says about time: ISO instants and minutes. */
export interface Timing {
  createdAt: string
  deliverAt: string | null
  preparationMinutes: number | null
  scheduled: boolean
}

export interface Promised {
  promisedAt: string
  queueAt: string
  amberAt: string
}

const minute = 60_000

/**
 * When a ticket joins the queue, turns amber and turns red. The promise is `deliverAt`: in the documented
 * samples it is creation plus preparation, so the moment at which the food must leave. Without it, creation
 * plus preparation. Amber comes after `amberShare` of the time between joining the queue and the promise.
 */
export function promise(timing: Timing, rules: LatenessRules): Promised {
  const created = Date.parse(timing.createdAt)
  const preparation = (timing.preparationMinutes ?? rules.fallbackPreparationMinutes) * minute
  const promised = timing.deliverAt === null ? created + preparation : Date.parse(timing.deliverAt)
  const queued = timing.scheduled ? Math.max(created, promised - preparation) : created
  const amber = queued + Math.max(0, promised - queued) * rules.amberShare
  return {
    promisedAt: new Date(promised).toISOString(),
    queueAt: new Date(queued).toISOString(),
    amberAt: new Date(Math.min(amber, promised)).toISOString(),
  }
}
