import type { RouteLocationRaw } from 'vue-router'
import type { PendingDecision } from '#contract/deliveries/delivery.ts'

/** A direct action, or a question about these entries. */
export type AlertAction =
  | { label: string; run: () => unknown; entries?: never }
  | { label: string; entries: readonly [PendingDecision, ...PendingDecision[]]; run?: never }

/**
 * Something that needs attention. `bad` and `warn` show in every room until they are resolved; a
 * `note` shows only in the list and on the wall.
 */
export interface Alert {
  id: string
  tone: 'bad' | 'warn' | 'note'
  /**
   * It stops orders from arriving or our changes from being sent, so it is named beside any more
   * urgent alert.
   */
  isCutting?: true
  /** It concerns the counter: on a kitchen screen it comes after all kitchen alerts. */
  isFront?: true
  title: string
  text: string
  /** The platform's own error text, shown only behind "Details". */
  details?: string
  actions: readonly AlertAction[]
  /** A tap on the wall's row opens the first action's dialog instead of the list. */
  isDirect?: boolean
  /** Where to see more; null if there is nothing more to see. */
  jump: { label: string; to: RouteLocationRaw } | null
}

const order = { bad: 0, warn: 1, note: 2 }

/**
 * Most urgent first; equally urgent ones keep their order. `kitchenFirst` puts all kitchen alerts
 * before the counter's, regardless of urgency.
 */
export const byPressure = (alerts: readonly Alert[], kitchenFirst: boolean): Alert[] => {
  const place = ({ tone, isFront }: Alert) => order[tone] + (kitchenFirst && isFront ? 3 : 0)
  return alerts.toSorted((one, other) => place(one) - place(other))
}

/**
 * The bold text of the alert row: the title of `first`, and of everything else that cuts the
 * kitchen off.
 */
export const titlesOf = (first: Alert, alerts: readonly Alert[]): string =>
  [first, ...alerts.filter((alert) => alert !== first && alert.isCutting)]
    .map(({ title }) => title)
    .join(' · ')
