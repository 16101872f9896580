import { describe, expect, test } from 'vitest'
import {
  floorPlanSchema,
  type ReservationDetails,
  type FloorPlan,
} from '#contract/reservations/reservations.ts'
import {
  codesAgainst,
  objectionsTo,
  type OtherParty,
  type ReservationContext,
} from './objections.ts'

const details: ReservationDetails = {
  partySize: 4,
  startsAt: '2026-11-21T23:00:00.000Z',
  durationMinutes: 120,
  firstName: 'Amparo',
  lastName: '',
  phone: '+56 9 8765 4321',
  email: '',
  occasion: null,
  sectorId: null,
  tableIds: ['t1'],
  requests: '',
  allergies: '',
  clientId: null,
}
const table = (id: string, seats: number, learned = false) => ({
  id,
  name: `M${id}`,
  seats,
  learned,
})
const plan: FloorPlan = floorPlanSchema.parse({
  sectors: [
    { id: 's', name: 'Salón', tables: [table('t1', 4), table('t2', 2), table('t3', 1, true)] },
  ],
})
/** In Santiago: lunch from noon to four, dinner from seven to midnight. */
const around: ReservationContext = {
  now: Date.parse('2026-11-21T15:00:00.000Z'),
  timeZone: 'America/Santiago',
  countryCode: 'CL',
  hours: {
    timeZone: 'America/Santiago',
    closedUntil: null,
    closedDays: ['2026-11-24T03:00:00.000Z'],
    special: [],
    periods: [
      { days: [1, 2, 3, 4, 5, 6, 7], fromMinute: 720, toMinute: 960 },
      { days: [1, 2, 3, 4, 5, 6, 7], fromMinute: 1140, toMinute: 1440 },
    ],
  },
  plan,
  coversPerHalfHour: null,
  kind: 'booked',
  isSent: false,
  isHere: false,
  others: [],
}

const codes = (
  request: Partial<ReservationDetails>,
  more: Partial<ReservationContext> = {},
): string[] =>
  objectionsTo({ ...details, ...request }, { ...around, ...more }).map(
    ({ kind, code, about }) => `${kind} ${[code, ...about].join(' ')}`,
  )
/** Another reservation of two hours. */
const other = (startsAt: string, request: Partial<OtherParty> = {}): OtherParty => ({
  ...details,
  isSeated: false,
  startsAt,
  ...request,
})

test('a valid reservation has no objections', () => {
  expect(codes({})).toEqual([])
})

describe('of the guest', () => {
  test.each<[string, Partial<ReservationDetails>, string[]]>([
    ['no name', { firstName: '' }, ['error no-name']],
    ['a last name is a name', { firstName: '', lastName: 'Rojas' }, []],
    ['no way to reach them', { phone: '' }, ['warning no-contact']],
    ['a mail is a way', { phone: '', email: 'a@example.com' }, []],
    ['a telephone as it is dialled at home', { phone: '9 8765 4321' }, []],
    ['of another country', { phone: '+34 612 345 678' }, []],
    ['too short', { phone: '+56 9 8765' }, ['warning unusual-phone too-short']],
    ['too long', { phone: '+56 9 8765 4321 99999' }, ['warning unusual-phone too-long']],
    ['no number', { phone: 'la de siempre' }, ['warning unusual-phone not-a-number']],
    ['no mail', { email: 'amparo@example' }, ['warning unusual-email']],
    ['two in one', { email: 'a@example.com b@example.com' }, ['warning unusual-email']],
    ['the platform’s own telephone', { phone: '+521…', clientId: 'c1' }, []],
    ['the platform’s own mail', { email: 'sin correo', clientId: 'c1' }, []],
    ['a blank is no telephone', { phone: '  ', clientId: 'c1' }, ['warning no-contact']],
    ['a blank is no name', { firstName: ' ' }, ['error no-name']],
  ])('%s', (_title, request, expected) => {
    expect(codes(request)).toEqual(expected)
  })

  test('if the country is unknown, a phone number needs its country code', () => {
    expect(codes({ phone: '9 8765 4321' }, { countryCode: '' })).toEqual([
      'warning unusual-phone unknown',
    ])
    expect(codes({}, { countryCode: '' })).toEqual([])
  })

  test('a walk-in needs no name; a waiting party needs one', () => {
    const nobody = { firstName: '', phone: '' }
    expect(codes(nobody, { kind: 'walk-in' })).toEqual([])
    expect(codes(nobody, { kind: 'waiting' })).toEqual(['error no-name'])
  })
})

