import { Hono } from 'hono'
import { z } from 'zod'
import { readBody } from '../asked.ts'
import { dialect } from '../dialect.ts'
import { badRequest, failure, failureV1, okV1, success } from '../envelope.ts'
import { availability } from './availability.ts'
import type { StoreBook, WireStore } from './book.ts'
import { closureBody, scheduleChange } from './schedule.ts'

/** Minutes; that they may be broken but not negative is our assumption: only "number" is documented. */
const durationBody = z.strictObject({ currentPreparationDuration: z.number().min(0) })

/** That what is left out stays is assumed: only all four together are documented. */
const scheduleBody = z.strictObject({ storeId: z.string(), schedule: scheduleChange })

/** A store in its version 3 shape. */
function storeView(store: WireStore, now: number): object {
  const { comment: _comment, ...address } = store.address
  const { availableAtPeriods: _available, ...schedule } = store.schedule
  const state = availability(store.schedule, store.timezone, now)
  return { ...store, address, schedule: { ...schedule, ...state } }
}

/** A store in its version 1 shape: `timezone` inside the schedule, the address with its comment. */
function storeViewV1({ timezone, schedule, ...store }: WireStore, now: number): object {
  const without = dialect.noClosure === 'text' ? 'null' : null
  const closedUntilDate = schedule.closedUntilDate ?? without
  const state = availability(schedule, timezone, now)
  return { ...store, schedule: { ...schedule, ...state, closedUntilDate, timezone } }
}

/** The preparation duration of a store, and its closing for a while. `now` in epoch milliseconds. */
export function stores(book: StoreBook, now: () => number): Hono {
  const app = new Hono()
  app.post('/ecommerce/stores/:storeId/current-preparation-duration', async (context) => {
    const store = book.find(context.req.param('storeId'))
    if (store === undefined) return failure(context, 404, 'not-found', 'Store not found')
    const body = await readBody(context, durationBody)
    if (!body.ok) return badRequest(context, body.message)
    const { currentPreparationDuration } = body.value
    return success(
      context,
      storeView(book.setPreparationDuration(store._id, currentPreparationDuration), now()),
    )
  })
  app.post(dialect.temporaryClosePath.replace('{storeId}', ':storeId'), async (context) => {
    const store = book.find(context.req.param('storeId') ?? '')
    if (store === undefined) return failure(context, 404, 'not-found', 'Store not found')
    const body = await readBody(context, closureBody)
    if (!body.ok) return badRequest(context, body.message)
    return success(
      context,
      storeView(book.closeUntil(store._id, body.value.closedUntilDate), now()),
    )
  })
  return app
}

/**
 * updateStoreSchedule. Its errors are not documented: ours are version 1's envelope with 400 and one sentence, an
 * unknown store in the manner of updateStock's messages.
 */
export function storeSchedule(book: StoreBook, now: () => number): Hono {
  const app = new Hono()
  app.post('/updateStoreSchedule', async (context) => {
    const body = await readBody(context, scheduleBody)
    if (!body.ok) return failureV1(context, 400, body.message)
    const { storeId, schedule } = body.value
    const store = book.find(storeId)
    if (store === undefined) return failureV1(context, 400, `Store not found [storeId:${storeId}]`)
    return okV1(context, storeViewV1(book.changeSchedule(store._id, schedule), now()))
  })
  return app
}
