import { expect, test } from 'vitest'
import { follow, type StockOutcome } from './outcome.ts'
import { freshRow, requestOf, type Desired, type Requested, type StockRow } from './row.ts'

const then = '2026-11-21T12:00:00.000Z'
const now = '2026-11-21T12:01:00.000Z'

const desired: Desired = {
  state: 'out',
  left: null,
  until: null,
  tapId: 'tap',
  ingredientId: null,
  setAt: then,
  setBy: 'Grill',
}
const newer: Desired = { ...desired, state: 'on-sale', tapId: 'newer' }
const sending: StockRow = {
  ...freshRow('product:P'),
  desired,
  requested: requestOf(desired, 'sending', then),
}
const finished = (listedAt: string | null): StockOutcome => ({
  kind: 'accepted',
  processId: 'prc',
  finished: { listedAt },
})

test.each<[string, StockOutcome, Partial<Requested>]>([
  [
    'went back to the queue',
    { kind: 'queued', words: '429 busy' },
    { stage: 'queued', words: '429 busy' },
  ],
  ['has no answer yet', { kind: 'unknown', words: 'cut' }, { stage: 'sending', words: 'cut' }],
  [
    'was refused',
    { kind: 'refused', words: 'no such dish' },
    { stage: 'refused', words: 'no such dish' },
  ],
  ['never had an answer', { kind: 'unconfirmed', words: null }, { stage: 'unconfirmed' }],
  [
    'was taken',
    { kind: 'accepted', processId: 'prc', finished: null },
    { stage: 'accepted', processId: 'prc' },
  ],
  [
    'was taken, and listed before the answer came',
    finished('2026-11-21T12:00:30.000Z'),
    { stage: 'confirmed', processId: 'prc', listedAt: '2026-11-21T12:00:30.000Z' },
  ],
  [
    'was taken, and finished without being listed',
    finished(null),
    { stage: 'unconfirmed', processId: 'prc' },
  ],
])('a request that %s', (_what, outcome, becomes) => {
  const step = follow(sending, desired, outcome, now)
  expect(step.row.requested).toEqual({ ...sending.requested, at: now, ...becomes })
  expect(step.effects).toEqual([])
})

test('a request that is marked says what its entry says, whatever is wanted by now', () => {
  const row = { ...freshRow('product:P'), desired: newer }
  expect(follow(row, desired, { kind: 'sending' }, now).row.requested).toEqual(
    requestOf(desired, 'sending', now),
  )
})

test.each<[string, StockOutcome, boolean]>([
  ['went back to the queue', { kind: 'queued', words: null }, true],
  ['was refused', { kind: 'refused', words: null }, true],
  ['never had an answer', { kind: 'unconfirmed', words: null }, true],
  ['was listed', finished(then), true],
  ['has no answer yet', { kind: 'unknown', words: null }, true],
  ['is with the platform', { kind: 'accepted', processId: 'prc', finished: null }, false],
])('where something newer is wanted and the request %s', (_what, outcome, enqueues) => {
  const { effects } = follow({ ...sending, desired: newer }, desired, outcome, now)
  expect(effects).toEqual(enqueues ? [{ kind: 'enqueue' }] : [])
})

test('what a newer count has become while it was on the wire says nothing of it', () => {
  const count: Desired = { ...desired, state: 'counted', left: 4, tapId: 'newer' }
  const row = { ...sending, desired: count, requested: requestOf(count, 'ask-again', then) }
  const { requested } = follow(row, desired, finished(then), now).row
  expect(requested).toMatchObject({ tapId: 'tap', state: 'out', stage: 'confirmed' })
})

test.each<[StockOutcome, boolean]>([
  [{ kind: 'sending' }, false],
  [{ kind: 'queued', words: null }, true],
  [{ kind: 'unknown', words: null }, true],
  [{ kind: 'refused', words: 'no' }, true],
  [finished(then), true],
])('of what was over on the wire nothing goes again: %o', (outcome, isLetGo) => {
  const row = { ...sending, desired: null }
  const { row: after, effects } = follow(row, desired, outcome, now)
  expect(after.requested).toEqual(isLetGo ? null : sending.requested)
  expect(effects).toEqual(isLetGo ? [{ kind: 'withdraw' }] : [])
})

test('what a person let go of meanwhile stays let go of', () => {
  const row = { ...sending, desired: null, requested: null }
  expect(follow(row, desired, { kind: 'sending' }, now).row).toBe(row)
  expect(follow(row, desired, { kind: 'refused', words: 'no' }, now).row).toBe(row)
})
