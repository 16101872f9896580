import type { Job } from '#contract/jobs/jobs.ts'

export const makeJob = (some: Partial<Job> = {}): Job => ({
  id: 'job-1',
  startedBy: 'waste.read',
  state: 'done',
  pages: 3,
  totalPages: 3,
  items: 250,
  totalItems: 250,
  leftOut: 0,
  outside: 0,
  startedAt: '2026-11-20T22:00:00.000Z',
  endedAt: '2026-11-20T22:00:09.000Z',
  complete: true,
  error: null,
  itemsPerSecond: null,
  secondsLeft: null,
  ...some,
})
