import { describe, expect, test } from 'vitest'
import type { DeliveryState } from '#contract/deliveries/delivery.ts'
import {
  freshRow,
  requestOf,
  viewOf,
  type Desired,
  type Reported,
  type Requested,
  type StockEntry,
  type StockRow,
} from './row.ts'
import {
  type AcceptedRequest,
  type StockEffect,
  afterAttempt,
  afterTime,
  countHoldsMs,
  finishWithinMs,
  isUnderWay,
} from './watch.ts'

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
const entry = (state: DeliveryState, minute = 1, tapId = 'tap'): StockEntry => ({
  tapId,
  delivery: { state, since: at(minute) },
})
const reported: Reported = { state: 'out', left: null, until: null, listedAt: at(0), at: at(0) }

/** Confirmed by a list of that minute. */
const listed = (desired: Desired, minute: number): Requested => ({
  ...requestOf(desired),
  listedAt: at(minute),
})

interface Case {
  row: Partial<StockRow>
  entry?: StockEntry
  /** Minutes after twelve. */
  now: number
  menuReportedAt?: string
  becomes?: Partial<StockRow>
  effects?: StockEffect[]
  /** Minutes after twelve; default never. */
  next?: number
}

const never = Date.parse('9999-01-01')
const cases: Record<string, Case> = {
  'nothing known: nothing to do': { row: {}, now: 5 },
  'off until further notice: time changes nothing': {
    row: { desired: out },
    entry: entry('confirmed'),
    now: 500,
  },
  'off until a time: looked at then': {
    row: { desired: { ...out, until: at(30) }, requested: requestOf(out) },
    entry: entry('confirmed'),
    now: 5,
    next: 30,
  },
  'off until a time that has come: over, and the menu is read': {
    row: { desired: { ...out, until: at(30) }, requested: requestOf(out) },
    entry: entry('confirmed'),
    now: 30,
    becomes: { desired: null, requested: null },
    effects: [{ kind: 'over' }, { kind: 'end', at: at(30) }, { kind: 'read-menu' }],
  },
  'over, and what the platform listed before that is no longer so': {
    row: { desired: { ...out, until: at(30) }, requested: listed(out, 10), reported: reported },
    now: 30,
    becomes: { desired: null, requested: null, reported: null },
    effects: [{ kind: 'over' }, { kind: 'end', at: at(30) }, { kind: 'read-menu' }],
  },
  'over, and what another system has changed since is still so': {
    row: {
      desired: { ...out, until: at(30) },
      requested: listed(out, 10),
      reported: { ...reported, listedAt: at(11) },
    },
    now: 30,
    becomes: { desired: null, requested: null },
    effects: [{ kind: 'over' }, { kind: 'end', at: at(30) }, { kind: 'read-menu' }],
  },
  'taken, and not finished yet: waited for': {
    row: { desired: out, requested: requestOf(out) },
    entry: entry('accepted'),
    now: 2,
    next: 3,
  },
  'taken, and not finished in time: unconfirmed': {
    row: { desired: out, requested: requestOf(out) },
    entry: entry('accepted'),
    now: 3,
    effects: [{ kind: 'not-finished' }],
  },
  'not finished in time, with something newer wanted: that is sent': {
    row: { desired: { ...out, tapId: 'newer' }, requested: requestOf(out) },
    entry: entry('accepted'),
    now: 3,
    effects: [{ kind: 'not-finished' }, { kind: 'enqueue' }],
  },
  'not finished in time, and over by then: both': {
    row: { desired: { ...out, until: at(3) }, requested: requestOf(out) },
    entry: entry('accepted'),
    now: 3,
    becomes: { desired: null, requested: null },
    effects: [
      { kind: 'not-finished' },
      { kind: 'over' },
      { kind: 'end', at: at(3) },
      { kind: 'read-menu' },
    ],
  },
  'a count that waits: for a quarter of an hour': {
    row: { desired: count },
    entry: entry('queued'),
    now: 5,
    next: 15,
  },
  'a count that waited too long: asked for again': {
    row: { desired: count },
    entry: entry('queued'),
    now: 15,
    effects: [{ kind: 'too-old' }],
  },
  'a count that went back to the queue and waited too long: asked for again': {
    row: { desired: count, requested: requestOf(count) },
    entry: entry('queued'),
    now: 15,
    effects: [{ kind: 'too-old' }],
  },
  'a count that is on the wire is not asked for again': {
    row: { desired: count, requested: requestOf(count) },
    entry: entry('sending'),
    now: 60,
  },
  'brought back and confirmed, the menu not read since: stays': {
    row: {
      desired: { ...out, state: 'on-sale' },
      requested: requestOf({ ...out, state: 'on-sale' }),
    },
    entry: entry('confirmed'),
    now: 5,
    menuReportedAt: at(0),
  },
  'brought back and confirmed, the menu read so soon after that it may tell of before: stays': {
    row: {
      desired: { ...out, state: 'on-sale' },
      requested: requestOf({ ...out, state: 'on-sale' }),
    },
    entry: entry('confirmed'),
    now: 8,
    menuReportedAt: at(6),
  },
  'brought back and confirmed, the menu read since: nothing left to tell': {
    row: {
      desired: { ...out, state: 'on-sale' },
      requested: requestOf({ ...out, state: 'on-sale' }),
    },
    entry: entry('confirmed'),
    now: 8,
    menuReportedAt: at(7),
    becomes: { desired: null, requested: null },
  },
  'the same, and what the platform listed before that is no longer so': {
    row: {
      desired: { ...out, state: 'on-sale' },
      requested: listed({ ...out, state: 'on-sale' }, 1),
      reported: reported,
    },
    now: 8,
    menuReportedAt: at(7),
    becomes: { desired: null, requested: null, reported: null },
  },
  'brought back since what was confirmed, the menu read since that: still to be sent': {
    row: {
      desired: { ...out, state: 'on-sale', tapId: 'newer' },
      requested: requestOf(out),
    },
    entry: entry('queued', 1, 'newer'),
    now: 20,
    menuReportedAt: at(19),
  },
  'reported by others, until a time': {
    row: { reported: { ...reported, until: at(30) } },
    now: 5,
    next: 30,
  },
  'reported by others, until a time that has come': {
    row: { reported: { ...reported, until: at(30) } },
    now: 30,
    becomes: { reported: null },
  },
  'brought back by others, the menu read since': {
    row: { reported: { ...reported, state: 'on-sale' } },
    now: 8,
    menuReportedAt: at(6),
    becomes: { reported: null },
  },
}

