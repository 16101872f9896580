import { say } from '../../locales/i18n.ts'
import type { WrongClock } from './skew.ts'

/** Says how wrong the machine's clock is; beyond a day, only that the two clocks differ. */
export function clockText({ direction, unit, n, isBeyond }: WrongClock): string {
  const time = say(`clock.${unit}`, { n })
  return isBeyond ? say('clock.clockDifference', { time }) : say(`clock.${direction}`, { time })
}

/** What to do about it, and what applies until then. */
export const clockRemedy = ({ isBeyond }: WrongClock): string =>
  say(isBeyond ? 'clock.clockDifferenceRemedy' : 'clock.remedy')
