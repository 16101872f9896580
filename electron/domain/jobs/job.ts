import type { Job, JobProgress, JobSteering } from '#contract/jobs/jobs.ts'
import type { CallFailure } from '#platform/call/failure.ts'

/** The progress before the first page. */
export const noProgress: JobProgress = {
  pages: 0,
  totalPages: null,
  items: 0,
  totalItems: null,
  leftOut: 0,
  outside: 0,
}

/** A job that starts at an ISO instant. */
export const newJob = (id: string, startedBy: Job['startedBy'], startedAt: string): Job => ({
  id,
  startedBy,
  state: 'running',
  ...noProgress,
  startedAt,
  endedAt: null,
  complete: null,
  error: null,
  itemsPerSecond: null,
  secondsLeft: null,
})

/** Whether a job runs, or will resume on its own. */
export const isUnderWay = ({ state }: Pick<Job, 'state'>): boolean =>
  state === 'running' || state === 'waiting'

const steerable: Record<JobSteering, readonly Job['state'][]> = {
  pause: ['running', 'waiting'],
  resume: ['waiting', 'paused', 'stopped'],
  cancel: ['running', 'waiting', 'paused', 'stopped'],
}

export const canSteer = ({ state }: Pick<Job, 'state'>, how: JobSteering): boolean =>
  steerable[how].includes(state)

/**
 * Whether a failure is temporary: the connection is down, or the platform accepts nothing at the
 * moment.
 */
export const isTemporaryFailure = ({ kind, status }: CallFailure): boolean =>
  kind === 'not-sent' ||
  kind === 'lost' ||
  kind === 'portal' ||
  (kind === 'answered' && (status === 429 || (status ?? 0) >= 500))

/** How many items a job had at an instant of a monotonic clock (ms). */
export interface PacePoint {
  at: number
  items: number
}

/** Enough to measure the current pace instead of the average since the start. */
const pacePoints = 20

export const withPoint = (points: readonly PacePoint[], point: PacePoint): PacePoint[] =>
  [...points, point].slice(-pacePoints)

/**
 * The pace from the first point to the last, and the time that the rest takes at that pace; null if
 * the points are too few.
 */
export function paceOf(
  points: readonly PacePoint[],
  { items, totalItems }: Pick<JobProgress, 'items' | 'totalItems'>,
): Pick<Job, 'itemsPerSecond' | 'secondsLeft'> {
  const [first, last] = [points[0], points.at(-1)]
  const seconds = first === undefined || last === undefined ? 0 : (last.at - first.at) / 1000
  const pace = seconds > 0 ? ((last?.items ?? 0) - (first?.items ?? 0)) / seconds : null
  const left = totalItems === null ? null : Math.max(totalItems - items, 0)
  return {
    itemsPerSecond: pace,
    secondsLeft: pace === null || pace === 0 || left === null ? null : left / pace,
  }
}
