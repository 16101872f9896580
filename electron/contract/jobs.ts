import { z } from 'zod'
import { answers, defineContract, event, id, managers } from './operation.ts'
import type { AppError } from './result.ts'

const count = z.int().min(0)

/** How far a job is. */
const jobProgressSchema = z.object({
  /** Pages read, and of how many; null where the platform does not say. */
  pages: count,
  totalPages: z.number().nullable(),
  items: count,
  totalItems: z.number().nullable(),
  /** Records that could not be read. */
  leftOut: count,
  /** Records of other days, or of no day. They are not among the items. */
  outside: count,
})
export type JobProgress = z.infer<typeof jobProgressSchema>

/**
 * A long list that the host reads from the platform. Instants are ISO 8601 in UTC.
 * - `running`. - `waiting`: the connection is down; it goes on by itself. - `paused`: by a person. - `stopped`: the platform
 *   refused, or the disk did. What was read is kept, and a person can have it go on from there.
 * - `full`: there is more than the host keeps. - `cancelled`: what was read is gone. - `done`.
 */
export const jobSchema = jobProgressSchema.extend({
  id: z.string(),
  /** The operation that starts it. Who may ask that may steer the job. */
  startedBy: z.enum(['payments.read', 'waste.read', 'guests.export', 'shifts.find', 'shifts.show']),
  state: z.enum(['running', 'waiting', 'paused', 'stopped', 'full', 'cancelled', 'done']),
  startedAt: z.string(),
  endedAt: z.string().nullable(),
  /** Whether everything was read, by the platform's own count; null until the last page is read. */
  complete: z.boolean().nullable(),
  /** Why it waits or was stopped. */
  error: z
    .custom<AppError>((error) => typeof (error as Partial<AppError>).code === 'string')
    .nullable(),
  /** The pace of the last reports; null while it does not run. */
  itemsPerSecond: z.number().nullable(),
  secondsLeft: z.number().nullable(),
})
export type Job = z.infer<typeof jobSchema>

const steering = z.enum(['pause', 'resume', 'cancel'])
export type JobSteering = z.infer<typeof steering>

/** Days of the store, both included. */
export const daysInput = z.strictObject({ from: z.iso.date(), to: z.iso.date() })
export const jobInput = z.strictObject({ jobId: id })
/** Counted from 1. */
export const pageInput = z.int().min(1)

export const jobsContract = defineContract({
  name: 'jobs',
  operations: {
    /**
     * Pauses a job where it is, has one that is paused, waiting or stopped go on from there, or cancels it. `not-allowed` for
     * whoever may not start it; `not-found` where it is forgotten; `too-late` where its state allows no such step.
     */
    'jobs.steer': answers<null>()(jobInput.extend({ how: steering })),
  },
  events: {
    /** How far a job is: its newest state. Only managers start jobs. */
    'jobs.changed': event<{ job: Job }>(managers),
  },
})
