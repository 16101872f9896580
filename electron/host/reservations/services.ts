import type { Context } from '../noun.ts'
import { createReservationEvents } from './events.ts'
import { createObjections } from './objections.ts'
import { createPairs } from './pairs.ts'
import { createSending } from './sending.ts'
import { createReservationStore } from './store.ts'

/** The parts that the handlers, the outbox rules and the watch of this noun share. */
export function createReservationServices(context: Context) {
  const store = createReservationStore(context)
  const events = createReservationEvents(context, store)
  const sending = createSending(context.outbox)
  return {
    store,
    events,
    sending,
    pairs: createPairs(context, store, sending, events),
    objections: createObjections(context, store),
  }
}
export type ReservationServices = ReturnType<typeof createReservationServices>
