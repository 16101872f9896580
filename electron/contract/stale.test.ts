import { expect, test } from 'vitest'
import type { HostEvent, OperationName } from './index.ts'
import type { Job } from './jobs/jobs.ts'
import { isAbout, staleBy } from './stale.ts'
import type { Ticket } from './tickets/ticket.ts'

const tickets: HostEvent = {
  type: 'tickets.changed',
  revision: 1,
  now: '',
  tickets: [{ id: 'changed' } as Ticket],
  gone: ['gone'],
}
const days = (...some: string[]): HostEvent => ({
  type: 'reservations.changed',
  revision: 1,
  days: some,
})
const week = { from: '2026-11-23', to: '2026-11-29' }
const shift = (shiftId: string | null): HostEvent => ({
  type: 'shifts.changed',
  revision: 1,
  shiftId,
})

test.for<[HostEvent, OperationName, unknown, boolean]>([
  [tickets, 'tickets.get', { ticketId: 'changed' }, true],
  [tickets, 'tickets.get', { ticketId: 'gone' }, true],
  [tickets, 'tickets.get', { ticketId: 'other' }, false],
  [tickets, 'tickets.allDay', { types: [] }, true],
  [days('2026-11-23'), 'reservations.list', week, true],
  [days('2026-11-22', '2026-11-29'), 'reservations.list', week, true],
  [days('2026-11-22', '2026-11-30'), 'reservations.list', week, false],
  [days(), 'reservations.list', week, true],
  [days('2026-12-24'), 'reservations.search', { text: 'ana' }, true],
  [shift('s1'), 'shifts.show', { shiftId: 's1' }, true],
  [shift('s2'), 'shifts.show', { shiftId: 's1' }, false],
  [shift(null), 'shifts.show', { shiftId: 's1' }, true],
  [shift('s2'), 'shifts.closeOuts', {}, true],
])('%o of %s with %o: %s', ([event, name, input, expected]) => {
  expect(isAbout(event, name, input)).toBe(expected)
})

test('a job makes only what it reads stale', () => {
  const job = { startedBy: 'waste.read' } as Job
  const stale = staleBy['jobs.changed'].filter((name) =>
    isAbout({ type: 'jobs.changed', job }, name, {}),
  )
  expect(stale).toEqual(['waste.list'])
})
