import { z } from 'zod'
import { answers, answersManager, defineContract, event, id, none } from './operation.ts'
import type { StockKey } from './stock.ts'

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

export interface Stations {
  /** In the order of the kitchen; everything else is the last. */
  stations: Station[]
  /** What the screen that asks shows; empty for the whole kitchen. */
  own: string[]
  /**
   * What each screen shows, by its id; screens that show the whole kitchen are absent. Null for
   * anybody but a manager.
   */
  screens: Record<string, string[]> | null
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

/** Who makes what of the whole menu. */
export interface StationPlan {
  rules: StationRule[]
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

export const mostStations = 20
const mostRules = 2_000
const stationIds = z.array(id).max(mostStations + 1)
const name = z.string().trim().max(30)
const fields = {
  name: name.min(1),
  color: z.enum(stationColors),
  icon: z.enum(stationIcons),
}
const ruleKey = z.string().min(1).max(320)

/** What is stored of a store's stations. */
export const storedStationsSchema = z.object({
  stations: z
    .array(z.object({ id, name, color: fields.color, icon: fields.icon }))
    .max(mostStations + 1),
  rules: z
    .array(z.object({ by: z.enum(ruleKinds), key: ruleKey, stations: stationIds.min(1) }))
    .max(mostRules),
})

const saveStationInput = z.strictObject({
  /** Null creates a new one. */
  id: id.nullable(),
  ...fields,
})
const setRulesInput = z.strictObject({
  by: z.enum(ruleKinds),
  keys: z.array(ruleKey).min(1).max(500),
  /** Empty removes the rules. */
  stations: stationIds,
})
const acceptInput = z.strictObject({
  stations: z
    .array(z.strictObject({ ...fields, categories: z.array(ruleKey).max(500) }))
    .min(1)
    .max(proposedKinds.length),
})

export const stationsContract = defineContract({
  name: 'stations',
  operations: {
    'stations.read': answers<Stations>()(none),
    'stations.plan': answers<StationPlan>()(none),
    /** Stations that the menu's categories suggest; none of those that exist already. */
    'stations.propose': answersManager<ProposedStation[]>()(none),
    /** Adds proposed stations together. */
    'stations.accept': answersManager<null>()(acceptInput),
    /** */
    'stations.save': answersManager<Station>()(saveStationInput),
    /** Its dishes go by the next rule, and open ones to everything else. */
    'stations.remove': answersManager<null>()(z.strictObject({ stationId: id })),
    /** The order in which stations are listed; unknown ids are ignored, missing ones stay last. */
    'stations.sort': answersManager<null>()(z.strictObject({ stations: stationIds })),
    /** Says who makes some things. */
    'stations.setRules': answersManager<null>()(setRulesInput),
    /** What the calling screen shows; empty for the whole kitchen. */
    'stations.show': answers<null>()(z.strictObject({ stations: stationIds })),
    /** The same for another screen. */
    'stations.assign': answersManager<null>()(
      z.strictObject({ screenId: id, stations: stationIds }),
    ),
  },
  events: {
    /** A station, a rule or what a screen shows has changed. */
    'stations.changed': event(),
  },
})
