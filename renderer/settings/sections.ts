import {
  Cable,
  Calculator,
  CalendarClock,
  Keyboard,
  LayoutGrid,
  Monitor,
  MonitorCog,
  Printer,
  SunMoon,
  Timer,
  Volume2,
} from '@lucide/vue'
import type { Component } from 'vue'
import type { en } from './words/en.ts'

export type SectionId = keyof typeof en.setupSection

/** A part of Setup; its id is its address. */
export interface Section {
  id: SectionId
  icon: Component
  /** Where it is, for one that is a page of its own. */
  to?: string
}

/** The sections in their order. */
export const sections: readonly Section[] = [
  { id: 'this-screen', icon: Monitor },
  { id: 'look', icon: SunMoon },
  { id: 'wall', icon: LayoutGrid },
  { id: 'sounds', icon: Volume2 },
  { id: 'kitchen-times', icon: Timer },
  { id: 'reservations', icon: CalendarClock },
  { id: 'close-out', icon: Calculator },
  { id: 'printers', icon: Printer },
  { id: 'screens', icon: MonitorCog },
  { id: 'keys', icon: Keyboard },
  { id: 'connection', icon: Cable, to: '/connection' },
]
