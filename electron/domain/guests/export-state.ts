import { z } from 'zod'
import { pauseAfter } from '#contract/back-off.ts'
import type { GuestExport } from '#contract/guests/guests.ts'
import type { AppError, ErrorCode, ErrorReason } from '#contract/result.ts'
import type { CallFailure } from '#platform/call/failure.ts'

/** What is kept of an export: how far its file is written, and where the rest begins. They are committed together. */
export const keptExportSchema = z.object({
  id: z.string(),
  state: z.enum(['running', 'paused', 'waiting', 'stopped', 'done', 'cancelled']),
  startedAt: z.string(),
  endedAt: z.string().nullable(),
  /** After whom to go on; null at the beginning, and at the end. */
  cursor: z.string().nullable(),
  /** The file's length that belongs to `cursor`: what is behind it is written again. */
  bytes: z.int().min(0),
  clients: z.int().min(0),
  total: z.number().nullable(),
  leftOut: z.int().min(0),
  error: z
    .object({
      code: z.custom<ErrorCode>((code) => typeof code === 'string'),
      reason: z.custom<ErrorReason>((reason) => typeof reason === 'string').optional(),
      words: z.string().optional(),
    })
    .nullable(),
  path: z.string().nullable(),
})
export type KeptExport = z.infer<typeof keptExportSchema>

/** An export that has only begun. */
export const newExport = (id: string, startedAt: string, path: string | null): KeptExport => ({
  id,
  state: 'running',
  startedAt,
  endedAt: null,
  cursor: null,
  bytes: 0,
  clients: 0,
  total: null,
  leftOut: 0,
  error: null,
  path,
})

/** Whether it goes on, or would by itself. */
export const isUnderWay = ({ state }: Pick<KeptExport, 'state'>): boolean =>
  state === 'running' || state === 'waiting'

/** Whether a person can have it go on. */
export const canGoOn = ({ state }: Pick<KeptExport, 'state'>): boolean =>
  state === 'paused' || state === 'waiting' || state === 'stopped'

/** Whether a failure passes by itself: the line is down, or the platform takes nothing at the moment. */
export const passes = ({ kind, status }: CallFailure): boolean =>
  kind === 'not-sent' ||
  kind === 'lost' ||
  kind === 'portal' ||
  (kind === 'answered' && (status === 429 || (status ?? 0) >= 500))

const patience = { firstMs: 5_000, longestMs: 60_000 }

/** How long to wait before the attempt after `failures` in a row, from 1; `chance` from 0 up to 1 spreads it. */
export const waitBefore = (failures: number, chance: number): number =>
  pauseAfter(failures, patience, chance)

/** Where a run stood at an instant of a clock that only goes forward (ms). */
export interface PacePoint {
  at: number
  clients: number
}

/** As many as tell the pace of now, not of the beginning: one comes each second. */
const pacePoints = 20

export const withPoint = (points: readonly PacePoint[], point: PacePoint): PacePoint[] =>
  [...points, point].slice(-pacePoints)

/** What screens hear of it. */
export function exportView(kept: KeptExport, points: readonly PacePoint[]): GuestExport {
  const { cursor: _cursor, ...told } = kept
  const [first, last] = [points[0], points.at(-1)]
  const seconds = first === undefined || last === undefined ? 0 : (last.at - first.at) / 1000
  const isMeasured = kept.state === 'running' && seconds > 0
  const pace = isMeasured ? ((last?.clients ?? 0) - (first?.clients ?? 0)) / seconds : null
  const left = kept.total === null ? null : Math.max(kept.total - kept.clients, 0)
  return {
    ...told,
    error: kept.error as AppError | null,
    clientsPerSecond: pace,
    secondsLeft: pace === null || pace === 0 || left === null ? null : left / pace,
  }
}
