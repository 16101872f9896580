import { z } from 'zod'
import { answers, answersManager, defineContract, event, id, none } from '../shared/operation.ts'
import {
  maxCourses,
  maxRules,
  maxStations,
  maxTimes,
  proposedKinds,
  ruleKinds,
  stationColors,
  stationIcons,
  type LearnedTime,
  type ProposedStation,
  type Station,
  type StationPlan,
  type Stations,
} from './station.ts'

/** What a screen shows; empty for the whole kitchen, `expo` alone for expo. */
export const stationIds = z.array(id).max(maxStations + 1)
const name = z.string().trim().max(30)
const fields = {
  name: name.min(1),
  color: z.enum(stationColors),
  icon: z.enum(stationIcons),
}
const ruleKey = z.string().min(1).max(320)

const minutes = z.int().min(1).max(240)
export const courseNumber = z.int().min(1).max(maxCourses)

const careSchema = z.object({
  key: ruleKey,
  waitMinutes: minutes.nullable(),
  packing: z.string().trim().max(60),
  course: courseNumber.nullable().default(null),
})

/** What is stored of a store's stations. */
export const storedStationsSchema = z.object({
  stations: z
    .array(z.object({ id, name, color: fields.color, icon: fields.icon }))
    .max(maxStations + 1),
  rules: z
    .array(z.object({ by: z.enum(ruleKinds), key: ruleKey, stations: stationIds.min(1) }))
    .max(maxRules),
  care: z.array(careSchema).max(maxRules).default([]),
  times: z
    .array(z.object({ key: ruleKey, minutes }))
    .max(maxTimes)
    .default([]),
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
    'stations.get': answers<Stations>()(none),
    'stations.plan': answers<StationPlan>()(none),
    /** Stations that the menu's categories suggest. Categories with a rule are left out. */
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
    /** Says how to hand over the dishes of a category. */
    'stations.setCare': answersManager<null>()(z.strictObject(careSchema.shape)),
    /** How long each product of the menu takes. */
    'stations.times': answers<LearnedTime[]>()(none),
    /** Sets how long a product takes; null goes back to the learned time. */
    'stations.setTime': answersManager<null>()(
      z.strictObject({ key: ruleKey, minutes: minutes.nullable() }),
    ),
    /** What the calling screen shows. */
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
