import { Hono } from 'hono'
import { z } from 'zod'
import { readBody } from '../asked.ts'
import { dialect } from '../dialect.ts'
import { badRequest, failure, success } from '../envelope.ts'
import type { StoreBook } from '../stores/book.ts'
import type { ReservationBook } from './book.ts'

const someText = z.string().trim().min(1, 'must not be empty')

/**
 * The specified fields and no other. Which are required is not documented; that a store, a time, a party and a first
 * name must be there is our assumption.
 */
const reservationBody = z.strictObject({
  storeId: someText,
  startsAt: z.iso
    .datetime({ offset: true, error: 'must be a date-time' })
    .transform((text) => Date.parse(text)),
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

const onePath = dialect.reservationPath.replace('{reservationId}', ':reservationId')

/** Takes and cancels reservations. Refusing what has begun already is our assumption. */
export function reservations({ book, stores, now }: ReservationDesk): Hono {
  const app = new Hono()
  app.post('/reservations/reservation', async (context) => {
    const body = await readBody(context, reservationBody)
    if (!body.ok) return badRequest(context, body.message)
    const { storeId, specialOcassion, ...wish } = body.value
    const store = stores.find(storeId)
    if (store === undefined) return failure(context, 404, 'not-found', 'Store not found')
    if (wish.startsAt <= now()) return badRequest(context, 'startsAt: must be in the future')
    const userAgent = context.req.header('user-agent') ?? null
    return success(
      context,
      book.reserve(store, { ...wish, specialOccasion: specialOcassion }, userAgent),
    )
  })
  app.delete(onePath, (context) => {
    const cancelled = book.cancel(context.req.param('reservationId') ?? '')
    return cancelled === null
      ? failure(context, 404, 'not-found', 'Reservation not found')
      : success(context, cancelled)
  })
  return app
}
