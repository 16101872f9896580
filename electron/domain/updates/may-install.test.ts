import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { UpdateWait } from '#contract/updates/updates.ts'
import { waitFor, type InstallFacts } from './may-install.ts'

const minuteMs = 60_000

/** A quiet minute after a start, with nothing to do. */
const good: InstallFacts = {
  openTickets: 0,
  unsentChanges: 0,
  areOrdersKnown: true,
  isQuiet: true,
  sinceStartMs: minuteMs,
  setTime: null,
  localTime: '11:00',
}

test.for<[string, Partial<InstallFacts>, UpdateWait | null]>([
  ['a quiet start', {}, null],
  ['the last moment of a start', { sinceStartMs: 10 * minuteMs - 1 }, null],
  ['long after the start', { sinceStartMs: 10 * minuteMs }, 'next-start'],
  ['one ticket at the start', { openTickets: 1 }, 'tickets-open'],
  ['a change that isn’t sent', { unsentChanges: 1 }, 'changes-unsent'],
  ['before the order list was read', { areOrdersKnown: false }, 'orders-unknown'],
  ['in a rush without a ticket', { isQuiet: false }, 'busy'],
  ['the ticket comes first', { openTickets: 1, unsentChanges: 1, isQuiet: false }, 'tickets-open'],
  ['at the set time', { setTime: '04:30', localTime: '04:30' }, null],
  ['a minute before it', { setTime: '04:30', localTime: '04:29' }, 'set-time'],
  ['less than two hours after it', { setTime: '04:30', localTime: '06:29' }, null],
  ['two hours after it', { setTime: '04:30', localTime: '06:30' }, 'set-time'],
  ['past midnight', { setTime: '23:30', localTime: '01:29' }, null],
  ['long past midnight', { setTime: '23:30', localTime: '01:30' }, 'set-time'],
  [
    'a start at another time',
    { setTime: '04:30', localTime: '11:00', sinceStartMs: 0 },
    'set-time',
  ],
  [
    'a ticket at the set time',
    { setTime: '04:30', localTime: '05:00', openTickets: 3 },
    'tickets-open',
  ],
])('%s', ([, facts, wait]) => {
  expect(waitFor({ ...good, ...facts })).toBe(wait)
})

const time = fc
  .tuple(fc.nat({ max: 23 }), fc.nat({ max: 59 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'))
const facts: fc.Arbitrary<InstallFacts> = fc.record({
  openTickets: fc.nat({ max: 3 }),
  unsentChanges: fc.nat({ max: 3 }),
  areOrdersKnown: fc.boolean(),
  isQuiet: fc.boolean(),
  sinceStartMs: fc.nat({ max: 20 * minuteMs }),
  setTime: fc.option(time),
  localTime: time,
})

test('nothing is installed while a ticket is open, a change waits or orders are unknown', () => {
  fc.assert(
    fc.property(facts, (each) => {
      const isSafe =
        each.openTickets === 0 && each.unsentChanges === 0 && each.areOrdersKnown && each.isQuiet
      if (!isSafe) expect(waitFor(each)).not.toBeNull()
    }),
  )
})

test('every set time comes each day', () => {
  fc.assert(
    fc.property(time, (setTime) => {
      expect(waitFor({ ...good, setTime, localTime: setTime })).toBeNull()
    }),
  )
})
