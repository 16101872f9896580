import type { StockKey } from '../stock/stock.ts'

export const stationColors = ['red', 'orange', 'amber', 'green', 'teal', 'blue', 'violet'] as const
export type StationColor = (typeof stationColors)[number]

/** What a station makes, as a picture. */
export const stationIcons = [
  'flame',
  'pan',
  'salad',
  'pizza',
  'sandwich',
  'fish',
  'soup',
  'cup',
  'cake',
  'coffee',
  'package',
  'chef',
] as const
export type StationIcon = (typeof stationIcons)[number]

/**
 * The station for everything that no rule gives to another. It always exists, so that no dish is
 * nowhere; its name is empty until somebody names it.
 */
export const restStation = 'rest'

/** A place in the kitchen that makes a part of the orders. */
export interface Station {
  id: string
  name: string
  color: StationColor
  icon: StationIcon
}

/** In this order they are tried, and the first match counts: the most special one first. */
export const ruleKinds = ['metadata', 'product', 'option-group', 'category'] as const
export type RuleKind = (typeof ruleKinds)[number]

/**
 * Who makes what: the stations of a category, of an option group, of a product, or of what the
 * platform itself calls a station. `key` is the id of a category or option group, the key of a
 * product on the 86 board, or the platform's word.
 */
export interface StationRule {
  by: RuleKind
  key: string
  /** Never empty. */
  stations: string[]
}

/** Stands in place of stations for a screen that shows whole tickets as they are put together. */
export const expo = 'expo'

export interface Stations {
  /** In the order of the kitchen; everything else is the last. */
  stations: Station[]
  /** What the screen that asks shows; empty for the whole kitchen. Expo is never in it. */
  own: string[]
  /** The screen that asks is at expo. */
  isExpo: boolean
  /** Some screen is at expo. */
  hasExpo: boolean
  /**
   * What each screen shows, by its id; screens that show the whole kitchen are absent. Null for
   * anybody but a manager.
   */
  screens: Record<string, string[]> | null
}

/** How to hand over the dishes of a category. */
export interface CategoryCare {
  /** The id of the category. */
  key: string
  /** How long they may wait once they are done; null for any time. */
  waitMinutes: number | null
  /** What to put with them; empty for nothing. */
  packing: string
  /** Which course of a meal they are, from 1 on; null for no course. */
  course: number | null
}

/** A meal has at most so many courses. */
export const maxCourses = 5

/** How many minutes somebody says that a product takes; this wins over the learned time. */
export interface ProductTime {
  /** The product's key on the 86 board. */
  key: StockKey
  minutes: number
}

/** How long a product of the menu takes at its station. */
export interface LearnedTime {
  key: StockKey
  name: string
  /** Its first category; null for a product without one. */
  group: string | null
  /** The usual time of its last dishes; null while there are too few. */
  learnedSeconds: number | null
  /** How many dishes that is learned from, or would be. */
  count: number
  /** What somebody set instead; null for the learned time. */
  minutes: number | null
}

/** A category or option group of the menu. */
export interface StationGroup {
  id: string
  kind: 'category' | 'option-group'
  name: string
}

/** A product of the menu, and who makes it. */
export interface PlannedProduct {
  key: StockKey
  name: string
  /** Its first category; null for a product without one. */
  group: string | null
  /** Never empty. */
  stations: string[]
  /** Which kind of rule decided it; null if none did. */
  by: RuleKind | null
}

/** The stations of every product of the menu. */
export interface StationPlan {
  rules: StationRule[]
  /** The categories that somebody said something about. */
  care: CategoryCare[]
  groups: StationGroup[]
  products: PlannedProduct[]
  /** What the menu's products call their stations, each once, if no station has that name. */
  platformStations: string[]
}

/** What a proposed station is called is up to the page, in its language. */
export const proposedKinds = [
  'grill',
  'fryer',
  'pizza',
  'cold',
  'sushi',
  'bar',
  'coffee',
  'desserts',
] as const
export type ProposedKind = (typeof proposedKinds)[number]

/** A station that the categories of the menu suggest. */
export interface ProposedStation {
  kind: ProposedKind
  color: StationColor
  icon: StationIcon
  categories: { id: string; name: string; products: number }[]
}

export const maxStations = 20
/** Of a store. */
export const maxRules = 2_000
/** Of a store. */
export const maxTimes = 10_000