test.each(Object.entries(cases))('%s', (_title, { row, now, menuReportedAt, ...expected }) => {
  const before: StockRow = { ...freshRow('product:P'), ...row }
  const moment = { now: epoch(now), menuReportedAt: menuReportedAt ?? null }
  const step = afterTime(before, expected.entry ?? null, moment)
  expect(step.row).toEqual({ ...before, ...expected.becomes })
  // An unchanged row needn't be saved again.
  expect(step.row === before).toBe(expected.becomes === undefined)
  expect(step.effects).toEqual(expected.effects ?? [])
  if (expected.next !== undefined) expect(step.nextAt).toBe(epoch(expected.next))
  else expect(step.nextAt).toBeGreaterThanOrEqual(never)
})

test('an item is under way until its process finishes or times out', () => {
  expect(isUnderWay(entry('accepted', 0), Date.parse(at(0)) + finishWithinMs - 1)).toBe(true)
  expect(isUnderWay(entry('accepted', 0), Date.parse(at(0)) + finishWithinMs)).toBe(false)
  expect(isUnderWay(entry('confirmed', 0), Date.parse(at(0)))).toBe(false)
  expect(isUnderWay(null, Date.parse(at(0)))).toBe(false)
  expect(countHoldsMs).toBe(15 * 60_000)
})

const newer: Desired = { ...out, state: 'on-sale', tapId: 'newer' }
const sent: StockRow = { ...freshRow('product:P'), desired: out, requested: requestOf(out) }
/**
 * The platform's answer: accepted, and what its process has listed so far; undefined while it is
 * not finished.
 */
const acceptedAnswer = (listedAt?: string | null) => ({
  processId: 'prc',
  finished: listedAt === undefined ? null : { listedAt },
  instead: null,
})
/** The answer of a platform that changes a product at once. */
const done = (hour: number, instead: Reported | null = null) => ({
  processId: null,
  finished: { listedAt: at(hour) },
  instead,
})

