import type { Component, ComputedRef, InjectionKey } from 'vue'
import type { RouteLocationRaw } from 'vue-router'
import type { KeyArea } from '#contract/connection/key-access.ts'
import type { DeliveryKind, PendingDecision } from '#contract/deliveries/delivery.ts'
import type { Role } from '#contract/shared/caller.ts'
import type { Preferences } from '#contract/settings/settings.ts'
import type { KeyRow } from '../dialog/key-row.ts'

export interface RoomBadge {
  count: number
  tone: 'bad' | 'quiet'
  /** The same as text, for screen readers. */
  label: string
}

/** How an alert about entries of a kind leads to their room. */
export interface DeliveryAlert {
  /** Default: `warn`. */
  tone?: 'bad'
  /** A person reviews it in its room, where all its details are shown, and not in the list. */
  isLookedAt?: true
  /** Where to see one entry, and where to see many; default for many: where to see the first. */
  one(entry: PendingDecision): RouteLocationRaw
  all?: RouteLocationRaw
}

/** The areas of the navigation. Each has a picture and a name in app/navigation/areas.ts. */
export type AreaId = 'kitchen' | 'front' | 'store' | 'reports' | 'settings'

/** A room: who may see it, and how to reach it. */
export interface Room {
  path: string
  roles: readonly Role[]
  /**
   * The name in the navigation. Its texts are in `entry/messages`, because the room's other messages
   * load with its view.
   */
  name: () => string
  view: Component | (() => Promise<unknown>)
  /** The room draws the alerts in its slot `alerts`. Other rooms have a line below them. */
  placesAlerts?: true
  area: AreaId
  /** Its help page: a file in `docs/`, without `.md`. */
  help: string
  /** What an access key has to allow for it; absent if it needs nothing. */
  keyArea?: KeyArea
  /** What is sent from here. The texts of each kind are in the room's `deliveries/messages`. */
  deliveries?: { readonly [Kind in DeliveryKind]?: DeliveryAlert }
  /** It isn't in the navigation: other rooms lead to it. */
  isLinkedOnly?: true
  /** In the navigation of a role that has only one area, and in the search. */
  icon?: Component
  useBadge?: () => ComputedRef<RoomBadge | null>
  /** The keyboard map of the room, with the keys that this screen has learned. */
  keys?: (learned: Preferences['wallKeys']) => Promise<readonly KeyRow[]>
}

/** The address without what is open in the room. */
export const addressOf = ({ path }: Room): string => path.replace(/\/:.*/, '')

/** All rooms, provided by the app. */
export const roomsKey: InjectionKey<readonly Room[]> = Symbol('rooms')

/** What this screen's role is at the moment, provided by the app. */
export const roleKey: InjectionKey<() => Role> = Symbol('role')
