import type { Reservation } from '#contract/reservations/reservations.ts'
import { fold } from '#contract/shared/fold.ts'
import type { Language } from '#contract/shared/languages.ts'
import type { Status } from '#contract/status/status.ts'
import { timeOfDay } from '../../clock/times.ts'
import { plainDay } from '../../clock/when.ts'
import type { Placeholder } from './message-text.ts'

/** Guests know the brand; a store's own name tells it from its sisters: `Alerce Providencia`. */
export function restaurantName(store: Status['store'] | undefined): string {
  if (store == null) return ''
  const [name, brand] = [fold(store.name), fold(store.brand)]
  if (name.includes(brand)) return store.name
  return brand.includes(name) ? store.brand : `${store.brand} ${store.name}`
}

type Party = Pick<Reservation, 'firstName' | 'lastName' | 'day' | 'startsAt' | 'partySize'>

/** What the placeholders stand for, as people write it in the guest's language. */
export const messageValues = (
  { firstName, lastName, day, startsAt, partySize }: Party,
  minutes: number,
  language: Language,
  store: Status['store'] | undefined,
): Record<Placeholder, string> => ({
  name: firstName.trim() || lastName,
  restaurant: restaurantName(store),
  day: plainDay(day, language, true),
  time: timeOfDay(startsAt, language, store?.timeZone),
  guests: String(partySize),
  minutes: String(minutes),
})
