import { say } from '../../locales/i18n.ts'
import type { WrongClock } from './skew.ts'

/** How wrong the machine's clock is, as a sentence. */
export const clockWords = ({ direction, unit, n }: WrongClock): string =>
  say(`clock.${direction}`, { time: say(`clock.${unit}`, { n }) })
