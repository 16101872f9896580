import { describe, expect, test } from 'vitest'
import type { CallFailure } from '#platform/call/failure.ts'
import { afterFailure, afterLoss, maxRepeats } from './policy.ts'

const rules = { repeatable: true }
const first = { attempts: 1, repeats: 0 }
const chance = 0.5

const failure = (
  kind: CallFailure['kind'],
  status: number | null,
  retryAfterMs: number | null = null,
) => ({
  kind,
  status,
  message: 'the platform’s words',
  retryAfterMs,
})

describe('after a first attempt', () => {
  test.each([
    [
      'nothing was sent',
      failure('not-sent', null),
      { state: 'queued', waitMs: 1_000, doubtsToken: false },
    ],
    [
      'too many requests',
      failure('answered', 429),
      { state: 'queued', waitMs: 1_000, doubtsToken: false },
    ],
    ['429 with Retry-After', failure('answered', 429, 7_000), { state: 'queued', waitMs: 7_000 }],
    ['unavailable', failure('answered', 503), { state: 'unknown', waitMs: 3_000 }],
    [
      'unavailable for longer',
      failure('answered', 503, 7_000),
      { state: 'unknown', waitMs: 7_000 },
    ],
    [
      '429 with a Retry-After of almost nothing',
      failure('answered', 429, 1),
      { state: 'queued', waitMs: 1_000 },
    ],
    ['token refused', failure('answered', 401), { state: 'queued', doubtsToken: true }],
    ['rights refused', failure('answered', 403), { state: 'refused', doubtsToken: false }],
    ['a no', failure('answered', 400), { state: 'refused', message: '400 the platform’s words' }],
    ['no such order', failure('answered', 404), { state: 'refused', doubtsToken: false }],
    ['a conflict', failure('answered', 409), { state: 'refused', doubtsToken: false }],
    ['answer lost', failure('lost', null), { state: 'unknown', waitMs: 3_000, doubtsToken: false }],
    ['a broken platform', failure('answered', 500), { state: 'unknown', waitMs: 3_000 }],
    ['a gateway without an answer', failure('answered', 504), { state: 'unknown', waitMs: 3_000 }],
    ['not the platform', failure('unreadable', 200), { state: 'unknown', waitMs: 3_000 }],
    ['a sign-in page', failure('portal', 200), { state: 'unknown', waitMs: 3_000 }],
    ['what we would not send', failure('invalid', null), { state: 'refused', waitMs: 0 }],
  ])('%s', (_name, failed, expected) => {
    expect(afterFailure(first, rules, failed, chance)).toMatchObject(expected)
  })
})

test('a rejected token of the entry’s own rejects the entry only; a missing token pauses everything', () => {
  const own = { repeatable: false, ownAuthorization: true }
  for (const status of [401, 403])
    expect(afterFailure(first, own, failure('answered', status), chance)).toMatchObject({
      state: 'refused',
      doubtsToken: false,
    })
  const none = { ...failure('answered', 401), reason: 'no-token' } as const
  expect(afterFailure(first, own, none, chance)).toMatchObject({
    state: 'queued',
    doubtsToken: true,
  })
})

describe('after a lost answer', () => {
  test('it may have happened: even what was certainly not sent stays unknown', () => {
    const repeated = { attempts: 2, repeats: 1 }
    for (const failed of [
      failure('not-sent', null),
      failure('answered', 503),
      failure('answered', 401),
    ])
      expect(afterFailure(repeated, rules, failed, chance).state).toBe('unknown')
    expect(afterFailure(repeated, rules, failure('answered', 401), chance).doubtsToken).toBe(true)
  })

  test('it is repeated at most five times, with growing pauses', () => {
    const waits = Array.from({ length: maxRepeats }, (_, repeats) => {
      const next = afterLoss({ repeats }, rules, null, chance)
      expect(next.state).toBe('unknown')
      return next.waitMs
    })
    expect(waits).toEqual(waits.toSorted((a, b) => (a ?? 0) - (b ?? 0)))
    const after = afterLoss({ repeats: maxRepeats }, rules, null, chance)
    expect(after).toMatchObject({ state: 'unknown', needsDecision: true })
  })
})

test('an entry that is never accepted is retried forever, at growing intervals, however soon the platform allows it', () => {
  const waits = [1, 2, 3, 4, 5, 50].map(
    (attempts) =>
      afterFailure({ ...first, attempts }, rules, failure('answered', 429, 1_000), chance).waitMs,
  )
  expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 15_000, 15_000])
})
