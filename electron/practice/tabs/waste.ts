import tillFile from '../../../resources/practice/till.json' with { type: 'json' }
import type { Random } from '../random.ts'
import { wallDay, wallInstant } from '../wall-clock.ts'

/** Every field of a waste incident; date-times are ISO 8601 in UTC. */
export interface WireWasteIncident {
  _id: string
  storeId: string
  code: string
  date: string
  voidedAt: string | null
  ingredients: {
    ingredientId: string
    name: string
    unitOfMeasurement: string
    /** In that unit. */
    quantity: number
  }[]
}

interface Waste {
  storeId: string
  timeZone: string
  count: number
  /** Epoch milliseconds; nothing is later. */
  now: number
}

const minute = 60_000
/** The days over which the incidents are spread. */
const days = 30

/** One to three different ingredients. */
function spoilt(random: Random): WireWasteIncident['ingredients'] {
  const count = random.weighted([
    [1, 60],
    [2, 28],
    [3, 12],
  ])
  const chosen = new Set<(typeof tillFile.ingredients)[number]>()
  while (chosen.size < count) chosen.add(random.pick(tillFile.ingredients))
  return [...chosen].map(({ _id, name, unit, step, max }) => ({
    ingredientId: _id,
    name,
    unitOfMeasurement: unit,
    quantity: random.between(1, max) * step,
  }))
}

/**
 * Waste of the last thirty days, oldest first: between ten in the morning and eleven at night, one
 * in ten voided.
 */
export function wasteIncidents(
  { storeId, timeZone, count, now }: Waste,
  random: Random,
): WireWasteIncident[] {
  const today = wallDay(now, timeZone)
  const dates = Array.from({ length: count }, () => {
    const back = random.between(1, days)
    const at = random.between(10 * 60, 23 * 60)
    const late = wallInstant({ ...today, day: today.day - back + 1 }, at, timeZone)
    return late <= now ? late : wallInstant({ ...today, day: today.day - back }, at, timeZone)
  }).sort((one, other) => one - other)
  const firstVoided = random.between(0, 9)
  return dates.map((date, index) => ({
    _id: `tws-${random.id(14)}`,
    storeId,
    code: `M-${String(211 + index).padStart(5, '0')}`,
    date: new Date(date).toISOString(),
    voidedAt:
      index % 10 === firstVoided
        ? new Date(Math.min(now, date + random.between(3, 50) * minute)).toISOString()
        : null,
    ingredients: spoilt(random),
  }))
}
