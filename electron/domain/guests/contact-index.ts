import { isSameGuest, type ContactKeys } from './guest.ts'

/** Enough to tell numbers apart, and the same with or without a country code. */
const lastDigits = (phone: string): string => phone.slice(-8)

/** Finds values by the contacts of a guest without comparing each with each. */
export class ContactIndex<Value> {
  readonly #entries = new Map<string, { keys: ContactKeys; value: Value }[]>()

  add(keys: ContactKeys, value: Value): void {
    for (const name of this.#namesOf(keys)) this.#entry(name).push({ keys, value })
  }

  /** Each once, in the order in which they were added for a contact. */
  find(keys: ContactKeys): Value[] {
    const matching = this.#namesOf(keys).flatMap((name) => this.#entries.get(name) ?? [])
    const same = matching.filter((entry) => isSameGuest(entry.keys, keys))
    return [...new Set(same.map(({ value }) => value))]
  }

  #entry(name: string): { keys: ContactKeys; value: Value }[] {
    const entries = this.#entries.get(name) ?? []
    this.#entries.set(name, entries)
    return entries
  }

  #namesOf({ userId, phone, email }: ContactKeys): string[] {
    return [
      userId === '' ? [] : [`id ${userId}`],
      phone === '' ? [] : [`phone ${lastDigits(phone)}`],
      email === '' ? [] : [`email ${email}`],
    ].flat()
  }
}
