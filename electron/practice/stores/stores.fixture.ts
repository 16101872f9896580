import { z } from 'zod'
import { serveRooms } from '../rooms.fixture.ts'
import { Effects } from '../effects.ts'
import { tokenInfo } from '../practice-store.ts'
import { PracticeStores, StoreOperations } from './stores.ts'

const address = z.strictObject({
  _id: z.string(),
  placeId: z.string(),
  address: z.string(),
  addressLine2: z.string(),
  addressSecondary: z.string(),
  streetAddress: z.string(),
  extendedAddress: z.string(),
  locality: z.string(),
  region: z.string(),
  postalCode: z.string(),
  countryCode: z.string(),
  countryName: z.string(),
  location: z.strictObject({ lat: z.number(), lng: z.number() }),
})

const openPeriods = z.array(
  z.strictObject({
    daysOfWeek: z.array(z.number()),
    fromMinute: z.number(),
    toMinute: z.number(),
  }),
)

const specialPeriods = z.array(
  z.strictObject({ days: z.array(z.string()), fromMinute: z.number(), toMinute: z.number() }),
)
const state = { isAvailableNow: z.boolean(), availableStateValidUntil: z.iso.datetime() }

const shared = {
  _id: z.string(),
  websiteId: z.literal(tokenInfo.website._id),
  name: z.string(),
  externalId: z.string(),
  phone: z.string(),
  acceptDelivery: z.boolean(),
  acceptServe: z.boolean(),
  acceptGo: z.boolean(),
  currentPreparationDuration: z.number(),
  currentDeliveryDuration: z.number(),
}

/** A store as version 3 answers it; any other field is an error. */
export const storeAnswer = z.strictObject({
  success: z.literal(true),
  data: z.strictObject({
    ...shared,
    timezone: z.string(),
    address,
    schedule: z.strictObject({
      closedUntilDate: z.iso.datetime().nullable(),
      closedDays: z.array(z.iso.date()),
      openPeriods,
      specialPeriods,
      ...state,
    }),
  }),
})

/** A store as version 1 answers it; any other field is an error. */
export const storeAnswerV1 = z.strictObject({
  status: z.literal('ok'),
  data: z.strictObject({
    ...shared,
    address: address.extend({ comment: z.string() }),
    schedule: z.strictObject({
      closedUntilDate: z.iso.datetime().nullable(),
      closedDays: z.array(z.iso.datetime()),
      availableAtPeriods: z.boolean(),
      openPeriods,
      specialPeriods,
      ...state,
      timezone: z.string(),
    }),
  }),
})

const now = (): number => Date.parse('2026-12-28T15:00:00.000Z')

/** The store operations on a port of their own. */
export async function openStores() {
  const effects = new Effects()
  const practiceStores = new PracticeStores({ now, effects })
  const area = await serveRooms(new StoreOperations(practiceStores, now))
  return { effects, practiceStores, area }
}
export type OpenStores = Awaited<ReturnType<typeof openStores>>

export const durationPath = (store: string): string =>
  `/ecommerce/stores/${store}/current-preparation-duration`
