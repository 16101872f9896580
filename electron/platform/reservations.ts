import { z } from 'zod'
import {
  id,
  instant,
  optionalThing,
  number,
  text,
  texts,
  looseBoolean,
  word,
} from './tolerant/loose.ts'
import { operation } from './operation.ts'
import { idInPath, sentInstant } from './sent-values.ts'

/** The occasions that a request may contain. */
export const occasions = ['birthday', 'anniversary', 'date', 'business', 'celebration'] as const

/** `clientToken` is a secret: it gives its holder access to the reservation. */
export const reservationSchema = z.looseObject({
  _id: id,
  clientToken: text,
  code: text,
  websiteId: text,
  storeId: text,
  countryCode: text,
  sectorId: text,
  royaltyClientId: text,
  tabId: text,
  userId: text,
  specialRequests: text,
  specialOccasion: word(...occasions),
  cancelReason: text,
  showStatus: text,
  source: text,
  referrer: text,
  marketplaceAppId: text,
  sourceUserAgent: text,
  tableIds: texts,
  durationMinutes: number,
  partySize: number,
  isWaitingList: looseBoolean,
  createdAt: instant,
  startsAt: instant,
  endsAt: instant,
  completedAt: instant,
  cancelledAt: instant,
  modifiedAt: instant,
  confirmedAt: instant,
  cancelledByStoreAt: instant,
  waitingListAssignedAt: instant,
  confirmedByClientAt: instant,
  clientSaidItsLateAt: instant,
  sendReminderAt: instant,
  reminderSentAt: instant,
  clientData: optionalThing(
    z.looseObject({
      email: text,
      firstName: text,
      lastName: text,
      phone: text,
      isOver18: looseBoolean,
    }),
  ),
  evaluation: optionalThing(
    z.looseObject({
      createdById: text,
      createdByName: text,
      createdByEmail: text,
      comments: text,
      evaluation: number,
      createdAt: instant,
    }),
  ),
})

/**
 * POST /reservations/reservation: books a table. The request spells the field `specialOcassion`, and
 * the answer `specialOccasion`. Never repeated automatically, because a second request might book a
 * second table.
 */
export const createReservation = operation({
  area: 'Reservations',
  summary: 'Reserve a table',
  rules: 'The request spells `specialOcassion`, the answer `specialOccasion`.',
  method: 'POST',
  base: 'v3',
  path: '/reservations/reservation',
  body: z.strictObject({
    storeId: z.string().min(1),
    startsAt: sentInstant,
    partySize: z.int().min(1),
    clientData: z.strictObject({
      email: z.string().optional(),
      phone: z.string().optional(),
      firstName: z.string().optional(),
      lastName: z.string().optional(),
    }),
    sectorId: z.string().optional(),
    specialRequests: z.string().optional(),
    specialOcassion: z.enum(occasions).optional(),
    tableIds: z.array(z.string()).optional(),
  }),
  answer: reservationSchema,
  check: { writes: true },
})

/**
 * DELETE /reservations/reservation/{reservationId}: cancels a reservation, which stays at the
 * platform with `cancelledAt`. The request has no body, so the reason is not sent. Never repeated
 * automatically, because the answer to a second request is not documented.
 */
export const cancelReservation = operation({
  area: 'Reservations',
  summary: 'Cancel a reservation',
  rules: 'It stays there, with `cancelledAt`. A reason cannot be sent.',
  method: 'DELETE',
  base: 'v3',
  path: { named: 'reservationPath' },
  params: z.strictObject({ reservationId: idInPath }),
  answer: reservationSchema,
  check: { writes: true },
})

export const reservationOperations = { createReservation, cancelReservation } as const
