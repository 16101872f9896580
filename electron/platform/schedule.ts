import { z } from 'zod'
import { renamedFields, renameOwn, type Dialect } from './dialect.ts'
import { failed, firstIssue, type CallResult } from './call/failure.ts'
import { instant, number, numbers, several, text, texts, truth } from './reading/loose.ts'
import { idInPath, nothingAs, sentDay, sentInstant, writtenNothing } from './sent.ts'

/**
 * When a store is open (platform/README.md, Schedules). Minutes are counted within the day in the store's zone; which
 * number is which weekday is the dialect's `weekdays`. A past `closedUntilDate` may stay after a closure ended. Days
 * are kept as they came: a bare day, or an instant within it.
 */
export const scheduleSchema = z.looseObject({
  closedUntilDate: instant,
  closedDays: texts,
  /** Version 1 only. */
  availableAtPeriods: truth,
  openPeriods: several(
    z.looseObject({ daysOfWeek: numbers, fromMinute: number, toMinute: number }),
  ),
  /** Other hours on some days. */
  specialPeriods: several(z.looseObject({ days: texts, fromMinute: number, toMinute: number })),
  /** Version 1 places it here. */
  timezone: text,
  isAvailableNow: truth,
  availableStateValidUntil: instant,
})
type Schedule = z.output<typeof scheduleSchema>

/** A period that goes on past midnight ends before it begins, or beyond the day's 1440 minutes. */
const minutes = { fromMinute: z.int().min(0).max(1440), toMinute: z.int().min(0).max(2880) }

const scheduleChange = z.strictObject({
  /** Null where there is no closure. */
  closedUntilDate: nothingAs('noClosure', sentInstant),
  closedDays: z.array(sentDay),
  availableAtPeriods: z.boolean().optional(),
  openPeriods: z.array(z.strictObject({ daysOfWeek: z.array(z.int()), ...minutes })),
  specialPeriods: z.array(z.strictObject({ days: z.array(sentDay), ...minutes })).optional(),
  timezone: z.string().min(1).optional(),
})

/** What updateStoreSchedule takes. */
export const scheduleBody = z.strictObject({ storeId: idInPath, schedule: scheduleChange })
type ScheduleBody = z.output<typeof scheduleBody>

const fields = Object.keys(scheduleChange.shape) as (keyof ScheduleBody['schedule'])[]

/** A schedule in our names, where the dialect spells them otherwise. */
export const scheduleFromWire = (schedule: unknown, dialect: Dialect): unknown =>
  renameOwn(schedule, renamedFields(dialect, 'schedule'))

const nameOnWire = (field: string, dialect: Readonly<Record<string, string>>): string =>
  dialect[`schedule.${field}`] ?? field

/** The documented sample writes the text "null" where there is no closure: the dialect says whether to. */
export function scheduleToWire(body: unknown, dialect: Dialect): unknown {
  const { storeId, schedule } = scheduleBody.parse(body)
  const closedUntilDate = schedule.closedUntilDate ?? writtenNothing(dialect.noClosure)
  const named = Object.entries({ ...schedule, closedUntilDate }).map(([field, value]) => [
    nameOnWire(field, dialect),
    value,
  ])
  return { storeId, schedule: Object.fromEntries(named) as object }
}

/** What was read of the periods, without the fields that nobody documents. */
const knownOf = ({ openPeriods, specialPeriods, ...schedule }: Schedule) => ({
  ...schedule,
  openPeriods: openPeriods?.map(({ daysOfWeek, fromMinute, toMinute }) => ({
    daysOfWeek,
    fromMinute,
    toMinute,
  })),
  specialPeriods: specialPeriods?.map(({ days, fromMinute, toMinute }) => ({
    days,
    fromMinute,
    toMinute,
  })),
})

/** A store as an operation answered it. */
interface ReadStore {
  value: { _id: string; schedule?: Schedule | null | undefined }
  unread?: readonly string[]
}

/**
 * A store's schedule as it was read, with what is to change, as the body of updateStoreSchedule. The whole is replaced,
 * so what could not be read would be lost: then, and where closures, closed days or open periods were not told and are
 * not given, it fails in words. What else was not told is left out, and so is what the body does not take.
 */
export function scheduleToSend(
  { value: { _id, schedule }, unread = [] }: ReadStore,
  change: Partial<z.input<typeof scheduleChange>>,
): CallResult<ScheduleBody> {
  const lost = unread.find((path) => path === 'schedule' || path.startsWith('schedule.'))
  if (lost !== undefined)
    return failed('invalid', `${lost}: could not be read, and would be lost by writing back`)
  const known: Record<string, unknown> = knownOf(schedule ?? {})
  const told = fields.flatMap((field): [string, unknown][] => {
    const value = change[field] === undefined ? known[field] : change[field]
    const isNothing = value === null && field !== 'closedUntilDate'
    return value === undefined || isNothing ? [] : [[field, value]]
  })
  const body = scheduleBody.safeParse({ storeId: _id, schedule: Object.fromEntries(told) })
  return body.success
    ? { ok: true, value: body.data, answeredAt: null }
    : failed('invalid', firstIssue(body.error))
}
