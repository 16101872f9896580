import type { Component } from 'vue'
import type { SectionId } from './sections.ts'
import type { en } from './words/en.ts'

export type SettingId = keyof typeof en.settingName

/** Something that is set in Setup. What it is called, and by which other words it is found, stands under its id in the words. */
export interface Setting {
  id: SettingId
  section: SectionId
  /** Whom it is for; null where nothing is changed. */
  scope: 'restaurant' | 'screen' | null
  field: Component
  /** It shows what the others of its section do, and stays beside them. */
  staysInSight?: true
  /** False while there is nothing to set; read in a render. */
  isShown?: () => boolean
}
