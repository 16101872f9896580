import { expect, test } from 'vitest'
import { makeTicket } from '../queue/sample-ticket.ts'
import { applyChange, catchUp, fromSnapshot, type Known, type TicketsChanged } from './revision.ts'

const change = (revision: number, ids: string[], gone: string[] = []): TicketsChanged => ({
  type: 'tickets.changed',
  revision,
  now: '2025-03-01T12:00:00.000Z',
  tickets: ids.map((id) => makeTicket({ id, code: `${id}@${String(revision)}` })),
  gone,
})
const snapshot = {
  revision: 7,
  now: '2025-03-01T12:00:00.000Z',
  tickets: [makeTicket({ id: 'a', code: 'a@7' })],
}
const shown = (known: Known | null) =>
  known === null ? 'ask again' : [...known.tickets.values()].map(({ code }) => code).join(' ')

test.for<[string, TicketsChanged, string]>([
  ['the next revision', change(8, ['b']), 'a@7 b@8'],
  ['a known ticket is replaced', change(8, ['a']), 'a@8'],
  ['one goes', change(8, ['b'], ['a']), 'b@8'],
  ['one that was never known goes', change(8, [], ['z']), 'a@7'],
  ['a revision was missed', change(9, ['b']), 'ask again'],
  ['a revision comes twice', change(7, ['b']), 'ask again'],
])('%s', ([, event, expected]) => {
  expect(shown(applyChange(fromSnapshot(snapshot), event))).toBe(expected)
})

test.for<[string, TicketsChanged[], string]>([
  ['nothing came meanwhile', [], 'a@7'],
  ['what the snapshot has already is skipped', [change(6, ['x']), change(7, ['y'])], 'a@7'],
  [
    'what came later is applied',
    [change(7, ['y']), change(8, ['b']), change(9, ['c'])],
    'a@7 b@8 c@9',
  ],
  ['one is missing', [change(9, ['c'])], 'ask again'],
])('catching up: %s', ([, changes, expected]) => {
  expect(shown(catchUp(snapshot, changes))).toBe(expected)
})
