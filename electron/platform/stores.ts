import { z } from 'zod'
import type { Steps } from '#contract/steps.ts'
import type { Dialect } from './dialect.ts'
import { id, maybe, number, text, truth } from './reading/loose.ts'
import { operation } from './operation.ts'
import { scheduleBody, scheduleFromWire, scheduleSchema, scheduleToWire } from './schedule.ts'
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

const wireStore = z.looseObject({ schedule: z.unknown() })

/** A store with our names for the fields of its schedule. */
function* storeFromWire(data: unknown, dialect: Dialect): Steps<unknown> {
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
