import { z } from 'zod'
import { answers, badRequest, notFound } from '../answers.ts'
import { dialect } from '../dialect.ts'
import { availability } from './availability.ts'
import type { StoreBook, WireStore } from './book.ts'
import { closureBody, scheduleChange } from './schedule.ts'

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

/**
 * The preparation duration of a store, its closing for a while and its schedule. `now` in epoch milliseconds. How
 * updateStoreSchedule refuses is not documented: ours is 400 and one sentence, an unknown store in the manner of
 * updateStock's messages.
 */
export function stores(book: StoreBook, now: () => number) {
  const find = ({ storeId }: { storeId: string }) => book.find(storeId) ?? notFound('Store')
  return {
    setPreparationDuration: answers('setPreparationDuration', {
      find,
      answer: ({ found, body }) =>
        storeView(book.setPreparationDuration(found._id, body.currentPreparationDuration), now()),
    }),
    temporaryClose: answers('temporaryClose', {
      find,
      body: closureBody,
      answer: ({ found, body }) =>
        storeView(book.closeUntil(found._id, body.closedUntilDate), now()),
    }),
    updateStoreSchedule: answers('updateStoreSchedule', {
      body: scheduleBody,
      answer({ body: { storeId, schedule } }) {
        const store = book.find(storeId)
        return store === undefined
          ? badRequest(`Store not found [storeId:${storeId}]`)
          : storeViewV1(book.changeSchedule(store._id, schedule), now())
      },
    }),
  }
}
