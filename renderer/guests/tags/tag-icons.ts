import { Accessibility, Crown, Heart, PanelsTopLeft, TriangleAlert } from '@lucide/vue'
import type { Component } from 'vue'
import type { GuestTag } from '#contract/guests/fields.ts'

export const tagIcons: Readonly<Record<GuestTag, Component>> = {
  vip: Crown,
  regular: Heart,
  window: PanelsTopLeft,
  wheelchair: Accessibility,
  allergy: TriangleAlert,
}