describe('of the time', () => {
  const dinner = '2026-11-22T22:00:00.000Z 2026-11-23T03:00:00.000Z'
  test.each<[string, string, string[]]>([
    ['this instant is past', '2026-11-21T15:00:00.000Z', ['error past']],
    ['the next is not', '2026-11-21T15:00:00.001Z', []],
    [
      'between lunch and dinner',
      '2026-11-22T20:00:00.000Z',
      [`warning closed-then 2026-11-22T15:00:00.000Z 2026-11-22T19:00:00.000Z ${dinner}`],
    ],
    ['a closed day', '2026-11-24T23:00:00.000Z', ['warning closed-day']],
  ])('%s', (_title, startsAt, expected) => {
    expect(codes({ startsAt })).toEqual(expected)
  })

  test('an unknown schedule causes no objection', () => {
    expect(codes({ startsAt: '2026-11-24T23:00:00.000Z' }, { hours: null })).toEqual([])
  })

  test('a seated party is not in the past', () => {
    expect(codes({ startsAt: '2026-11-21T14:00:00.000Z' }, { kind: 'walk-in' })).toEqual([])
  })
})

describe('of the tables', () => {
  test.each<[string, OtherParty, string[]]>([
    ['the same time', other('2026-11-21T23:00:00.000Z'), ['error table-taken Mt1']],
    ['its last minute', other('2026-11-22T00:59:00.000Z'), ['error table-taken Mt1']],
    ['one that begins as it ends', other('2026-11-22T01:00:00.000Z'), []],
    ['one that ends as it begins', other('2026-11-21T21:00:00.000Z'), []],
    ['one that ends a minute later', other('2026-11-21T21:01:00.000Z'), ['error table-taken Mt1']],
    [
      'around it',
      other('2026-11-21T20:00:00.000Z', { durationMinutes: 600 }),
      ['error table-taken Mt1'],
    ],
    ['another table', other('2026-11-21T23:00:00.000Z', { tableIds: ['t2'] }), []],
  ])('%s', (_title, each, expected) => {
    expect(codes({}, { others: [each] })).toEqual(expected)
  })

  test('names the tables that are taken, and no id of a table without a name', () => {
    const others = [other(details.startsAt, { tableIds: ['t2', 'x9'] })]
    expect(codes({ tableIds: ['t1', 't2', 'x9'] }, { others })).toEqual(['error table-taken Mt2'])
  })

  test('too few seats, where they are known', () => {
    expect(codes({ partySize: 5 })).toEqual(['warning too-few-seats 4 5'])
    expect(codes({ partySize: 6, tableIds: ['t1', 't2'] })).toEqual([])
    expect(codes({ partySize: 5, tableIds: ['t3'] })).toEqual([])
    expect(codes({ partySize: 5, tableIds: ['t1', 'x9'] })).toEqual([])
    expect(codes({ partySize: 50, tableIds: [] })).toEqual([])
  })
})

describe('guests who are here', () => {
  const here = { isHere: true, kind: 'walk-in', isSent: true } as const
  const now = new Date(around.now).toISOString()
  const seatedAt = (minutes: number, request: Partial<OtherParty> = {}) =>
    other(new Date(around.now + minutes * 60_000).toISOString(), { isSeated: true, ...request })

  test.each([
    [
      'a table that is reserved later says when',
      other('2026-11-21T16:00:00.000Z'),
      ['warning needed-soon 2026-11-21T16:00:00.000Z Mt1'],
    ],
    ['one that is reserved after they leave is free', other('2026-11-21T17:00:00.000Z'), []],
    [
      'one whose guests are expected since is taken',
      other('2026-11-21T14:30:00.000Z'),
      ['error table-taken Mt1'],
    ],
    ['a party that sits there', seatedAt(-30), ['error table-taken Mt1']],
    ['one that stays past its time', seatedAt(-200), ['error table-taken Mt1']],
    ['one that sits elsewhere', seatedAt(-30, { tableIds: ['t2'] }), []],
  ])('%s', (_title, each, expected) => {
    expect(codes({ startsAt: now }, { ...here, others: [each] })).toEqual(expected)
  })
})

describe('of the pace', () => {
  const others = [
    other('2026-11-21T23:29:00.000Z', { tableIds: [], partySize: 6 }),
    other('2026-11-21T23:30:00.000Z', { tableIds: [], partySize: 50 }),
    other('2026-11-21T22:59:00.000Z', { tableIds: [], partySize: 50 }),
  ]
  test('compares the guests of the half hour, including its own, with the limit', () => {
    expect(codes({}, { others, coversPerHalfHour: 10 })).toEqual([])
    expect(codes({}, { others, coversPerHalfHour: 9 })).toEqual(['warning pacing 10 9'])
    expect(codes({}, { others, coversPerHalfHour: 9, kind: 'waiting' })).toEqual([])
  })
})

test('for a sent reservation, only the tables are checked', () => {
  const bad = { firstName: '', phone: 'x', startsAt: '2026-11-20T15:00:00.000Z' }
  expect(codes(bad, { isSent: true, others: [other('2026-11-20T15:00:00.000Z')] })).toEqual([
    'error table-taken Mt1',
  ])
})

test('a warning can be accepted, an error cannot', () => {
  const objections = objectionsTo({ ...details, phone: '', firstName: '' }, around)
  expect(codesAgainst(objections, [])).toEqual(['no-name', 'no-contact'])
  expect(codesAgainst(objections, ['no-contact', 'no-name'])).toEqual(['no-name'])
})
