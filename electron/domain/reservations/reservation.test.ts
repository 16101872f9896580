import { describe, expect, test } from 'vitest'
import type { Cancellation } from '#contract/reservations.ts'
import { partiesAhead } from './ahead.ts'
import { learnTables } from './floor-plan.ts'
import { referenceOf } from './reference.ts'
import { isStanding, noStamps, viewReservation, type KeptReservation } from './reservation.ts'
import { afterWord, bookingAfter, cancellationAfter, isUnsent } from './sending.ts'
import { specialRequests } from './special-requests.ts'
import { spoken } from './telephone.ts'

const startsAt = '2026-11-21T23:00:00.000Z'
const start = Date.parse(startsAt)
const minute = 60_000

const kept: KeptReservation = {
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
  state: 'booked',
  words: null,
  mark: 'expected',
  stamps: noStamps,
  cancellation: null,
  takenAt: '2026-11-20T15:00:00.000Z',
  replaces: null,
  replacedBy: null,
  takenOn: 'Caja',
}
const cancellation: Cancellation & { local: boolean } = {
  state: 'refused',
  reason: 'Enferma',
  undoUntil: startsAt,
  words: null,
  local: false,
}
const stamped = (stamps: Partial<KeptReservation['stamps']>): Partial<KeptReservation> => ({
  stamps: { ...noStamps, ...stamps },
})

describe('where the guests are', () => {
  const visit = (more: Partial<KeptReservation>, minutes: number) =>
    viewReservation({ ...kept, ...more }, start + minutes * minute, 'America/Santiago', null).visit

  test.each<[string, Partial<KeptReservation>, number, string]>([
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

  test.each<[string, Partial<KeptReservation>, boolean]>([
    ['booked', {}, true],
    ['may exist', { state: 'may-exist' }, true],
    ['refused, until a person has decided', { state: 'refused' }, true],
    ['given up', { state: 'discarded' }, false],
    ['left', { mark: 'left' }, false],
    ['never came', { mark: 'no-show' }, false],
    ['cancelled', { cancellation }, false],
  ])('whether it keeps its table: %s', (_title, more, expected) => {
    expect(isStanding({ ...kept, ...more }, start)).toBe(expected)
  })

  test('a screen sees its day and end, and nothing of how it is kept', () => {
    const view = viewReservation({ ...kept, cancellation }, start, 'America/Santiago', null)
    expect(view).toMatchObject({ day: '2026-11-21', endsAt: '2026-11-22T00:30:00.000Z' })
    for (const name of ['stamps', 'mark', 'booking']) expect(view).not.toHaveProperty(name)
    expect(view.cancellation).not.toHaveProperty('local')
  })
})

describe('sending', () => {
  test.each([
    ['queued', 'not-yet', 'queued'],
    ['sending', 'sending', 'sending'],
    ['unknown', 'may-exist', 'may-be-cancelled'],
    ['unconfirmed', 'may-exist', 'may-be-cancelled'],
    ['rejected', 'refused', 'refused'],
    ['done', 'booked', 'confirmed'],
    ['withdrawn', null, null],
    ['dropped', null, null],
    ['settled', null, null],
  ] as const)('%s is %s, of a cancellation %s', (step, booking, cancelled) => {
    expect(bookingAfter(step)).toBe(booking)
    expect(cancellationAfter(step)).toBe(cancelled)
  })

  test.each([
    ['may-exist', false, ['booked', 'not-yet', 'discarded']],
    ['may-exist', true, ['booked', null, 'discarded']],
    ['refused', false, ['booked', 'not-yet', 'discarded']],
    ['refused', true, ['booked', null, 'discarded']],
    ['expired', true, ['booked', null, 'discarded']],
    ['expired', false, ['booked', null, 'discarded']],
    ['here', false, [null, null, null]],
    ['not-yet', false, [null, null, null]],
    ['sending', false, [null, null, null]],
    ['booked', false, [null, null, null]],
    ['discarded', false, [null, null, null]],
  ] as const)('a word on what is %s (past: %s)', (state, isPast, expected) => {
    const words = (['it-is-there', 'send-again', 'discard'] as const).map((choice) =>
      afterWord(state, choice, isPast),
    )
    expect(words).toEqual(expected)
  })

  test('only what is certainly not there may be changed as one likes', () => {
    const all = [
      'here',
      'not-yet',
      'sending',
      'booked',
      'may-exist',
      'refused',
      'expired',
      'discarded',
    ] as const
    expect(all.filter(isUnsent)).toEqual(['not-yet', 'refused', 'expired'])
  })
})

describe('the reference', () => {
  test('is five signs that nobody takes for others, and another for another id', () => {
    const made = Array.from({ length: 2_000 }, () => referenceOf(crypto.randomUUID()))
    for (const each of made) expect(each).toMatch(/^[2-9A-HJKMNP-TV-Z]{5}$/)
    expect(new Set(made).size).toBeGreaterThan(1_990)
    const signs = new Set(made.join(''))
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

test('a telephone is found whole, and as it is dialled at home', () => {
  expect(spoken('+56 9 8765 4321', 'CL')).toEqual(['56987654321', '987654321'])
  expect(spoken('', 'CL')).toEqual([])
})

describe('what an answer teaches of the plan', () => {
  const known = {
    sectors: [
      { id: 's1', name: 'Salón', tables: [{ id: 't1', name: '1', seats: 4, learned: false }] },
    ],
  }
  const seen = { sectorId: 's1', tableIds: ['t1'], partySize: 5 }

  test('nothing new is the same plan', () => {
    expect(learnTables(known, seen)).toBe(known)
    expect(learnTables(known, { ...seen, sectorId: null, tableIds: ['t9'] })).toBe(known)
  })

  test('a table, a sector; each once', () => {
    const table = { id: 't9', name: '', seats: 3, learned: true }
    expect(learnTables(known, { ...seen, tableIds: ['t1', 't9', 't9'], partySize: 9 })).toEqual({
      sectors: [{ ...known.sectors[0], tables: [...(known.sectors[0]?.tables ?? []), table] }],
    })
    expect(learnTables(known, { ...seen, sectorId: 's2', tableIds: [] })).toEqual({
      sectors: [...known.sectors, { id: 's2', name: '', tables: [] }],
    })
  })
})

describe('what the kitchen hears', () => {
  const plan = {
    sectors: [
      { id: 's', name: 'Salón', tables: [{ id: 't1', name: 'Mesa 1', seats: 4, learned: false }] },
    ],
  }
  const heard = (wish: Partial<KeptReservation['booking']>, minutes: number, more = {}) =>
    partiesAhead(
      [{ ...kept, ...more, booking: { ...kept.booking, ...wish } }],
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
  ])('%s', (_title, wish, minutes, more, expected) => {
    expect(heard(wish, minutes, more)).toBe(expected)
  })

  test('nothing of who they are', () => {
    const large = { ...kept, booking: { ...kept.booking, partySize: 9, allergies: 'nueces' } }
    expect(partiesAhead([large], plan, start)).toEqual([
      { reservationId: 'r1', startsAt, partySize: 9, allergies: 'nueces', tables: ['Mesa 1'] },
    ])
  })
})
