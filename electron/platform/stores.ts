import { z } from 'zod'
import type { Dialect } from './dialect.ts'
import { id, instant, maybe, number, numbers, several, text, texts, truth } from './loose.ts'
import { operation } from './operation.ts'
import { idInPath, sentInstant } from './sent.ts'

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
  location: maybe(z.looseObject({ lat: number, lng: number })),
})

/**
 * When a store is open (platform/README.md, Schedules). Minutes are counted within the day in the store's zone; which
 * number is which weekday is the dialect's `weekdays`. A past `closedUntilDate` may stay after a closure ended.
 */
export const scheduleSchema = z.looseObject({
  closedUntilDate: instant,
  closedDays: texts,
  /** Version 1 only. */
  availableAtPeriods: truth,
  openPeriods: several(
    z.looseObject({ daysOfWeek: numbers, fromMinute: number, toMinute: number }),
  ),
  /** Version 1 places it here. */
  timezone: text,
})

/** A store, in both versions' shapes. Durations are in minutes. */
export const storeSchema = z.looseObject({
  _id: id,
  websiteId: text,
  name: text,
  externalId: text,
  phone: text,
  timezone: text,
  acceptDelivery: truth,
  acceptServe: truth,
  acceptGo: truth,
  currentPreparationDuration: number,
  currentDeliveryDuration: number,
  address: maybe(addressSchema),
  schedule: maybe(scheduleSchema),
})

/**
 * POST /ecommerce/stores/{storeId}/current-preparation-duration: how long the kitchen takes now, in minutes.
 * `storeId` may be the external id. Absolute, so that repeating it does no harm. Answers the store.
 */
export const setPreparationDuration = operation({
  method: 'POST',
  base: 'v3',
  path: '/ecommerce/stores/{storeId}/current-preparation-duration',
  params: z.strictObject({ storeId: idInPath }),
  body: z.strictObject({ currentPreparationDuration: z.number().min(0) }),
  answer: storeSchema,
})

const scheduleChange = z.strictObject({
  /** Null where there is no closure. */
  closedUntilDate: sentInstant.nullable(),
  closedDays: z.array(sentInstant),
  availableAtPeriods: z.boolean(),
  openPeriods: z.array(
    z.strictObject({
      daysOfWeek: z.array(z.int()),
      fromMinute: z.int().min(0).max(1440),
      toMinute: z.int().min(0).max(1440),
    }),
  ),
})

const scheduleBody = z.strictObject({ storeId: idInPath, schedule: scheduleChange })

/** The documented sample writes the text "null" where there is no closure: the dialect says whether to. */
function withNoClosure(body: unknown, { noClosure }: Dialect): unknown {
  const { storeId, schedule } = scheduleBody.parse(body)
  const nothing = noClosure === 'text' ? 'null' : null
  return {
    storeId,
    schedule: { ...schedule, closedUntilDate: schedule.closedUntilDate ?? nothing },
  }
}

/**
 * POST {v1_url}/updateStoreSchedule: the store's whole schedule. It replaces what others have set and
 * cannot be read back. Its authorisation is not documented: the dialect's `scheduleAuthorization`. Answers the store in
 * version 1's shape.
 */
export const updateStoreSchedule = operation({
  method: 'POST',
  base: 'v1',
  path: '/updateStoreSchedule',
  body: scheduleBody,
  toWire: withNoClosure,
  authorization: 'scheduleAuthorization',
  answer: storeSchema,
})
