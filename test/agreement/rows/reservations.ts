import { expect } from 'vitest'
import { createReservation, occasions } from '#platform/reservations.ts'
import { badRequest, type Asks, type Row, type World } from '../row.ts'

const create = {
  section: 'POST /reservations/reservation',
  operation: 'createReservation',
} as const
const cancel = {
  section: 'DELETE /reservations/reservation/{reservationId}',
  operation: 'cancelReservation',
} as const
const complete = {
  section: 'PUT {tabs_url}/{salesChannelConfigId}/complete-order',
  operation: 'completeOrder',
} as const

const request = {
  storeId: 'colon',
  startsAt: '2026-11-21T20:30:00-03:00',
  partySize: 4,
  clientData: { firstName: 'Ana' },
}
const whole = {
  ...request,
  clientData: {
    firstName: 'Ana',
    lastName: 'Rojas',
    email: 'ana@example.com',
    phone: '+56 9 0000 0001',
  },
  sectorId: 'rsec-terraza',
  specialRequests: 'Una silla para niños',
  specialOcassion: 'birthday',
  tableIds: ['rtbl-7', 'rtbl-8'],
}
const order = { integrationOrderId: 'web-1001' }
const channel = ({ practice }: World) => ({ salesChannelConfigId: practice.salesChannelConfigId })

/** A new reservation that can be cancelled. */
async function reserved({ connection }: World): Promise<{ params: { reservationId: string } }> {
  const created = await createReservation(connection, { body: { ...request, partySize: 2 } })
  return { params: { reservationId: created.ok ? created.value._id : 'none' } }
}

export const reservationRows: Row[] = [
  {
    ...create,
    title: 'with all fields; the answer spells the occasion otherwise',
    input: { body: whole },
    answers: {
      storeId: 'Li4eEa3W2hiuGGCFa',
      startsAt: '2026-11-21T23:30:00.000Z',
      partySize: 4,
      specialOccasion: 'birthday',
      specialRequests: 'Una silla para niños',
      sectorId: 'rsec-terraza',
      tableIds: ['rtbl-7', 'rtbl-8'],
      clientData: whole.clientData,
    },
  },
  {
    ...create,
    title: 'with what must be there, by the service id',
    input: { body: { ...request, storeId: 'store-punta-arenas', partySize: 1 } },
    answers: { storeId: 'store-punta-arenas', specialOccasion: null, showStatus: 'show' },
  },
  ...occasions.map((occasion): Row => ({
    ...create,
    title: `for a ${occasion}`,
    input: { body: { ...request, specialOcassion: occasion } },
    answers: { specialOccasion: occasion },
  })),
  {
    ...create,
    title: 'the occasion spelt right is not sent',
    input: { body: { ...request, specialOccasion: 'birthday' } },
    unsent: 'body: Unrecognized key: "specialOccasion"',
  },
  {
    ...create,
    title: 'no other occasion',
    input: { body: { ...request, specialOcassion: 'wake' } },
    unsent: 'body.specialOcassion',
  },
  {
    ...create,
    title: 'no time without a zone',
    input: { body: { ...request, startsAt: '2026-11-21T20:30:00' } },
    unsent: 'body.startsAt',
  },
  {
    ...create,
    title: 'nobody is no party',
    input: { body: { ...request, partySize: 0 } },
    unsent: 'body.partySize',
  },
  {
    ...create,
    title: 'an unknown store',
    input: { body: { ...request, storeId: 'nowhere' } },
    refused: { status: 404, message: 'Store not found' },
  },
  {
    ...create,
    title: 'the platform refuses the occasion spelt right',
    raw: {
      method: 'POST',
      path: '/reservations/reservation',
      body: { ...request, specialOccasion: 'birthday' },
    },
    replies: badRequest(': Unrecognized key: "specialOccasion"'),
  },
  {
    ...cancel,
    title: 'cancelled, and still there',
    input: reserved,
    answers: {
      partySize: 2,
      cancelledAt: '2026-11-20T15:00:00.000Z',
      cancelReason: expect.any(String) as unknown,
      showStatus: 'show',
    },
  },
  {
    ...cancel,
    title: 'an unknown reservation',
    input: { params: { reservationId: 'res-unknown' } },
    refused: { status: 404, message: 'Reservation not found' },
  },
  {
    ...cancel,
    title: 'a way up is no reservation',
    input: { params: { reservationId: '..' } },
    unsent: 'params.reservationId: is not an id',
  },
  {
    ...complete,
    title: 'answered without an envelope',
    input: (world: World) => ({ params: channel(world), body: order }),
    answers: {
      order: { integrationOrderId: 'web-1001', tabId: expect.stringMatching(/^tab-/) as unknown },
    },
  },
  {
    ...complete,
    title: 'no other field',
    input: (world: World) => ({ params: channel(world), body: { ...order, tabId: 't' } }),
    unsent: 'body: Unrecognized key: "tabId"',
  },
  {
    ...complete,
    title: 'a way up is no id',
    input: { params: { salesChannelConfigId: '..' }, body: order },
    unsent: 'params.salesChannelConfigId: is not an id',
  },
  {
    ...complete,
    title: 'an unknown order',
    input: (world: World) => ({
      params: channel(world),
      body: { integrationOrderId: 'web-9999' },
    }),
    refused: { status: 404, message: 'Order not found' },
  },
  {
    ...complete,
    title: 'an unknown channel',
    input: { params: { salesChannelConfigId: 'tsc-other' }, body: order },
    refused: { status: 404, message: 'Sales channel not found' },
  },
  {
    section: 'Authentication 5',
    operation: 'completeOrder',
    title: 'the access token is not the channel’s',
    raw: ({ practice }: World) => ({
      method: 'PUT',
      path: `/${practice.salesChannelConfigId}/complete-order`,
      body: order,
      authorization: `Bearer ${practice.token}`,
    }),
    replies: {
      status: 401,
      body: {
        success: false,
        error: { error: 'unauthorized', message: 'The token of the sales channel is required' },
      },
    },
  },
]

export const reservationAt = (storeId: string) => ({
  storeId,
  startsAt: '2030-01-01T20:00:00.000Z',
  partySize: 2,
  clientData: { firstName: 'Ana' },
})

export const reservationAsks: Asks = {
  createReservation: ({ store }) => [{ body: reservationAt(store) }],
  cancelReservation: ({ reservation }) => [{ params: { reservationId: reservation } }],
  completeOrder: ({ channel, channelOrder }, own) => [
    { params: { salesChannelConfigId: channel }, body: { integrationOrderId: channelOrder } },
    { params: { salesChannelConfigId: own.channel }, body: { integrationOrderId: channelOrder } },
  ],
}
