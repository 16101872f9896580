import { z } from 'zod'
import { answers, badRequest, dateTime, notFound } from '../answers.ts'
import type { StoreBook } from '../stores/book.ts'
import type { ReservationBook } from './book.ts'

const someText = z.string().trim().min(1, 'must not be empty')

/**
 * The specified fields and no other. Which are required is not documented; that a store, a time, a party and a first
 * name must be there is our assumption.
 */
const reservationBody = z.strictObject({
  storeId: someText,
  startsAt: dateTime.transform((text) => Date.parse(text)),
  partySize: z.int().min(1),
  clientData: z.strictObject({
    firstName: someText,
    lastName: z.string().optional(),
    email: z.string().optional(),
    phone: z.string().optional(),
  }),
  sectorId: z.string().optional(),
  specialRequests: z.string().optional(),
  /** The request spells it so; the answer does not. */
  specialOcassion: z
    .enum(['birthday', 'anniversary', 'date', 'business', 'celebration'])
    .optional(),
  tableIds: z.array(z.string()).default([]),
})

interface ReservationDesk {
  book: ReservationBook
  stores: StoreBook
  /** Epoch milliseconds. */
  now: () => number
}

/** Takes and cancels reservations. Refusing what has begun already is our assumption. */
export const reservations = ({ book, stores, now }: ReservationDesk) => ({
  createReservation: answers('createReservation', {
    body: reservationBody,
    answer({ body: { storeId, specialOcassion, ...wish }, request }) {
      const store = stores.find(storeId)
      if (store === undefined) return notFound('Store')
      if (wish.startsAt <= now()) return badRequest('startsAt: must be in the future')
      const userAgent = request.header('user-agent') ?? null
      return book.reserve(store, { ...wish, specialOccasion: specialOcassion }, userAgent)
    },
  }),
  cancelReservation: answers('cancelReservation', {
    answer: ({ params }) => book.cancel(params.reservationId) ?? notFound('Reservation'),
  }),
})
