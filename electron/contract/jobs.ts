import { z } from 'zod'
import { answers, defineContract, event, id, managers } from './operation.ts'
import type { AppError } from './result.ts'

const count = z.int().min(0)

/** The progress of a job. */
const jobProgressSchema = z.object({
  /** Pages read, and the total; null when the platform doesn't say. */
  pages: count,
  totalPages: z.number().nullable(),
  items: count,
  totalItems: z.number().nullable(),
  /** Records that could not be read. */
  leftOut: count,
  /** Records without a date or from other days. They are not among the items. */
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
  /** The operation that starts it. Who may call it may also control the job. */
  startedBy: z.enum(['payments.read', 'waste.read', 'guests.export', 'shifts.find', 'shifts.show']),
  state: z.enum(['running', 'waiting', 'paused', 'stopped', 'full', 'cancelled', 'done']),
  startedAt: z.string(),
  endedAt: z.string().nullable(),
  /** Whether everything was read, by the platform's own count; null until the last page. */
  complete: z.boolean().nullable(),
  /** Why it waits or stopped. */
  error: z
    .custom<AppError>((error) => typeof (error as Partial<AppError>).code === 'string')
    .nullable(),
  /** Items per second of the last reports; null while it is not running. */
  itemsPerSecond: z.number().nullable(),
  secondsLeft: z.number().nullable(),
})
export type Job = z.infer<typeof jobSchema>

const steering = z.enum(['pause', 'resume', 'cancel'])
export type JobSteering = z.infer<typeof steering>

/** Days of the store, both included. */
export const daysInput = z.strictObject({ from: z.iso.date(), to: z.iso.date() })
export const jobInput = z.strictObject({ jobId: id })
/** Starts at 1. */
export const pageInput = z.int().min(1)

export const jobsContract = defineContract({
  name: 'jobs',
  operations: {
    /**
     * Pauses, resumes or cancels a job. `not-allowed` for callers who may not start it; `not-found`
     * when it is deleted; `too-late` when its state doesn't allow it.
     */
    'jobs.steer': answers<null>()(jobInput.extend({ how: steering })),
  },
  events: {
    /** The newest state of a job. Only managers start jobs. */
    'jobs.changed': event<{ job: Job }>(managers),
  },
})
