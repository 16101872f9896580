import { z } from 'zod'
import { renamedFields, renameOwn, type Dialect } from './dialect.ts'
import {
  id,
  instant,
  optionalThing,
  number,
  numbers,
  listOfThings,
  text,
  texts,
  looseBoolean,
} from './tolerant/loose.ts'
import { readInstant, withTimeZone } from './tolerant/instant.ts'
import { operation } from './operation.ts'
import { failed, firstIssue, type CallResult } from './call/failure.ts'
import { idInPath, emptyAs, sentInstant, writtenNothing } from './sent-values.ts'

/**
 * When a store is open (platform/README.md, Schedules). Minutes count from midnight in the store's
 * zone; the dialect's `weekdays` maps numbers to days. A past `closedUntilDate` may stay after a
 * closure. Days stay as received: a bare day, or an instant within it.
 */
export const scheduleSchema = z.looseObject({
  closedUntilDate: instant,
  closedDays: texts,
  /** Version 1 only. */
  availableAtPeriods: looseBoolean,
  openPeriods: listOfThings(
    z.looseObject({ daysOfWeek: numbers, fromMinute: number, toMinute: number }),
  ),
  /** Other hours on some days. */
  specialPeriods: listOfThings(
    z.looseObject({ days: texts, fromMinute: number, toMinute: number }),
  ),
  /** Version 1 has it here. */
  timezone: text,
  isAvailableNow: looseBoolean,
  availableStateValidUntil: instant,
})
export type Schedule = z.output<typeof scheduleSchema>

/** A period past midnight ends before it starts, or after minute 1440. */
const minutes = { fromMinute: z.int().min(0).max(1440), toMinute: z.int().min(0).max(2880) }

/** Days are date-times in version 1 (platform/README.md, Schedules). */
const scheduleChange = z.strictObject({
  /** Null without a closure. */
  closedUntilDate: emptyAs('noClosure', sentInstant),
  closedDays: z.array(sentInstant),
  availableAtPeriods: z.boolean().optional(),
  openPeriods: z.array(z.strictObject({ daysOfWeek: z.array(z.int()), ...minutes })),
  specialPeriods: z.array(z.strictObject({ days: z.array(sentInstant), ...minutes })).optional(),
  timezone: z.string().min(1).optional(),
})

/** The body of updateStoreSchedule. */
export const scheduleBody = z.strictObject({ storeId: idInPath, schedule: scheduleChange })
type ScheduleBody = z.output<typeof scheduleBody>

const fields = Object.keys(scheduleChange.shape) as (keyof ScheduleBody['schedule'])[]

/** A schedule with our names, if the dialect has others. */
const scheduleFromWire = (schedule: unknown, dialect: Dialect): unknown =>
  renameOwn(schedule, renamedFields(dialect, 'schedule'))

const nameOnWire = (field: string, dialect: Readonly<Record<string, string>>): string =>
  dialect[`schedule.${field}`] ?? field

/** The documented sample writes the text "null" without a closure; the dialect decides. */
function scheduleToWire(body: unknown, dialect: Dialect): unknown {
  const { storeId, schedule } = scheduleBody.parse(body)
  const closedUntilDate = schedule.closedUntilDate ?? writtenNothing(dialect.noClosure)
  const named = Object.entries({ ...schedule, closedUntilDate }).map(([field, value]) => [
    nameOnWire(field, dialect),
    value,
  ])
  return { storeId, schedule: Object.fromEntries(named) as object }
}

/** The parsed periods without undocumented fields. */
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

interface ReadStore {
  value: {
    _id: string
    timezone?: string | null | undefined
    schedule?: Schedule | null | undefined
  }
  unread?: readonly string[]
}

/** A day without a time as the instant at which it starts by the store's clock; others as they are. */
function dated(day: string): string {
  const read = readInstant(day)
  return read.ok ? read.instant : day
}

/**
 * A store's schedule as it was read, with what is to change, as the body of updateStoreSchedule. The whole is replaced,
 * so what could not be read would be lost: then, and where closures, closed days or open periods were not told and are
 * not given, it fails in words. What else is not given is left out, and so is what the body does not take. Bare days
 * become the instants at which they start in the store's zone.
 */
