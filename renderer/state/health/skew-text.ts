import { say } from '../../locales/i18n.ts'
import type { WrongClock } from './skew.ts'

/** How wrong the machine’s clock is, as a sentence; of two that are too far apart, that they are. */
export function clockText({ direction, unit, n, isBeyond }: WrongClock): string {
  const time = say(`clock.${unit}`, { n })
  return isBeyond ? say('clock.clockDifference', { time }) : say(`clock.${direction}`, { time })
}

/** What to do about it, and what holds until then. */
export const clockRemedy = ({ isBeyond }: WrongClock): string =>
  say(isBeyond ? 'clock.clockDifferenceRemedy' : 'clock.remedy')
