import type { z } from 'zod'
import type { figuresInput } from '#contract/kitchen-figures.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import { boundsOf, dayOf } from '#domain/reservations/store-day.ts'
import type { Connection } from '#platform/connection.ts'
import { appError } from '#platform/call/failure.ts'
import { readShift } from '#platform/tabs.ts'
import type { Clock } from '../clock.ts'

/** Between two ISO instants, the second one not among them, and the days of the store that it touches. */
export interface InstantSpan {
  from: string
  to: string
  days: { from: string; to: string }
}

interface SpanDeps {
  clock: Clock
  connection: Connection | null
  storeId: () => string | null
  timeZone: () => string
}

type Asked = z.output<typeof figuresInput>['span']

/** More days than that are no chart any more. */
const mostDays = 400

const iso = (at: number): string => new Date(at).toISOString()

function between(from: number, to: number, timeZone: string): Result<InstantSpan> {
  if (to <= from) return fail('bad-input', 'to: is before from')
  if (to - from > mostDays * 86_400_000)
    return fail('bad-input', `to: at most ${String(mostDays)} days`)
  const days = { from: dayOf(from, timeZone), to: dayOf(to - 1, timeZone) }
  return ok({ from: iso(from), to: iso(to), days })
}

/** When that was: days by the store's calendar, a shift by what the platform says of it. An open one lasts until now. */
export async function spanOf(asked: Asked, deps: SpanDeps): Promise<Result<InstantSpan>> {
  const timeZone = deps.timeZone()
  if (asked.kind === 'days')
    return between(boundsOf(asked.from, timeZone).from, boundsOf(asked.to, timeZone).to, timeZone)
  const storeId = deps.storeId()
  if (deps.connection === null) return fail('unauthorised', undefined, 'no-token')
  if (storeId === null) return fail('not-found')
  const params = { storeId, shiftId: asked.shiftId }
  const shift = await readShift(deps.connection, { params })
  if (!shift.ok) return { ok: false, error: appError(shift.failure) }
  const { startedAt, endedAt } = shift.value
  if (startedAt == null) return fail('unreadable', 'data.startedAt')
  const to = endedAt == null ? deps.clock.now() : Date.parse(endedAt)
  return between(Date.parse(startedAt), to, timeZone)
}
