import type { RouteLocationRaw } from 'vue-router'
import type { PendingDecision } from '#contract/deliveries/delivery.ts'

/** What a person can do about an alert, on the spot; or what is asked about these entries before it is done. */
export type AlertAction =
  | { label: string; run: () => unknown; entries?: never }
  | { label: string; entries: readonly [PendingDecision, ...PendingDecision[]]; run?: never }

/**
 * Something that needs somebody. `bad` and `warn` stand on every room until they are dealt with; a `note` waits in the list,
 * and on the wall.
 */
export interface Alert {
  id: string
  tone: 'bad' | 'warn' | 'note'
  /** It keeps orders from coming in, or our word from going out: it is named beside whatever comes first. */
  isCutting?: true
  /** It is the counter's: on a cook's screen it comes after all that is the kitchen's. */
  isFront?: true
  title: string
  text: string
  actions: readonly AlertAction[]
  /** Where the thing itself is; null where there is nothing more to see. */
  jump: { label: string; to: RouteLocationRaw } | null
}

const order = { bad: 0, warn: 1, note: 2 }

/**
 * The most pressing first; those that press alike as they came. `kitchenFirst` puts what is the kitchen's before what is the
 * counter's, whatever presses more.
 */
export const byPressure = (alerts: readonly Alert[], kitchenFirst: boolean): Alert[] => {
  const place = ({ tone, isFront }: Alert) => order[tone] + (kitchenFirst && isFront ? 3 : 0)
  return alerts.toSorted((one, other) => place(one) - place(other))
}

/** What the line says of `first` in bold: its own title, and what else cuts the kitchen off. */
export const titlesOf = (first: Alert, alerts: readonly Alert[]): string =>
  [first, ...alerts.filter((alert) => alert !== first && alert.isCutting)]
    .map(({ title }) => title)
    .join(' · ')
