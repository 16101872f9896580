import { describe, expect, test } from 'vitest'
import { floorPlanSchema } from '#contract/reservations/reservations.ts'
import {
  type ReservationRow,
  isActive,
  isUnsent,
  localDelivery,
  noStamps,
  partiesAhead,
  referenceOf,
  specialRequests,
  viewReservation,
} from './reservation.ts'
import { stepOf } from './change.ts'
import { deliveryStates } from '#contract/deliveries/delivery.ts'
import {
  international,
  phoneForMessages,
  phoneProblem,
  searchForms,
  splitExtension,
  collectTables,
} from './details.ts'

const startsAt = '2026-11-21T23:00:00.000Z'
const start = Date.parse(startsAt)
const minute = 60_000

const stored: ReservationRow = {
  id: 'r1',
  kind: 'booked',
  reference: 'K7QXM',
  booking: {
    partySize: 4,
    startsAt,
    durationMinutes: 90,
    firstName: 'Amparo',
    lastName: 'Inventada',
    phone: '+56 9 8765 4321',
    email: 'amparo@example.com',
    occasion: null,
    sectorId: null,
    tableIds: ['t1'],
    requests: 'Silla',
    allergies: '',
    clientId: 'c1',
  },
  platformId: null,
  code: null,
  isHeld: false,
  isDiscarded: false,
  mark: 'expected',
  seatedAt: null,
  leftAt: null,
  quote: null,
  messages: [],
  otherTables: null,
  stamps: noStamps,
  cancellation: null,
  takenAt: '2026-11-20T15:00:00.000Z',
  replaces: null,
  replacedBy: null,
  takenOn: 'Caja',
}
const cancellation = { reason: 'Enferma', local: null }
const nothing = { delivery: null, cancelling: null }
const stamped = (stamps: Partial<ReservationRow['stamps']>): Partial<ReservationRow> => ({
  stamps: { ...noStamps, ...stamps },
})

const at = (now: number) => ({
  now,
  timeZone: 'America/Santiago',
  border: '04:00',
  countryCode: 'CL',
})

describe('where the guests are', () => {
  const visit = (more: Partial<ReservationRow>, minutes: number) =>
    viewReservation({ ...stored, ...more }, nothing, null, at(start + minutes * minute)).visit

  test.each<[string, Partial<ReservationRow>, number, string]>([
    ['before its time', {}, -60, 'expected'],
    ['nine minutes after', {}, 9.99, 'expected'],
    ['ten minutes after', {}, 10, 'late'],
    ['who waits is not late', { kind: 'waiting' }, 60, 'expected'],
    ['arrived is not late', { mark: 'arrived' }, 60, 'arrived'],
    ['seated', { mark: 'seated' }, 60, 'seated'],
    ['never came', { mark: 'no-show' }, 60, 'no-show'],
    [
      'the platform: they said that they are late',
      stamped({ clientSaidItsLateAt: startsAt }),
      -5,
      'late',
    ],
    ['the platform: completed', stamped({ completedAt: startsAt }), 60, 'left'],
    [
      'the platform: cancelled, whatever was said here',
      { ...stamped({ cancelledAt: startsAt }), mark: 'seated' },
      0,
      'cancelled',
    ],
    [
      'cancelled here, also where the platform refused that',
      { cancellation, mark: 'arrived' },
      0,
      'cancelled',
    ],
    [
      'what was said here, before the platform',
      { ...stamped({ completedAt: startsAt }), mark: 'seated' },
      0,
      'seated',
    ],
  ])('%s', (_title, more, minutes, expected) => {
    expect(visit(more, minutes)).toBe(expected)
  })

  test.each<[string, Partial<ReservationRow>, boolean]>([
    ['however far it is sent', {}, true],
    ['before it is sent', { isHeld: true }, true],
    ['given up', { isDiscarded: true }, false],
    ['left', { mark: 'left' }, false],
    ['never came', { mark: 'no-show' }, false],
    ['cancelled', { cancellation }, false],
  ])('whether it keeps its table: %s', (_title, more, expected) => {
    expect(isActive({ ...stored, ...more }, start)).toBe(expected)
  })

  test('a screen receives the day and the end, and no storage fields', () => {
    const cancelling = { state: 'queued', since: startsAt } as const
    const sent = { delivery: null, cancelling }
    const view = viewReservation({ ...stored, cancellation }, sent, null, at(start))
    expect(view).toMatchObject({
      day: '2026-11-21',
      businessDay: '2026-11-21',
      endsAt: '2026-11-22T00:30:00.000Z',
      phoneForMessages: '+56987654321',
    })
    for (const name of ['stamps', 'mark', 'booking']) expect(view).not.toHaveProperty(name)
    expect(view.cancellation).toEqual({ reason: 'Enferma', delivery: cancelling })
  })
})

