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
} from '../shared/operation.ts'
import { guestMessageChannels, guestMessageKinds } from './fields.ts'
import {
  objectionCodes,
  reservationKinds,
  reservationDetails,
  floorPlanSchema,
  guestTextsSchema,
  type GuestTexts,
  type ReservationList,
  type ReservationObjection,
  type FloorPlan,
  type PartyAhead,
  type Reservation,
  type WaitEstimate,
} from './reservations.ts'

const reservation = z.strictObject({ reservationId: id })
const accepted = z.array(z.enum(objectionCodes)).max(objectionCodes.length)
const seats = reservationDetails.pick({ sectorId: true, tableIds: true })
const days = z.strictObject({ from: z.iso.date(), to: z.iso.date() })

export const reservationsContract = defineContract({
  name: 'reservations',
  operations: {
    /** The reservations of a range of business days, both ends included; at most 42 days. */
    'reservations.list': answersFront<ReservationList>()(days),
    /**
     * The latest 50 reservations, of any day, whose name, phone, code or reference starts with each
     * word of the text.
     */
    'reservations.search': answersFront<Reservation[]>()(
      z.strictObject({ text: z.string().trim().min(1).max(80) }),
    ),
    /**
     * Returns the objections to a reservation's details. `reservationId` is the reservation that is
     * being updated.
     */
    'reservations.check': answersFront<ReservationObjection[]>()(
      z.strictObject({
        booking: reservationDetails,
        reservationId: id.nullable(),
        kind: z.enum(reservationKinds).default('booked'),
      }),
    ),
    /**
     * Creates a reservation and enqueues it for the platform. Fails with `too-late` and the
     * objections' codes in `detail` if there is an objection that `accepted` does not name, also if
     * another screen just took the table. Errors cannot be accepted. `tapId` becomes the
     * reservation's id and makes a repeated call harmless.
     */
    'reservations.create': answersFront<Reservation>()(
      z.strictObject({
        tapId: id,
        kind: z.enum(reservationKinds),
        booking: reservationDetails,
        accepted,
        /** What guests for the waiting list were told. */
        quotedMinutes: z.int().min(0).max(600).nullable().default(null),
      }),
    ),
    /**
     * Changes a reservation that was not sent, or that the platform rejected, or that expired; the
     * new details are then enqueued. Afterwards fails with `too-late`. Sector, tables, duration,
     * requests and allergies of a booked reservation stay editable, but only locally. `before` is
     * what this screen showed: fails with `too-late` and the detail `moved` if the stored details
     * differ.
     */
    'reservations.update': answersFront<Reservation>()(
      z.strictObject({
        reservationId: id,
        before: reservationDetails,
        booking: reservationDetails,
        accepted,
      }),
    ),
    /**
     * Changes a booked reservation, including its time, party and guest. The platform has no such
     * operation, so a new reservation with the id `tapId` replaces the old one, and this call
     * returns the new one. If only local fields change (sector, tables, duration, requests,
     * allergies), or if the reservation was not sent, the call updates and returns the same
     * reservation. `before` and `accepted` work as in `update`. Fails with `too-late` while an
     * earlier change is unfinished and after the guests have arrived.
     */
    'reservations.replace': answersFront<Reservation>()(
      z.strictObject({
        reservationId: id,
        tapId: id,
        before: reservationDetails,
        booking: reservationDetails,
        accepted,
      }),
    ),
    /**
     * Gives up a change by the id of the new reservation; the old one stays. Fails with `too-late`
     * once the request is being sent.
     */
    'reservations.undoReplace': answersFront<null>()(reservation),
    /**
     * Marks where the guests are, and with `seats` also their tables. Waiting guests who are seated
     * become a walk-in whose time at the table starts now; a walk-in that is expected again waits.
     * Fails with `too-late` and the detail `table-taken` if another party sits at a table, and with
     * `needed-soon` if a table is reserved before the guests are expected to leave, unless that is
     * in `accepted`.
     */
    'reservations.setVisit': answersFront<null>()(
      z.strictObject({
        reservationId: id,
        visit: z.enum(['expected', 'arrived', 'seated', 'left', 'no-show']),
        seats: seats.optional(),
        accepted: accepted.default([]),
      }),
    ),
    /**
     * Gives a party other tables, only locally: moves it, joins tables for it or parts them. Fails
     * as `setVisit` does.
     */
    'reservations.setSeats': answersFront<null>()(
      z.strictObject({ reservationId: id, seats, accepted: accepted.default([]) }),
    ),
    /** How long a party of this size would wait now; null if no table has enough seats. */
    'reservations.estimate': answersFront<WaitEstimate | null>()(
      z.strictObject({ partySize: reservationDetails.shape.partySize }),
    ),
    /** Stores what guests on the waiting list were told now. */
    'reservations.quote': answersFront<null>()(
      z.strictObject({ reservationId: id, minutes: z.int().min(0).max(600) }),
    ),
    /** Remembers that a message to the guest was opened in an app of the device. */
    'reservations.noteMessage': answersFront<null>()(
      z.strictObject({
        reservationId: id,
        kind: z.enum(guestMessageKinds),
        channel: z.enum(guestMessageChannels),
      }),
    ),
    /** The restaurant's own texts of messages to guests. */
    'reservations.guestTexts': answersFront<GuestTexts>()(none),
    'reservations.saveGuestTexts': answersManager<null>()(
      z.strictObject({ texts: guestTextsSchema }),
    ),
    'reservations.cancel': answersFront<null>()(
      z.strictObject({ reservationId: id, tapId: id, reason: z.string().trim().max(300) }),
    ),
    /**
     * Undoes a cancellation before it is sent. Afterwards fails with `too-late`; the detail is
     * `table-taken` if another reservation has its table now.
     */
    'reservations.undoCancel': answersFront<null>()(reservation),
    /** For the kitchen's wall; also sent as an event. */
    'reservations.ahead': answers<PartyAhead[]>()(none),
    'reservations.plan': answersFront<FloorPlan>()(none),
    'reservations.savePlan': answersManager<null>()(floorPlanSchema),
    /** A range of business days as CSV for a spreadsheet. */
    'reservations.table': answersFront<string>()(days),
  },
  events: {
    'reservations.ahead': event<{ parties: PartyAhead[] }>(),
    /** Reservations of these business days changed. An empty list means that every day may have changed. */
    'reservations.changed': event<{ revision: number; days: string[] }>(front),
  },
})
