import { expect, test } from 'vitest'
import { newReservation } from '#domain/reservations/reservation.ts'
import { ContactIndex } from './contact-index.ts'
import { contactKeys } from './guest.ts'
import { keysOfGuest, keysOfReservation, phoneIdOf, phoneOfId, totalsOf } from './guest-visits.ts'

const now = Date.parse('2026-11-20T20:00:00.000Z')
const reserve = (
  booking: Partial<Parameters<typeof newReservation>[0]['booking']>,
  fields: Partial<Parameters<typeof newReservation>[0]> = {},
) =>
  newReservation({
    id: 'r',
    reference: 'AAAAA',
    booking: {
      partySize: 2,
      startsAt: '2026-11-19T20:00:00.000Z',
      durationMinutes: 90,
      firstName: 'Ana',
      lastName: '',
      phone: '',
      email: '',
      occasion: null,
      sectorId: null,
      tableIds: [],
      requests: '',
      allergies: '',
      clientId: null,
      ...booking,
    },
    takenAt: '2026-11-01T12:00:00.000Z',
    takenOn: '',
    ...fields,
  })

test.for([
  ['+56 9 8765 4321', 'phone:56987654321'],
  ['+56987654321', 'phone:56987654321'],
  ['9 8765 4321', 'phone:56987654321'],
  ['+56 9 8765 4321 anexo 12', 'phone:56987654321'],
  ['123', null],
  ['', null],
] as const)('the id of a guest with the phone %j is %s', ([phone, id]) => {
  expect(phoneIdOf(phone, 'CL')).toBe(id)
})

test('such an id gives back the phone', () => {
  expect(phoneOfId('phone:56987654321')).toBe('+56987654321')
})

test('a reservation is of the guest who was picked, and of no other with their phone', () => {
  const index = new ContactIndex<string>()
  const phone = '+56 9 8765 4321'
  index.add(keysOfReservation(reserve({ clientId: 'ana', phone })), 'picked')
  index.add(keysOfReservation(reserve({ phone: '987654321 anexo 3' })), 'by phone')
  index.add(keysOfReservation(reserve({ email: 'Ana@Example.com' })), 'by e-mail')
  const of = (clientId: string, email: string | null = null) =>
    index.find(keysOfGuest(clientId, { phone, email })).toSorted()
  expect(of('ana')).toEqual(['by phone', 'picked'])
  expect(of('luis', 'ana@example.com')).toEqual(['by e-mail', 'by phone'])
  expect(index.find(contactKeys({ phone: '+56 9 1111 4321' }))).toEqual([])
})

test('a guest who came has a visit, and one who is only expected has none', () => {
  const totals = totalsOf(
    [
      reserve({}, { mark: 'left' }),
      reserve({ startsAt: '2026-11-12T20:00:00.000Z' }, { mark: 'seated' }),
      reserve({}, { mark: 'no-show' }),
      reserve({}, { mark: 'left', cancellation: { reason: '', local: null } }),
      reserve({ startsAt: '2026-11-21T20:00:00.000Z' }),
    ],
    now,
  )
  expect(totals).toEqual({
    visits: 2,
    noShows: 1,
    cancellations: 1,
    lastVisit: '2026-11-19T20:00:00.000Z',
  })
  expect(totalsOf([], now).lastVisit).toBeNull()
})