test.for([
  ['9 1234 5678', '+56912345678'],
  ['+56 2 2345 6789 anexo 12', '+56223456789'],
  ['+56 2 2345 6789, extensión 4012', '+56223456789'],
  ['9 1234 5678 / 9 8765 4321', '+56912345678'],
  ['9 1234 5678 o 9 8765 4321', '+56912345678'],
  ['9 1234 5678, 9 8765 4321', '+56912345678'],
  ['9 1234 5678 - 9 8765 4321', '+56912345678'],
  ['no contesta / 9 8765 4321', '+56987654321'],
  ['+34 612 345 678', '+34612345678'],
  ['12', null],
  ['no tiene', null],
  ['', null],
] as const)('a message to %j goes to %s', ([text, number]) => {
  expect(phoneForMessages(text, 'CL')).toBe(number)
})

describe('sending', () => {
  test('only a reservation that the platform certainly does not have can be edited freely', () => {
    expect(deliveryStates.filter(isUnsent)).toEqual(['queued', 'refused', 'expired'])
    expect(isUnsent(null)).toBe(false)
  })

  test('a local cancellation can be undone, and then it is final', () => {
    const local = { at: startsAt, undoUntil: '2026-11-21T23:00:08.000Z' }
    expect(localDelivery(local)).toEqual({
      state: 'queued',
      since: startsAt,
      undoUntil: local.undoUntil,
    })
    expect(localDelivery({ ...local, undoUntil: null })).toEqual({
      state: 'confirmed',
      since: startsAt,
    })
  })

  const [cancelled, held, discarded] = [{ cancellation }, { isHeld: true }, { isDiscarded: true }]
  type State = Parameters<typeof stepOf>[1]
  test.each<[string | null, State, State, Partial<ReservationRow>, Partial<ReservationRow>]>([
    [null, null, null, {}, {}],
    [null, null, null, {}, discarded],
    ['cancelling-first', null, 'queued', cancelled, held],
    ['cancelling-first', null, 'sending', cancelled, held],
    ['cancel-stuck', null, 'unknown', cancelled, held],
    ['cancel-stuck', null, 'refused', cancelled, held],
    ['booking', 'queued', null, {}, {}],
    ['booking', 'sending', null, {}, {}],
    ['booking-last', 'queued', 'confirmed', cancelled, {}],
    ['booking-last', 'withdrawn', 'confirmed', cancelled, {}],
    ['unsure', 'unknown', null, {}, {}],
    ['not-booked', 'refused', null, {}, {}],
    ['not-booked', 'expired', null, {}, {}],
    ['lost', 'refused', 'confirmed', cancelled, {}],
    ['cancelling', 'confirmed', 'sending', cancelled, {}],
    ['cancel-by-hand', 'confirmed', 'unknown', cancelled, {}],
    ['done', 'confirmed', 'confirmed', cancelled, {}],
  ])('a change is %s: the new one %s, the cancellation of the old one %s', (step, ...row) => {
    const [sending, cancelling, old, next] = row
    const pair = { old: { ...stored, ...old }, next: { ...stored, ...next } }
    expect(stepOf(pair, sending, cancelling)).toBe(step)
  })
})

describe('the reference', () => {
  test('has five characters that cannot be confused, and differs for another id', () => {
    const references = Array.from({ length: 2_000 }, () => referenceOf(crypto.randomUUID()))
    for (const each of references) expect(each).toMatch(/^[2-9A-HJKMNP-TV-Z]{5}$/)
    expect(new Set(references).size).toBeGreaterThan(1_990)
    const signs = new Set(references.join(''))
    expect(signs.size).toBe(30)
  })

  test('stands at the end of the requests', () => {
    expect(specialRequests({ requests: ' Silla ', allergies: ' nueces' }, 'K7QXM')).toBe(
      'Silla\nAllergies: nueces\n[K7QXM]',
    )
    expect(specialRequests({ requests: '', allergies: '' }, 'K7QXM')).toBe('[K7QXM]')
    expect(specialRequests({ requests: ' ', allergies: ' ' }, 'K7QXM')).toBe('[K7QXM]')
  })
})

test.for([
  ['+56 2 2345 6789 anexo 12', 'CL', '+56223456789', '12'],
  ['2 2345 6789 ext. 12', 'CL', '+56223456789', '12'],
  ['+56 2 2345 6789 Ext 12', 'CL', '+56223456789', '12'],
  ['+56 2 2345 6789 x12', 'CL', '+56223456789', '12'],
  ['+56223456789x12', 'CL', '+56223456789', '12'],
  ['+56 2 2345 6789 #12', 'CL', '+56223456789', '12'],
  ['+56 2 2345 6789, extensión 4012', 'CL', '+56223456789', '4012'],
  ['(11) 3333-4444 ramal 25', 'BR', '+551133334444', '25'],
  ['(11) 3333-4444 (ramal 25)', 'BR', '+551133334444', '25'],
  ['(11) 3333-4444, extensão: 25', 'BR', '+551133334444', '25'],
  ['011 4321-5678 int. 7', 'AR', '+541143215678', '7'],
  ['011 4321-5678 interno 7', 'AR', '+541143215678', '7'],
  ['+33 1 42 68 53 00 poste 204', 'FR', '+33142685300', '204'],
  ['+49 30 123456 Durchwahl 78', 'DE', '+4930123456', '78'],
  ['tel:+56-2-2345-6789;ext=12', 'CL', '+56223456789', '12'],
  ['+56 2 2345 6789', 'CL', '+56223456789', ''],
  ['+1 (415) 555-2671', 'US', '+14155552671', ''],
] as const)('%j in %s is %s with the extension %j', ([text, country, number, extension]) => {
  expect(international(text, country)).toBe(number)
  expect(phoneProblem(text, country)).toBe(null)
  expect(splitExtension(text).extension).toBe(extension)
  const sent = specialRequests({ requests: 'Silla', allergies: '', phone: text }, 'K7QXM')
  const line = extension === '' ? '' : `Phone extension: ${extension}\n`
  expect(sent).toBe(`Silla\n${line}[K7QXM]`)
})