type Attempt = [
  what: string,
  state: DeliveryState,
  answer: AcceptedRequest | null,
  becomes: Partial<Requested>,
  effects: StockEffect[],
  /** Whether a newer desired state is sent next. */
  isOver: boolean,
]
test.each<Attempt>([
  ['went back to the queue', 'queued', null, {}, [], true],
  ['has no answer', 'unknown', null, {}, [], true],
  ['was refused', 'refused', null, {}, [], true],
  ['was taken', 'accepted', acceptedAnswer(), { processId: 'prc' }, [], false],
  [
    'was taken, and listed before the answer came',
    'accepted',
    acceptedAnswer(at(2)),
    { processId: 'prc', listedAt: at(2) },
    [{ kind: 'confirmed' }],
    true,
  ],
  [
    'was taken, and finished without being listed',
    'accepted',
    acceptedAnswer(null),
    { processId: 'prc' },
    [{ kind: 'not-finished' }],
    true,
  ],
  ['was done at once', 'confirmed', done(2), { listedAt: at(2) }, [], true],
])('a request that %s', (_what, state, answer, becomes, effects, isOver) => {
  const step = afterAttempt(sent, out, state, answer)
  expect(step.row.requested).toEqual({ ...sent.requested, ...becomes })
  expect(step.effects).toEqual(effects)
  const since = afterAttempt({ ...sent, desired: newer }, out, state, answer)
  expect(since.row.requested).toEqual({ ...sent.requested, ...becomes })
  expect(since.effects).toEqual([...effects, ...(isOver ? [{ kind: 'enqueue' }] : [])])
})

describe('a platform that answers another state than asked', () => {
  const left: Reported = { state: 'counted', left: 3, until: null, listedAt: at(2), at: at(2) }

  test('is believed: its state is shown as set elsewhere, and the item is asked no more', () => {
    const { row, effects } = afterAttempt(sent, out, 'confirmed', done(2, left))
    expect(row).toEqual({ ...sent, reported: left })
    expect(effects).toEqual([])
    const shown = viewOf(row, null, epoch(2), entry('confirmed'))
    expect(shown).toMatchObject({ state: 'counted', left: 3, source: 'elsewhere' })
  })

  test('does not replace what another system set later', () => {
    const later = { ...left, left: 9, listedAt: at(3), at: at(3) }
    const sentRow = { ...sent, reported: later }
    expect(afterAttempt(sentRow, out, 'confirmed', done(2, left)).row.reported).toEqual(later)
  })
})

test('a request that the list shows instead of an answer is confirmed; an unsent one is not', () => {
  const row = { ...sent, requested: listed(out, 2) }
  expect(afterAttempt(row, out, 'unknown', null).effects).toEqual([{ kind: 'confirmed' }])
  expect(afterAttempt(row, out, 'queued', null).effects).toEqual([])
})

test('a marked request shows what its entry says, whatever is desired now', () => {
  const row = { ...freshRow('product:P'), desired: newer }
  expect(afterAttempt(row, out, 'sending', null).row.requested).toEqual(requestOf(out))
})

test.each<[DeliveryState, AcceptedRequest | null, boolean]>([
  ['sending', null, false],
  ['queued', null, true],
  ['unknown', null, true],
  ['refused', null, true],
  ['accepted', acceptedAnswer(), true],
  ['accepted', acceptedAnswer(at(2)), true],
  ['confirmed', done(2), true],
])('an expired request is not sent again: %s', (state, answer, isLetGo) => {
  const row = { ...sent, desired: null }
  const { row: after, effects } = afterAttempt(row, out, state, answer)
  expect(after.requested).toEqual(isLetGo ? null : sent.requested)
  expect(effects).toEqual(isLetGo ? [{ kind: 'over' }] : [])
})

test('a request that expires while it is being sent is remembered until its outcome arrives', () => {
  const row = { ...sent, desired: { ...out, until: at(3) } }
  const step = afterTime(row, entry('sending'), { now: epoch(3), menuReportedAt: null })
  expect(step.row).toEqual({ ...sent, desired: null })
})

test.each<[string, StockEntry | null, StockEffect[]]>([
  ['there is no entry', null, [{ kind: 'enqueue' }]],
  ['an older one is over', entry('refused', 1, 'older'), [{ kind: 'enqueue' }]],
  ['its own has nothing left to send', entry('withdrawn'), [{ kind: 'enqueue' }]],
  ['an older one is on the wire', entry('sending', 1, 'older'), []],
  ['its own waits', entry('queued'), []],
  ['its own waits for a person', entry('refused'), []],
])('what is desired is sent where %s', (_what, own, effects) => {
  const row = { ...freshRow('product:P'), desired: out }
  expect(afterTime(row, own, { now: epoch(3), menuReportedAt: null }).effects).toEqual(effects)
})
