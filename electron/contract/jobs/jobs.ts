import { z } from 'zod'
import { answers, defineContract, event, id, managers } from '../shared/operation.ts'
import type { AppError } from '../shared/result.ts'

const count = z.int().min(0)

const jobProgressSchema = z.object({
  /** Pages read, and how many there are; null if the platform doesn't say. */
  pages: count,
  totalPages: z.number().nullable(),
  items: count,
  totalItems: z.number().nullable(),
  leftOut: count,
  /** Records of other days, or without a day. They are not among the items. */
  outside: count,
})
export type JobProgress = z.infer<typeof jobProgressSchema>

/**
 * A long list that the host reads from the platform. Instants are ISO 8601 in UTC.
 * - `waiting`: the connection is down; the job resumes by itself.
 * - `paused`: a person paused it.
 * - `stopped`: the platform refused, or the disk failed. What was read is stored, and a person can
 * resume the job.
 * - `full`: the list is longer than the host stores.
 * - `cancelled`: what was read is deleted.
 */
export const jobSchema = jobProgressSchema.extend({
  id: z.string(),
  /** The operation that started the job. Whoever may call it may also pause, resume and cancel the job. */
  startedBy: z.enum(['payments.read', 'waste.read', 'guests.export', 'shifts.find', 'shifts.show']),
  state: z.enum(['running', 'waiting', 'paused', 'stopped', 'full', 'cancelled', 'done']),
  startedAt: z.string(),
  endedAt: z.string().nullable(),
  /** Whether everything was read, by the platform's own count; null until the last page is read. */
  complete: z.boolean().nullable(),
  /** Why the job waits or was stopped. */
  error: z
    .custom<AppError>((error) => typeof (error as Partial<AppError>).code === 'string')
    .nullable(),
  /** The pace of the last reports; null while the job does not run. */
  itemsPerSecond: z.number().nullable(),
  secondsLeft: z.number().nullable(),
})
export type Job = z.infer<typeof jobSchema>

const steering = z.enum(['pause', 'resume', 'cancel'])
export type JobSteering = z.infer<typeof steering>

/** Days of the store; both are included. */
export const daysInput = z.strictObject({ from: z.iso.date(), to: z.iso.date() })
export const jobInput = z.strictObject({ jobId: id })
export const pageInput = z.int().min(1)

export const jobsContract = defineContract({
  name: 'jobs',
  operations: {
    /**
     * Pauses, resumes or cancels a job. A job can be resumed if it is paused, waiting or stopped.
     * `not-allowed` for callers who may not start it, `not-found` if the host has forgotten it,
     * `too-late` if its state does not allow the step.
     */
    'jobs.steer': answers<null>()(jobInput.extend({ how: steering })),
  },
  events: {
    /** The newest state of a job. Only managers start jobs. */
    'jobs.changed': event<{ job: Job }>(managers),
  },
})
