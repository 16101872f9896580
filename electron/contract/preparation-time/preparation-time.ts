import { z } from 'zod'
import type { Delivery } from '../deliveries/delivery.ts'
import {
  answersFront,
  answersManager,
  defineContract,
  event,
  front,
  id,
  none,
} from '../shared/operation.ts'
import { maxPreparationMinutes } from './preparation-minutes.ts'

/** A suggested preparation time and the figures behind it. */
export interface PreparationSuggestion {
  minutes: number
  openTickets: number
  openDishes: number
  /** The most tickets that were ready within 30 minutes today; null if there were too few. */
  bestHalfHour: number | null
  /** The median time of today's tickets, in minutes; null before the first. */
  typicalMinutes: number | null
}

/**
 * Why the preparation time changed: a person set it, it went back to the usual time by itself, or
 * the automatic mode set it.
 */
export const preparationReasons = ['person', 'back', 'automatic'] as const
export type PreparationReason = (typeof preparationReasons)[number]

/** A change of the preparation time. Instants are ISO 8601 in UTC. */
export interface PreparationChange {
  id: string
  at: string
  minutes: number
  /** Null if it was not known. */
  before: number | null
  reason: PreparationReason
  /** The name of the screen; empty if it has none, or if no person changed it. */
  screen: string
  /** The figures behind an automatic change; else null. */
  suggestion: PreparationSuggestion | null
}

/** The store's preparation time. Instants are ISO 8601 in UTC. */
export interface PreparationTime {
  /** The time in force, or the time that is being sent; null while nobody has set one. */
  minutes: number | null
  /**
   * The time to which a change goes back: before the first change, the one that the newest order
   * came with. Null while unknown.
   */
  usualMinutes: number | null
  /** The time that was asked for, if the platform set a different one; else null. */
  differsFrom: number | null
  change: Pick<PreparationChange, 'at' | 'reason' | 'screen'> | null
  /** When it goes back to the usual time by itself; null if it stays. */
  backAt: string | null
  delivery: Delivery | null
  isAutomatic: boolean
}

export const preparationTimeContract = defineContract({
  name: 'preparationTime',
  operations: {
    'preparationTime.get': answersFront<PreparationTime>()(none),
    /** Null while the kitchen has no figures today. */
    'preparationTime.suggestion': answersFront<PreparationSuggestion | null>()(none),
    /** The last 100 changes, newest first. */
    'preparationTime.history': answersFront<PreparationChange[]>()(none),
    /**
     * Sets the time for a while; `forMinutes` null means until somebody changes it. While the usual
     * time is unknown, this one becomes the usual time. The last one counts, on whatever screen. A repeated `tapId` changes nothing.
     */
    'preparationTime.set': answersFront<PreparationTime>()(
      z.strictObject({
        tapId: id,
        minutes: z.int().min(0).max(maxPreparationMinutes),
        forMinutes: z
          .int()
          .min(5)
          .max(24 * 60)
          .nullable(),
      }),
    ),
    /** The current time becomes the usual time, and stays. `not-found` while there is none. */
    'preparationTime.setUsual': answersManager<PreparationTime>()(none),
  },
  events: {
    'preparationTime.changed': event(front),
  },
})
