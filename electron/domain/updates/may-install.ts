import type { UpdateWait } from '#contract/updates/updates.ts'

/** How long after its start the app counts as starting. */
const startingMs = 10 * 60_000
/** How long after the set time an update may still be installed. */
const lateMinutes = 120
const dayMinutes = 24 * 60

export interface InstallFacts {
  openTickets: number
  /** Changes that are still to be sent. Those that wait for a person don't count. */
  unsentChanges: number
  /** The order list was read since the start, or there is none. */
  areOrdersKnown: boolean
  /** Hardly anything has happened for a minute. */
  isQuiet: boolean
  sinceStartMs: number
  /** What the restaurant has chosen: a time HH:MM, or null for the next start. */
  setTime: string | null
  /** The store's clock, HH:MM. */
  localTime: string
}

function minutesOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

function isTime({ setTime, localTime, sinceStartMs }: InstallFacts): boolean {
  if (setTime === null) return sinceStartMs < startingMs
  const late = (minutesOf(localTime) - minutesOf(setTime) + dayMinutes) % dayMinutes
  return late < lateMinutes
}

/** Why a downloaded update must wait; null if it may be installed now. */
export function waitFor(facts: InstallFacts): UpdateWait | null {
  if (!isTime(facts)) return facts.setTime === null ? 'next-start' : 'set-time'
  if (facts.openTickets > 0) return 'tickets-open'
  if (facts.unsentChanges > 0) return 'changes-unsent'
  if (!facts.areOrdersKnown) return 'orders-unknown'
  return facts.isQuiet ? null : 'busy'
}
