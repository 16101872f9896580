import { z } from 'zod'
import type { Delivery } from '#contract/deliveries/delivery.ts'
import type { Pause, PauseLength } from '#contract/store-hours/store-hours.ts'

export const desiredPause = z.object({
  tapId: z.string(),
  /** When orders start again, ISO; null to open now. */
  until: z.string().nullable(),
  askedAt: z.string(),
  screen: z.string(),
})
export type DesiredPause = z.infer<typeof desiredPause>

const minuteMs = 60_000

/** When a pause of this length ends, in epoch milliseconds. */
export function pauseEnd(length: PauseLength, now: number, endOfToday: number): number {
  switch (length.kind) {
    case 'minutes':
      return now + length.minutes * minuteMs
    case 'end-of-today':
      return endOfToday
    case 'until':
      return Date.parse(length.until)
  }
}

const isFuture = (until: string | null, now: number): until is string =>
  until !== null && Date.parse(until) > now

/**
 * The pause at `now` (epoch milliseconds). `reported` is the platform's closure in its last answer,
 * ISO; it counts once our own request is settled.
 */
export function pauseAt(
  desired: DesiredPause | null,
  delivery: Delivery | null,
  reported: string | null,
  now: number,
): Pause | null {
  const isSettled =
    delivery === null || delivery.state === 'confirmed' || delivery.state === 'withdrawn'
  if (desired !== null && !isSettled) {
    const { until, screen } = desired
    return until === null || isFuture(until, now) ? { until, screen, delivery } : null
  }
  if (!isFuture(reported, now)) return null
  const isOurs = desired !== null && desired.until !== null && delivery?.state === 'confirmed'
  return {
    until: reported,
    screen: isOurs ? desired.screen : '',
    delivery: isOurs ? delivery : null,
  }
}