test.for([
  ['9 8765 4321 / 2 2345 6789', 'CL', 'two-numbers'],
  ['9 8765 4321, 2 2345 6789 anexo 12', 'CL', 'two-numbers'],
  ['9 8765 4321 o 2 2345 6789', 'CL', 'two-numbers'],
  ['+56 9 8765 4321 +34 612 345 678', 'CL', 'two-numbers'],
  // Together they have a plausible length.
  ['123456 / 234567', 'DE', 'two-numbers'],
  ['+56 9 8765', 'CL', 'too-short'],
  ['+56 9 8765 4321 99999', 'CL', 'too-long'],
  ['987654321 223456789', 'CL', 'too-long'],
  ['la de siempre', 'CL', 'not-a-number'],
  ['9 8765 4321', '', 'unknown'],
  ['11/4567-8900', 'AR', null],
] as const)('%j in %s: %s', ([text, country, problem]) => {
  expect(phoneProblem(text, country)).toBe(problem)
  if (problem !== null) expect(international(` ${text} `, country)).toBe(text)
})

test('a telephone is found whole, and as it is dialled at home, each of two', () => {
  expect(searchForms('+56 9 8765 4321', 'CL')).toEqual(['56987654321', '987654321'])
  expect(searchForms('9 8765 4321 / +34 612 345 678', 'CL')).toEqual([
    '987654321',
    '987654321',
    '34612345678',
    '612345678',
  ])
  expect(searchForms('', 'CL')).toEqual([])
})

describe('what an answer adds to the floor plan', () => {
  const floorPlan = floorPlanSchema.parse({
    sectors: [
      { id: 's1', name: 'Salón', tables: [{ id: 't1', name: '1', seats: 4, learned: false }] },
    ],
  })
  const seen = { sectorId: 's1', tableIds: ['t1'], partySize: 5 }

  test('nothing new is the same plan', () => {
    expect(collectTables(floorPlan, seen)).toBe(floorPlan)
    expect(collectTables(floorPlan, { ...seen, sectorId: null, tableIds: ['t9'] })).toBe(floorPlan)
  })

  test('a table, a sector; each once', () => {
    const table = { id: 't9', name: '', seats: 3, learned: true, shape: 'square', place: null }
    expect(
      collectTables(floorPlan, { ...seen, tableIds: ['t1', 't9', 't9'], partySize: 9 }),
    ).toEqual({
      sectors: [
        { ...floorPlan.sectors[0], tables: [...(floorPlan.sectors[0]?.tables ?? []), table] },
      ],
    })
    expect(collectTables(floorPlan, { ...seen, sectorId: 's2', tableIds: [] })).toEqual({
      sectors: [...floorPlan.sectors, { id: 's2', name: '', tables: [], fixtures: [] }],
    })
  })
})

describe('what the kitchen receives', () => {
  const plan = floorPlanSchema.parse({
    sectors: [
      { id: 's', name: 'Salón', tables: [{ id: 't1', name: 'Mesa 1', seats: 4, learned: false }] },
    ],
  })
  const received = (request: Partial<ReservationRow['booking']>, minutes: number, more = {}) =>
    partiesAhead(
      [{ ...stored, ...more, booking: { ...stored.booking, ...request } }],
      plan,
      start + minutes * minute,
    ).length === 1

  test.each([
    ['eight, an hour ahead', { partySize: 8 }, -60, {}, true],
    ['sooner than that', { partySize: 8 }, -60.01, {}, false],
    ['seven', { partySize: 7 }, -30, {}, false],
    ['two with an allergy', { partySize: 2, allergies: 'nueces' }, -30, {}, true],
    ['while they order', { partySize: 8 }, 29, { mark: 'seated' }, true],
    ['not for the rest of the evening', { partySize: 8 }, 30, { mark: 'seated' }, false],
    ['cancelled', { partySize: 8 }, -30, { cancellation }, false],
    ['who waits for a table', { partySize: 8 }, -30, { kind: 'waiting' }, false],
  ])('%s', (_title, request, minutes, more, expected) => {
    expect(received(request, minutes, more)).toBe(expected)
  })

  test('contains no personal data', () => {
    const large = { ...stored, booking: { ...stored.booking, partySize: 9, allergies: 'nueces' } }
    expect(partiesAhead([large], plan, start)).toEqual([
      { reservationId: 'r1', startsAt, partySize: 9, allergies: 'nueces', tables: ['Mesa 1'] },
    ])
  })
})