export function scheduleToSend(
  { value: { _id, timezone, schedule }, unread = [] }: ReadStore,
  change: Partial<z.input<typeof scheduleChange>>,
): CallResult<ScheduleBody> {
  const lost = unread.find((path) => path === 'schedule' || path.startsWith('schedule.'))
  if (lost !== undefined)
    return failed('invalid', `${lost}: could not be read, and would be lost by writing back`)
  const currentSchedule = knownOf(schedule ?? {})
  const days = withTimeZone(timezone ?? schedule?.timezone ?? null, () => ({
    closedDays: (change.closedDays ?? currentSchedule.closedDays)?.map(dated),
    specialPeriods: (change.specialPeriods ?? currentSchedule.specialPeriods)?.map((period) => ({
      ...period,
      days: period.days?.map(dated),
    })),
  }))
  const changedFields: Record<string, unknown> = { ...change, ...days }
  const read: Record<string, unknown> = currentSchedule
  const sentFields = fields.flatMap((field): [string, unknown][] => {
    const value = changedFields[field] === undefined ? read[field] : changedFields[field]
    const isNothing = value === null && field !== 'closedUntilDate'
    return value === undefined || isNothing ? [] : [[field, value]]
  })
  const body = scheduleBody.safeParse({ storeId: _id, schedule: Object.fromEntries(sentFields) })
  return body.success
    ? { ok: true, value: body.data, answeredAt: null }
    : failed('invalid', firstIssue(body.error))
}

/** `comment` is version 1's. */
const addressSchema = z.looseObject({
  _id: text,
  placeId: text,
  address: text,
  addressLine2: text,
  addressSecondary: text,
  streetAddress: text,
  extendedAddress: text,
  locality: text,
  region: text,
  postalCode: text,
  countryCode: text,
  countryName: text,
  comment: text,
  location: optionalThing(z.looseObject({ lat: number, lng: number })),
})

/** A store, in both versions' forms. Durations are in minutes. */
export const storeSchema = z.looseObject({
  _id: id,
  websiteId: text,
  name: text,
  externalId: text,
  phone: text,
  timezone: text,
  acceptDelivery: looseBoolean,
  acceptServe: looseBoolean,
  acceptGo: looseBoolean,
  currentPreparationDuration: number,
  currentDeliveryDuration: number,
  address: optionalThing(addressSchema),
  schedule: optionalThing(scheduleSchema),
})

export type Store = z.output<typeof storeSchema>

const wireStore = z.looseObject({ schedule: z.unknown() })

function storeFromWire(data: unknown, dialect: Dialect): unknown {
  const store = wireStore.safeParse(data)
  if (!store.success || store.data.schedule === undefined) return data
  return { ...store.data, schedule: scheduleFromWire(store.data.schedule, dialect) }
}

/**
 * POST /ecommerce/stores/{storeId}/current-preparation-duration: how long the kitchen takes now, in minutes.
 * `storeId` may be the external id. Absolute, so that repeating it does no harm. Answers the store.
 */
export const setPreparationDuration = operation({
  area: 'Stores',
  summary: 'Set how long the kitchen takes now, in minutes; service id or external id',
  method: 'POST',
  base: 'v3',
  path: '/ecommerce/stores/{storeId}/current-preparation-duration',
  params: z.strictObject({ storeId: idInPath }),
  body: z.strictObject({ currentPreparationDuration: z.number().min(0) }),
  fromWire: storeFromWire,
  answer: storeSchema,
  check: { writes: true },
})

/**
 * POST /ecommerce/stores/{storeId}/temporary-close (its path is the dialect's): closes until an instant; null opens
 * again, and takes a planned closure back. `storeId` may be the external id. Absolute, so that repeating it does no
 * harm. Answers the store.
 */
export const temporaryClose = operation({
  area: 'Stores',
  summary: 'Close a store until an instant, or open it again; service id or external id',
  method: 'POST',
  base: 'v3',
  path: { named: 'temporaryClosePath' },
  params: z.strictObject({ storeId: idInPath }),
  body: z.strictObject({ closedUntilDate: sentInstant.nullable() }),
  fromWire: storeFromWire,
  answer: storeSchema,
  check: { writes: 'by-its-path' },
})

/** Whether a store is closed for a while by its schedule, because there is no path for it. */
export const isPausedBySchedule = ({ pauseOperation }: Dialect): boolean =>
  pauseOperation === 'updateStoreSchedule'

/**
 * POST {v1_url}/updateStoreSchedule: the store's whole schedule. It replaces what others have set, so it is made from
 * one that was read (`scheduleToSend`). Its authorisation is not documented: the dialect's `scheduleAuthorization`.
 * Answers the store in version 1's shape.
 */
export const updateStoreSchedule = operation({
  area: 'Stores',
  summary: 'Replace the schedule of a store',
  method: 'POST',
  base: 'v1',
  path: '/updateStoreSchedule',
  body: scheduleBody,
  toWire: scheduleToWire,
  fromWire: storeFromWire,
  authorization: 'scheduleAuthorization',
  answer: storeSchema,
  check: { writes: true },
})

export const storeOperations = {
  setPreparationDuration,
  temporaryClose,
  updateStoreSchedule,
} as const
