import { needsDecision } from '#contract/deliveries/delivery.ts'
import type { Pause, PauseLength } from '#contract/store-hours/store-hours.ts'

/** A length to confirm, or the question for a time. */
export type AskedLength = Exclude<PauseLength, { kind: 'until' }> | 'ask'

/**
 * - `paused`: the platform takes no orders.
 * - `pausing`, `opening`: it is being asked, and will answer in a moment.
 * - `not-sent`, `not-confirmed`: the pause waits for the platform for some time.
 * - `not-open-yet`: the same for opening again.
 * - `pause-failed`, `open-failed`: a person has to decide.
 */
export type PauseState =
  | 'paused'
  | 'pausing'
  | 'not-sent'
  | 'not-confirmed'
  | 'pause-failed'
  | 'opening'
  | 'not-open-yet'
  | 'open-failed'

/** Whether the platform has not answered to a pause or to its end. */
export const isUnanswered = ({ delivery }: Pause): boolean =>
  delivery !== null && delivery.state !== 'confirmed' && !needsDecision(delivery)

/** `isLate`: an answer takes longer than usual. */
export function pauseState(pause: Pause, isLate: boolean): PauseState {
  const { until, delivery } = pause
  const isOpening = until === null
  if (delivery !== null && needsDecision(delivery))
    return isOpening ? 'open-failed' : 'pause-failed'
  if (!isUnanswered(pause)) return isOpening ? 'opening' : 'paused'
  if (!isLate) return isOpening ? 'opening' : 'pausing'
  if (isOpening) return 'not-open-yet'
  return delivery?.state === 'queued' ? 'not-sent' : 'not-confirmed'
}
