import type { RouteLocationRaw } from 'vue-router'

/** What a person can do about an alert, on the spot. */
export interface AlertAction {
  words: string
  run: () => unknown
  /** Asked before it is done, where it is done to many. */
  confirm?: { title: string; text: string }
}

/**
 * Something that needs somebody. `bad` and `warn` stand on every room until they are dealt with; a `note` waits in the list.
 */
export interface Alert {
  id: string
  tone: 'bad' | 'warn' | 'note'
  title: string
  text: string
  actions: readonly AlertAction[]
  /** Where the thing itself is; null where there is nothing more to see. */
  jump: { words: string; to: RouteLocationRaw } | null
}

const order = { bad: 0, warn: 1, note: 2 }

/** The most pressing first; those that press alike as they came. */
export const byPressure = (alerts: readonly Alert[]): Alert[] =>
  alerts.toSorted((one, other) => order[one.tone] - order[other.tone])
