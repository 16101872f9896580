import type { Component, ComputedRef, InjectionKey } from 'vue'
import type { Role } from '#contract/caller.ts'
import type { Preferences } from '#contract/settings/settings.ts'
import type { Language } from '#contract/languages.ts'
import type { KeyRow } from '../dialog/key-row.ts'

/** What stands on a room's entry in the navigation: how many of what. */
export interface RoomBadge {
  count: number
  tone: 'bad' | 'quiet'
  /** The same in words, for who does not see it. */
  label: string
}

/** A place of the app, as its feature brings it. Who sees it, and how it is reached. */
export interface Room {
  path: string
  roles: readonly Role[]
  /** As the navigation calls it; here and not among the feature's words, which come with its view. */
  name: Readonly<Record<Language, string>>
  view: Component | (() => Promise<unknown>)
  /** It draws the alerts itself, in its slot `alerts`; below other rooms they have a line. */
  placesAlerts?: true
  /** Rooms of one area lead to each other at their heads (AreaLinks.vue). */
  area?: 'shift'
  /** The page of the help about it: a file of `docs/`, without `.md`. */
  help: string
  /** Its picture in the navigation; null for a room that other rooms lead to. */
  icon: Component | null
  useBadge?: () => ComputedRef<RoomBadge | null>
  /** What each key does there, as this screen has learned them. */
  keys?: (learned: Preferences['wallKeys']) => Promise<readonly KeyRow[]>
}

/** All rooms, for what lists them; given by the app. */
export const roomsKey: InjectionKey<readonly Room[]> = Symbol('rooms')
