import { CirclePause, Hourglass, OctagonAlert } from '@lucide/vue'
import type { PauseState } from './pause-state.ts'

/** The icon and tone of a state. What may let orders in is loud. */
export const pauseStyles = {
  paused: { icon: CirclePause, tone: 'warn', loud: false },
  pausing: { icon: Hourglass, tone: 'warn', loud: false },
  'not-sent': { icon: OctagonAlert, tone: 'bad', loud: true },
  'not-confirmed': { icon: OctagonAlert, tone: 'bad', loud: true },
  'pause-failed': { icon: OctagonAlert, tone: 'bad', loud: true },
  opening: { icon: Hourglass, tone: 'news', loud: false },
  'not-open-yet': { icon: OctagonAlert, tone: 'warn', loud: true },
  'open-failed': { icon: OctagonAlert, tone: 'bad', loud: true },
} as const satisfies Record<PauseState, unknown>
