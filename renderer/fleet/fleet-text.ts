import { onBeforeUnmount, readonly, shallowRef } from 'vue'
import { decimalsOf } from '#contract/shared/currency.ts'
import type { FleetStatus } from '#contract/relay/fleet.ts'
import { eachSecond, hostNow } from '../clock/host-clock.ts'
import { age } from '../clock/times.ts'
import { shortWhen } from '../clock/when.ts'
import { language } from '../locales/i18n.ts'
import { numberText } from '../locales/number.ts'
import { say } from './messages.ts'

/** The time, which moves on every second while the component is mounted. */
export function useNow() {
  const now = shallowRef(hostNow())
  onBeforeUnmount(eachSecond((at) => (now.value = at)))
  return readonly(now)
}

/** How long something has lasted, in minutes at least, so that a table of them is calm. */
export function spanText(from: number, now: number): string {
  const { unit, n } = age(from, now)
  return say(`fleetAge.${unit}`, { n })
}

/** How long ago something was; a dash for never. */
export const agoText = (at: number | null, now: number): string =>
  at === null ? '–' : spanText(at, now)

/** Minutes, as hours and minutes from an hour on. */
export function minutesText(minutes: number): string {
  if (minutes < 60) return say('fleetAge.minutes', { n: minutes })
  const rest = minutes % 60
  const hours = say('fleetAge.hours', { n: Math.floor(minutes / 60) })
  return rest === 0 ? hours : `${hours} ${say('fleetAge.minutes', { n: rest })}`
}

let zone: string | undefined
/** Asking for it is slow, so only once and not at the start. */
const ownZone = (): string => (zone ??= new Intl.DateTimeFormat().resolvedOptions().timeZone)

/** An instant in the time zone of this computer: `14:30`, `Mon 12:00` or `5 Apr, 12:00`. */
export const whenText = (at: number, now: number): string =>
  shortWhen(at, now, language(), ownZone())

/** Every language here writes these units alike. */
export function diskText(megabytes: number | null): string {
  if (megabytes === null) return '–'
  return megabytes < 1000 ? `${numberText(megabytes)} MB` : `${numberText(megabytes / 1000, 1)} GB`
}

/** The day's sales in whole units with their currency: several countries may be in one chain. */
export function salesText(sales: FleetStatus['salesToday']): string {
  if (sales === null) return '–'
  const whole = Math.round(sales.amount / 10 ** decimalsOf(sales.currency))
  return `${sales.currency} ${numberText(whole)}`
}
