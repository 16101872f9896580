import { age } from '../clock/times.ts'
import { say } from './i18n.ts'

/** How long ago an instant was: `5 min ago`. */
export function ageText(since: string | number, now: number): string {
  const { unit, n } = age(typeof since === 'string' ? Date.parse(since) : since, now)
  return say(`age.${unit}`, { n })
}
