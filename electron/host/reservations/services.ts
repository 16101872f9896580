import type { Context } from '../noun.ts'
import { ReservationEvents } from './events.ts'
import { Objections } from './objections.ts'
import { Pairs } from './pairs.ts'
import { Sending } from './sending.ts'
import { ReservationStore } from './store.ts'
import { TurnTimes } from './turn-times.ts'

/** The parts that the handlers, the outbox rules and the watch of this noun share. */
export class ReservationServices {
  readonly store: ReservationStore
  readonly events: ReservationEvents
  readonly sending: Sending
  readonly pairs: Pairs
  readonly objections: Objections
  readonly turnTimes: TurnTimes

  constructor(context: Context) {
    this.store = new ReservationStore(context)
    this.events = new ReservationEvents(context, this.store)
    this.sending = new Sending(context.outbox)
    this.pairs = new Pairs(context, this.store, this.sending, this.events)
    this.objections = new Objections(context, this.store)
    this.turnTimes = new TurnTimes(context)
  }
}
