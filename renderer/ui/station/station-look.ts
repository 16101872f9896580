import type { Component } from 'vue'
import {
  CakeSlice,
  ChefHat,
  Coffee,
  CookingPot,
  CupSoda,
  Fish,
  Flame,
  Package,
  Pizza,
  Salad,
  Sandwich,
  Soup,
} from '@lucide/vue'
import type { StationColor, StationIcon } from '#contract/stations/station.ts'

export const stationPictures: Readonly<Record<StationIcon, Component>> = {
  flame: Flame,
  pan: CookingPot,
  salad: Salad,
  pizza: Pizza,
  sandwich: Sandwich,
  fish: Fish,
  soup: Soup,
  cup: CupSoda,
  cake: CakeSlice,
  coffee: Coffee,
  package: Package,
  chef: ChefHat,
}

const tokenOf: Readonly<Record<StationColor, string>> = {
  red: 'red',
  orange: 'orange',
  amber: 'amber',
  green: 'good',
  teal: 'teal',
  blue: 'accent',
  violet: 'violet',
}

/** A station's color and the color of what is drawn on it, as values of CSS. */
export const stationFace = (color: StationColor): { background: string; color: string } => ({
  background: `var(--${tokenOf[color]})`,
  color: `var(--${tokenOf[color]}-ink)`,
})
