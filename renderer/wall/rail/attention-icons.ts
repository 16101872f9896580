import { Ban, Bike, CalendarClock, Pencil, TriangleAlert } from '@lucide/vue'
import type { AttentionKind } from './attention.ts'

export const attentionIcons: Readonly<Record<AttentionKind, typeof Ban>> = {
  cancelled: Ban,
  changed: Pencil,
  lost: Bike,
  undelivered: Bike,
  waiting: Bike,
  allergy: TriangleAlert,
  party: CalendarClock,
}
