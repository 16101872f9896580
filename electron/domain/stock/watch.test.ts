import { expect, test } from 'vitest'
import type { Desired, Reported, Requested, StockRow } from './row.ts'
import { freshRow, requestOf } from './row.ts'
import type { StockEffect } from './step.ts'
import { countHoldsMs, finishWithinMs, isUnderWay, afterTime } from './watch.ts'

const at = (minute: number, second = 0): string =>
  new Date(Date.UTC(2026, 10, 21, 12, minute, second)).toISOString()
const epoch = (minute: number): number => Date.parse(at(minute))

const out: Desired = {
  state: 'out',
  left: null,
  until: null,
  tapId: 'tap',
  ingredientId: null,
  setAt: at(0),
  setBy: 'Grill',
}
const count: Desired = { ...out, state: 'counted', left: 5 }
const asked = (desired: Desired, stage: Requested['stage'], minute = 1): Requested =>
  requestOf(desired, stage, at(minute))
const told: Reported = { state: 'out', left: null, until: null, listedAt: at(0), at: at(0) }

/** Confirmed by a list of that minute. */
const listed = (desired: Desired, minute: number): Requested => ({
  ...asked(desired, 'confirmed'),
  listedAt: at(minute),
})

interface Case {
  row: Partial<StockRow>
  /** Minutes after twelve. */
  now: number
  menuToldAt?: string
  becomes?: Partial<StockRow>
  effects?: StockEffect[]
  /** Minutes after twelve; default never. */
  next?: number
}

