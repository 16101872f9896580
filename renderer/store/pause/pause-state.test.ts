import { expect, test } from 'vitest'
import type { Delivery } from '#contract/deliveries/delivery.ts'
import type { Pause } from '#contract/store-hours/store-hours.ts'
import { pauseState, type PauseState } from './pause-state.ts'

const delivery = (state: Delivery['state'], choices?: Delivery['choices']): Delivery => ({
  state,
  since: '2026-11-25T18:00:00.000Z',
  ...(choices && { choices }),
})
const undecided = ['retry', 'mark-done', 'dismiss'] as const
const later = '2026-11-25T19:00:00.000Z'

test.for<[string, Pick<Pause, 'until' | 'delivery'>, PauseState, PauseState]>([
  ['confirmed', { until: later, delivery: delivery('confirmed') }, 'paused', 'paused'],
  ['made elsewhere', { until: later, delivery: null }, 'paused', 'paused'],
  ['waiting', { until: later, delivery: delivery('queued') }, 'pausing', 'not-sent'],
  ['being sent', { until: later, delivery: delivery('sending') }, 'pausing', 'not-confirmed'],
  [
    'without an answer',
    { until: later, delivery: delivery('unknown') },
    'pausing',
    'not-confirmed',
  ],
  [
    'rejected',
    { until: later, delivery: delivery('refused', undecided) },
    'pause-failed',
    'pause-failed',
  ],
  [
    'without an answer for good',
    { until: later, delivery: delivery('unknown', undecided) },
    'pause-failed',
    'pause-failed',
  ],
  ['opening', { until: null, delivery: delivery('sending') }, 'opening', 'not-open-yet'],
  ['opening, waiting', { until: null, delivery: delivery('queued') }, 'opening', 'not-open-yet'],
  [
    'opening, rejected',
    { until: null, delivery: delivery('refused', undecided) },
    'open-failed',
    'open-failed',
  ],
])('a pause that is %s: at first, and when it takes long', ([, some, soon, late]) => {
  const pause = { screen: '', ...some }
  expect(pauseState(pause, false)).toBe(soon)
  expect(pauseState(pause, true)).toBe(late)
})
