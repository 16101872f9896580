import { z } from 'zod'
import {
  reservationDetails,
  maxValue,
  type ReservationDetails,
} from '#contract/reservations/reservations.ts'
import { noStamps, specialRequests } from '#domain/reservations/reservation.ts'
import { international } from '#domain/reservations/details.ts'
import type { Connection } from '#platform/connection.ts'
import type { CallResult } from '#platform/call/failure.ts'
import { cancelReservation, createReservation } from '#platform/reservations.ts'
import type { SendOutcome } from '../outbox/rules.ts'

/** The details to book, and everything needed to rebuild the row from this entry. */
export const reservationPayload = z.object({
  booking: reservationDetails,
  reference: z.string(),
  takenAt: z.string(),
  takenOn: z.string(),
  /** The reservation to cancel once this one is booked. */
  replaces: z.string().nullable().default(null),
})
export type ReservationPayload = z.infer<typeof reservationPayload>

/** Without the platform's id a person cancels it there. */
export const cancelPayload = reservationPayload.extend({
  platformId: z.string().nullable(),
  code: z.string().nullable(),
  reason: z.string(),
})
export type CancelPayload = z.infer<typeof cancelPayload>

/**
 * The part of the platform's answer that is stored. The rest is dropped, because its `clientToken`
 * is a secret.
 */
export const answeredSchema = z.object({
  platformId: z.string(),
  code: z.string().nullable(),
  sectorId: z.string().nullable(),
  tableIds: z.array(z.string()),
  stamps: z.object({
    completedAt: z.string().nullable(),
    cancelledAt: z.string().nullable(),
    clientSaidItsLateAt: z.string().nullable(),
  }),
})
export type Answered = z.infer<typeof answeredSchema>

type WireReservation = Extract<Awaited<ReturnType<typeof createReservation>>, { ok: true }>['value']

/** An id that a row can store; an empty one means none. */
const isId = (id: string): boolean => id !== '' && id.length <= maxValue

const answered = (wire: WireReservation): Answered => ({
  platformId: wire._id,
  code: wire.code ?? null,
  sectorId: [wire.sectorId ?? ''].find(isId) ?? null,
  tableIds: (wire.tableIds ?? []).filter(isId),
  stamps: {
    ...noStamps,
    completedAt: wire.completedAt ?? null,
    cancelledAt: wire.cancelledAt ?? wire.cancelledByStoreAt ?? null,
    clientSaidItsLateAt: wire.clientSaidItsLateAt ?? null,
  },
})

const withoutSecrets = (result: CallResult<WireReservation>): CallResult<Answered> =>
  result.ok ? { ok: true, value: answered(result.value), answeredAt: result.answeredAt } : result

/** The guest in the platform's form, which requires a first name: a single name is sent as the first name. */
function clientData(details: ReservationDetails, countryCode: string) {
  const { firstName, lastName, phone, email, clientId } = details
  // The platform identifies its client by the exact stored number.
  const telephone = clientId === null ? international(phone, countryCode) : phone
  const isLastAlone = firstName === ''
  return {
    firstName: isLastAlone ? lastName : firstName,
    ...(lastName === '' || isLastAlone ? {} : { lastName }),
    ...(phone === '' ? {} : { phone: telephone }),
    ...(email === '' ? {} : { email }),
  }
}

/** Books a reservation at the platform (platform/README.md, Reservations). */
export async function requestReservation(
  connection: Connection,
  storeId: string,
  countryCode: string,
  payload: ReservationPayload,
): Promise<CallResult<Answered>> {
  const { booking: details, reference } = payload
  const result = await createReservation(connection, {
    body: {
      storeId,
      startsAt: details.startsAt,
      partySize: details.partySize,
      clientData: clientData(details, countryCode),
      ...(details.sectorId === null ? {} : { sectorId: details.sectorId }),
      specialRequests: specialRequests(details, reference),
      ...(details.occasion === null ? {} : { specialOcassion: details.occasion }),
      ...(details.tableIds.length === 0 ? {} : { tableIds: details.tableIds }),
    },
  })
  return withoutSecrets(result)
}

/** Without the platform's id nothing can be requested: a person cancels it there. */
export const requestCancellation = async (
  connection: Connection,
  reservationId: string | null,
): Promise<SendOutcome> =>
  reservationId === null
    ? { state: 'unknown', reason: 'no-platform-id' }
    : withoutSecrets(await cancelReservation(connection, { params: { reservationId } }))