const never = Date.parse('9999-01-01')
const cases: Record<string, Case> = {
  'nothing known: nothing to do': { row: {}, now: 5 },
  'off until further notice: time changes nothing': { row: { desired: out }, now: 500 },
  'off until a time: looked at then': {
    row: { desired: { ...out, until: at(30) }, requested: asked(out, 'confirmed') },
    now: 5,
    next: 30,
  },
  'off until a time that has come: over, and the menu is read': {
    row: { desired: { ...out, until: at(30) }, requested: asked(out, 'confirmed') },
    now: 30,
    becomes: { desired: null, requested: null },
    effects: [{ kind: 'withdraw' }, { kind: 'end', at: at(30) }, { kind: 'read-menu' }],
  },
  'over, and what the platform listed before that is no longer so': {
    row: { desired: { ...out, until: at(30) }, requested: listed(out, 10), reported: told },
    now: 30,
    becomes: { desired: null, requested: null, reported: null },
    effects: [{ kind: 'withdraw' }, { kind: 'end', at: at(30) }, { kind: 'read-menu' }],
  },
  'over, and what another system has changed since is still so': {
    row: {
      desired: { ...out, until: at(30) },
      requested: listed(out, 10),
      reported: { ...told, listedAt: at(11) },
    },
    now: 30,
    becomes: { desired: null, requested: null },
    effects: [{ kind: 'withdraw' }, { kind: 'end', at: at(30) }, { kind: 'read-menu' }],
  },
  'taken, and not finished yet: waited for': {
    row: { desired: out, requested: asked(out, 'accepted') },
    now: 2,
    next: 3,
  },
  'taken, and not finished in time: unconfirmed': {
    row: { desired: out, requested: asked(out, 'accepted') },
    now: 3,
    becomes: { requested: { ...asked(out, 'unconfirmed'), at: at(3) } },
  },
  'not finished in time, with something newer wanted: that is sent': {
    row: { desired: { ...out, tapId: 'newer' }, requested: asked(out, 'accepted') },
    now: 3,
    becomes: { requested: { ...asked(out, 'unconfirmed'), at: at(3) } },
    effects: [{ kind: 'enqueue' }],
  },
  'not finished in time, and over by then: both': {
    row: { desired: { ...out, until: at(3) }, requested: asked(out, 'accepted') },
    now: 3,
    becomes: { desired: null, requested: null },
    effects: [{ kind: 'withdraw' }, { kind: 'end', at: at(3) }, { kind: 'read-menu' }],
  },
  'a count that waits: for a quarter of an hour': { row: { desired: count }, now: 5, next: 15 },
  'a count that waited too long: asked for again': {
    row: { desired: count },
    now: 15,
    becomes: { requested: asked(count, 'ask-again', 15) },
    effects: [{ kind: 'withdraw' }],
  },
  'a count that went back to the queue and waited too long: asked for again': {
    row: { desired: count, requested: asked(count, 'queued') },
    now: 15,
    becomes: { requested: asked(count, 'ask-again', 15) },
    effects: [{ kind: 'withdraw' }],
  },
  'a count that is on the wire is not asked for again': {
    row: { desired: count, requested: asked(count, 'sending') },
    now: 60,
  },
  'brought back and confirmed, the menu not read since: stays': {
    row: {
      desired: { ...out, state: 'on-sale' },
      requested: asked({ ...out, state: 'on-sale' }, 'confirmed'),
    },
    now: 5,
    menuToldAt: at(0),
  },
  'brought back and confirmed, the menu read so soon after that it may tell of before: stays': {
    row: {
      desired: { ...out, state: 'on-sale' },
      requested: asked({ ...out, state: 'on-sale' }, 'confirmed'),
    },
    now: 8,
    menuToldAt: at(6),
  },
  'brought back and confirmed, the menu read since: nothing left to tell': {
    row: {
      desired: { ...out, state: 'on-sale' },
      requested: asked({ ...out, state: 'on-sale' }, 'confirmed'),
    },
    now: 8,
    menuToldAt: at(7),
    becomes: { desired: null, requested: null },
  },
  'the same, and what the platform listed before that is no longer so': {
    row: {
      desired: { ...out, state: 'on-sale' },
      requested: listed({ ...out, state: 'on-sale' }, 1),
      reported: told,
    },
    now: 8,
    menuToldAt: at(7),
    becomes: { desired: null, requested: null, reported: null },
  },
  'brought back since what was confirmed, the menu read since that: still to be told': {
    row: {
      desired: { ...out, state: 'on-sale', tapId: 'newer' },
      requested: asked(out, 'confirmed'),
    },
    now: 20,
    menuToldAt: at(19),
  },
  'told by others, until a time': {
    row: { reported: { ...told, until: at(30) } },
    now: 5,
    next: 30,
  },
  'told by others, until a time that has come': {
    row: { reported: { ...told, until: at(30) } },
    now: 30,
    becomes: { reported: null },
  },
  'brought back by others, the menu read since': {
    row: { reported: { ...told, state: 'on-sale' } },
    now: 8,
    menuToldAt: at(6),
    becomes: { reported: null },
  },
}

test.each(Object.entries(cases))('%s', (_title, { row, now, menuToldAt, ...expected }) => {
  const before: StockRow = { ...freshRow('product:P'), ...row }
  const step = afterTime(before, { now: epoch(now), menuToldAt: menuToldAt ?? null })
  expect(step.row).toEqual({ ...before, ...expected.becomes })
  // What stays as it is need not be kept again.
  expect(step.row === before).toBe(expected.becomes === undefined)
  expect(step.effects).toEqual(expected.effects ?? [])
  if (expected.next !== undefined) expect(step.nextAt).toBe(epoch(expected.next))
  else expect(step.nextAt).toBeGreaterThanOrEqual(never)
})

test('an item is under way until its process is finished, or nobody believes it any more', () => {
  const row = { ...freshRow('product:P'), desired: out, requested: asked(out, 'accepted', 0) }
  expect(isUnderWay(row, Date.parse(at(0)) + finishWithinMs - 1)).toBe(true)
  expect(isUnderWay(row, Date.parse(at(0)) + finishWithinMs)).toBe(false)
  expect(isUnderWay({ ...row, requested: asked(out, 'confirmed', 0) }, Date.parse(at(0)))).toBe(
    false,
  )
  expect(countHoldsMs).toBe(15 * 60_000)
})
