import { z } from 'zod'
import {
  answers,
  answersFront,
  answersManager,
  defineContract,
  event,
  front,
  id,
  none,
} from '../operation.ts'
import {
  reservationKinds,
  reservationDetails,
  floorPlanSchema,
  type ReservationList,
  type ReservationObjection,
  type FloorPlan,
  type PartyAhead,
  type Reservation,
} from './reservations.ts'

const reservation = z.strictObject({ reservationId: id })
const days = z.strictObject({ from: z.iso.date(), to: z.iso.date() })

export const reservationsContract = defineContract({
  name: 'reservations',
  operations: {
    /** The book from one day to another, both among them; at most 42 days. */
    'reservations.list': answersFront<ReservationList>()(days),
    /** The newest 50 of any day whose name, telephone, code or reference begins with each of the words. */
    'reservations.find': answersFront<Reservation[]>()(
      z.strictObject({ text: z.string().trim().min(1).max(80) }),
    ),
    /** What stands against a booking; `reservationId` is the one that is being edited. */
    'reservations.check': answersFront<ReservationObjection[]>()(
      z.strictObject({
        booking: reservationDetails,
        reservationId: id.nullable(),
        kind: z.enum(reservationKinds).default('booked'),
      }),
    ),
    /**
     * Takes one down, and has it sent. `too-late` with the objections' codes in `words` where something stands against it
     * that `accepted` does not name: also where another screen has just taken the table. An error cannot be accepted. `tapId`
     * makes a repeat harmless, and is the reservation's id.
     */
    'reservations.take': answersFront<Reservation>()(
      z.strictObject({
        tapId: id,
        kind: z.enum(reservationKinds),
        booking: reservationDetails,
        accepted: z.array(z.string().max(40)).max(20),
      }),
    ),
    /**
     * Changes one that nothing was sent of, or that was refused or has expired: it is sent then; `too-late` afterwards.
     * Of a booked one sector, tables, duration, requests and allergies stay changeable, here alone. `before` is what this
     * screen had: `too-late` with the word `moved` where that is not what the book has now.
     */
    'reservations.edit': answersFront<Reservation>()(
      z.strictObject({
        reservationId: id,
        before: reservationDetails,
        booking: reservationDetails,
        accepted: z.array(z.string().max(40)).max(20),
      }),
    ),
    /**
     * Changes a booked one, also its time, size and guest: a new reservation with the id `tapId` takes its place, and is
     * answered. What stays here alone (sector, tables, duration, requests, allergies) is changed without that, and so is one
     * that was not sent: then the same reservation is answered. `before` and `accepted` as in `edit`. `too-late` while an
     * earlier change of it is not done, and once its guests are here.
     */
    'reservations.change': answersFront<Reservation>()(
      z.strictObject({
        reservationId: id,
        tapId: id,
        before: reservationDetails,
        booking: reservationDetails,
        accepted: z.array(z.string().max(40)).max(20),
      }),
    ),
    /** Gives up a change, by the id of the new reservation: the old one stands. `too-late` once it is on the wire. */
    'reservations.undoChange': answersFront<null>()(reservation),
    'reservations.setVisit': answersFront<null>()(
      z.strictObject({
        reservationId: id,
        visit: z.enum(['expected', 'arrived', 'seated', 'left', 'no-show']),
      }),
    ),
    'reservations.cancel': answersFront<null>()(
      z.strictObject({ reservationId: id, tapId: id, reason: z.string().trim().max(300) }),
    ),
    /** Takes a cancellation back before it is sent; `too-late` afterwards, with `table-taken` where its table is another's now. */
    'reservations.undoCancel': answersFront<null>()(reservation),
    /** For the kitchen's wall; also told as an event. */
    'reservations.ahead': answers<PartyAhead[]>()(none),
    'reservations.plan': answersFront<FloorPlan>()(none),
    'reservations.savePlan': answersManager<null>()(floorPlanSchema),
    /** Days of the book as a table for a spreadsheet (CSV). */
    'reservations.table': answersFront<string>()(days),
  },
  events: {
    /** Large parties and allergies of the next hour. */
    'reservations.ahead': event<{ parties: PartyAhead[] }>(),
    /** The book changed on these days: ask for them again; where none is named, all of it did. */
    'reservations.changed': event<{ revision: number; days: string[] }>(front),
  },
})
