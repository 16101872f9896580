import { duration } from '../../clock/times.ts'
import type { PauseState } from './pause-state.ts'
import { say } from '../messages.ts'

/** How long a pause still lasts. */
export function timeLeftText(until: string, now: number): string {
  const minutes = Math.ceil((Date.parse(until) - now) / 60_000)
  if (minutes <= 0) return say('pausing.over')
  if (minutes < 60) return say('pausing.minutesLeft', { n: minutes })
  return say('pausing.timeLeft', { time: duration(minutes * 60) })
}

/** The state of a pause, and what it means for orders. `until` is the written end. */
export function pauseTexts(state: PauseState, until: string): { title: string; text: string } {
  const mayArrive = say('pausing.mayArrive')
  const mayStayPaused = say('pausing.mayStayPaused')
  const texts: Record<PauseState, { title: string; text: string }> = {
    paused: { title: say('pausing.pausedUntil', { time: until }), text: '' },
    pausing: { title: say('pausing.pausingNow'), text: '' },
    'not-sent': { title: say('pausing.notSent'), text: mayArrive },
    'not-confirmed': { title: say('pausing.notConfirmed'), text: mayArrive },
    'pause-failed': { title: say('pausing.failed'), text: mayArrive },
    opening: { title: say('pausing.opening'), text: '' },
    'not-open-yet': { title: say('pausing.notOpenYet'), text: mayStayPaused },
    'open-failed': { title: say('pausing.openFailed'), text: mayStayPaused },
  }
  return texts[state]
}
