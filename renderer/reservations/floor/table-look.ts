import { CalendarClock, Check, Footprints, Hourglass, TriangleAlert, Utensils } from '@lucide/vue'
import type { Component } from 'vue'
import type { TableStatus } from './table-state.ts'

/** The icon of each state. Its colors are in floor-table.css. */
export const statusIcons: Record<TableStatus, Component> = {
  free: Check,
  soon: CalendarClock,
  waits: Footprints,
  seated: Utensils,
  needed: Hourglass,
  overdue: TriangleAlert,
}
