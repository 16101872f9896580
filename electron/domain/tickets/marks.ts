import { newExpoMarks, type ExpoMarks } from '../stations/expo.ts'
import type { StoredWork } from '../stations/work.ts'
import type { Acknowledged } from './acknowledgements.ts'
import type { PlainItem } from './items.ts'
import type { ReportedOrder } from './order-changes.ts'
import { newTimeMarks, type TimeMarks } from './timing.ts'

/** What only the kitchen knows of an order. No message of the platform changes it. */
export interface Marks {
  receivedAt: string
  /** The number in the mark of its code (codes.ts); 1 for none. */
  codeMark: number
  /** The dishes that somebody has begun, by item key. */
  work: Record<string, StoredWork>
  /** What stations have acknowledged since `acknowledgedItems`. */
  acknowledged: Acknowledged
  expo: ExpoMarks
  /** When to make its dishes. */
  times: TimeMarks
  /** The items as a cook last acknowledged them; null before any acknowledgement. */
  acknowledgedItems: PlainItem[] | null
  /** The same of what else a kitchen acts on. */
  acknowledgedOrder: ReportedOrder | null
  /** When it was to be made after all, ISO, until somebody acknowledges that; else null. */
  onAgainAt: string | null
  cancellationAcknowledged: boolean
  /** When it was closed elsewhere before anybody bumped it, ISO, until that is acknowledged; else null. */
  closedAt: string | null
  startedAt: string | null
  /** When it was recalled to the wall, ISO; null once it is bumped again. */
  recalledAt: string | null
  /** How often it was recalled to the wall. */
  recalls: number
  /** How often its driver left without the food, as far as Kitchen Pass saw it. */
  driversLost: number
  /** When it left the wall, ISO; null while it is on the wall. */
  leftAt: string | null
}

export const newMarks = (receivedAt: string): Marks => ({
  receivedAt,
  codeMark: 1,
  work: {},
  acknowledged: {},
  expo: newExpoMarks,
  times: newTimeMarks,
  acknowledgedItems: null,
  acknowledgedOrder: null,
  onAgainAt: null,
  cancellationAcknowledged: false,
  closedAt: null,
  startedAt: null,
  recalledAt: null,
  recalls: 0,
  driversLost: 0,
  leftAt: null,
})
