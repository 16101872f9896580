import { Hono } from 'hono'
import { z } from 'zod'
import { readBody } from '../asked.ts'
import { dialect } from '../dialect.ts'
import { badRequest, failure, failureV1, okV1, success } from '../envelope.ts'
import { weekdays, type StoreBook, type WireStore } from './book.ts'

/** Minutes; that they may be broken but not negative is our assumption: only "number" is documented. */
const durationBody = z.strictObject({ currentPreparationDuration: z.number().min(0) })

const instant = z.iso
  .datetime({ offset: true, error: 'must be a date-time' })
  .transform((text) => new Date(text).toISOString())

/** Both ways to write "no closure": the specified type says null, its sample shows the text. */
const noClosure = z.union([z.null(), z.literal('null')]).transform(() => null)

const minuteOfDay = z
  .int()
  .min(0)
  .max(24 * 60)

/** That a period ends after it begins is our assumption, from "minutes are counted within the day". */
const openPeriod = z
  .strictObject({
    daysOfWeek: z
      .array(
        z.number().refine((day) => weekdays.includes(day), `must be one of ${dialect.weekdays}`),
      )
      .min(1),
    fromMinute: minuteOfDay,
    toMinute: minuteOfDay,
  })
  .refine(({ fromMinute, toMinute }) => fromMinute < toMinute, {
    path: ['toMinute'],
    error: 'must be after fromMinute',
  })

/** That what is left out stays, and that something must be there, is assumed: only all four together are documented. */
const scheduleBody = z.strictObject({
  storeId: z.string(),
  schedule: z
    .strictObject({
      closedUntilDate: z.exactOptional(
        z.union([noClosure, instant], 'must be a date-time, null or the text null'),
      ),
      closedDays: z.exactOptional(z.array(instant)),
      availableAtPeriods: z.exactOptional(z.boolean()),
      openPeriods: z.exactOptional(z.array(openPeriod)),
    })
    .refine((schedule) => Object.keys(schedule).length > 0, 'says nothing'),
})

/** A store in its version 3 shape. */
function storeView(store: WireStore): object {
  const { comment: _comment, ...address } = store.address
  const { availableAtPeriods: _available, ...schedule } = store.schedule
  return { ...store, address, schedule }
}

/** A store in its version 1 shape: `timezone` inside the schedule, the address with its comment. */
function storeViewV1({ timezone, schedule, ...store }: WireStore): object {
  const without = dialect.noClosure === 'text' ? 'null' : null
  const closedUntilDate = schedule.closedUntilDate ?? without
  return { ...store, schedule: { ...schedule, closedUntilDate, timezone } }
}

/** The preparation duration of a store. */
export function stores(book: StoreBook): Hono {
  const app = new Hono()
  app.post('/ecommerce/stores/:storeId/current-preparation-duration', async (context) => {
    const store = book.find(context.req.param('storeId'))
    if (store === undefined) return failure(context, 404, 'not-found', 'Store not found')
    const body = await readBody(context, durationBody)
    if (!body.ok) return badRequest(context, body.message)
    const { currentPreparationDuration } = body.value
    return success(
      context,
      storeView(book.setPreparationDuration(store._id, currentPreparationDuration)),
    )
  })
  return app
}

/**
 * updateStoreSchedule. Its errors are not documented: ours are version 1's envelope with 400 and one sentence, an
 * unknown store in the manner of updateStock's messages.
 */
export function storeSchedule(book: StoreBook): Hono {
  const app = new Hono()
  app.post('/updateStoreSchedule', async (context) => {
    const body = await readBody(context, scheduleBody)
    if (!body.ok) return failureV1(context, 400, body.message)
    const { storeId, schedule } = body.value
    const store = book.find(storeId)
    if (store === undefined) return failureV1(context, 400, `Store not found [storeId:${storeId}]`)
    return okV1(context, storeViewV1(book.changeSchedule(store._id, schedule)))
  })
  return app
}
