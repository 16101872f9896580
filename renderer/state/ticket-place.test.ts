import { expect, test } from 'vitest'
import type { Ticket, TicketChange, TicketStage } from '#contract/tickets/ticket.ts'
import { byPromise, placeOf } from './ticket-place.ts'
import { bumps, makeTicket } from '../test-support/sample-ticket.ts'

const now = Date.parse('2025-03-01T12:00:00.000Z')
const closed: TicketChange = { kind: 'closed', key: 'at', unmade: 3 }
const cancellation = { at: '2025-03-01T12:00:00.000Z', reason: null }

test.for<[string, Partial<Ticket>, string]>([
  ['a new one', {}, 'queue'],
  ['one whose time has come to the millisecond', { queueAt: '2025-03-01T12:00:00.000Z' }, 'queue'],
  ['one for later', { queueAt: '2025-03-01T12:00:00.001Z' }, 'scheduled'],
  ['cancelled, not acknowledged', { stage: 'cancelled', cancellation }, 'queue'],
  ['cancelled while bumped', { stage: 'cancelled', cancellation, bump: bumps.queued }, 'queue'],
  ['cancelled and acknowledged', { stage: 'cancelled' }, 'gone'],
  ['handed over, though unconfirmed', { stage: 'handed-over', bump: bumps.unconfirmed }, 'gone'],
  ['closed elsewhere, not acknowledged', { stage: 'handed-over', changes: [closed] }, 'queue'],
  ['closed elsewhere, for other stations', { stage: 'handed-over' }, 'gone'],
  ['recalled', { recalledAt: '2025-03-01T11:00:00.000Z' }, 'queue'],
])('%s', ([, fields, place]) => {
  expect(placeOf(makeTicket(fields), now)).toBe(place)
})

test.for<[keyof typeof bumps, string]>([
  ['undoable', 'queue'],
  ['queued', 'gone'],
  ['sending', 'gone'],
  ['unknown', 'gone'],
  ['confirmed', 'gone'],
  ['unconfirmed', 'attention'],
  ['refused', 'attention'],
  ['settled', 'gone'],
  ['dropped', 'gone'],
])('a bump that is %s', ([state, place]) => {
  const stage: TicketStage = 'ready'
  expect(placeOf(makeTicket({ stage, bump: bumps[state] }), now)).toBe(place)
})

test('tickets stand by promise, then age, then id', () => {
  const tickets = [
    makeTicket({ id: 'd', promisedAt: '2025-03-01T12:30:00.000Z' }),
    makeTicket({ id: 'c', createdAt: '2025-03-01T11:40:00.000Z' }),
    makeTicket({ id: 'b' }),
    makeTicket({ id: 'a' }),
  ]
  expect(tickets.sort(byPromise).map(({ id }) => id)).toEqual(['c', 'a', 'b', 'd'])
})
