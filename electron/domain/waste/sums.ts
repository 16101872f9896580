import type {
  WasteDay,
  WasteFilter,
  WasteIncident,
  WastePage,
  WasteSum,
} from '#contract/waste/waste.ts'
import { addExact, noAmount, readWire, rounded, type Exact } from '#domain/money/money.ts'

interface WireIncident {
  _id: string
  code?: string | null | undefined
  voidedAt?: string | null | undefined
  ingredients?:
    | {
        ingredientId?: string | null | undefined
        name?: string | null | undefined
        unitOfMeasurement?: string | null | undefined
        quantity?: number | null | undefined
      }[]
    | null
    | undefined
}

/** Quantities are added in millionths, so that a tenth and two tenths are exactly three tenths. */
const decimals = 6
const scale = 10 ** decimals
const quantityOf = (millionths: Exact): number => rounded(millionths) / scale

/** An incident at the instant `at`. If its voiding cannot be read, its quantities are in no sum. */
export const readIncident = (
  wire: WireIncident,
  at: string,
  unread: readonly string[],
): WasteIncident => ({
  id: wire._id,
  code: wire.code ?? null,
  at,
  voidedAt: wire.voidedAt ?? null,
  ingredients: (wire.ingredients ?? []).map(
    ({ ingredientId, name, unitOfMeasurement, quantity }) => {
      const unit = unitOfMeasurement ?? null
      const id = ingredientId ?? name ?? ''
      return {
        key: `${id.slice(0, 200)}|${(unit ?? '').slice(0, 40)}`,
        name: name ?? id,
        unit,
        quantity: unread.includes('voidedAt') ? null : (quantity ?? null),
      }
    },
  ),
})

export const passes =
  ({ ingredient, voided }: WasteFilter) =>
  ({ ingredients, voidedAt }: WasteIncident): boolean =>
    (ingredient === null || ingredients.some(({ key }) => key === ingredient)) &&
    (voided === null || voided === (voidedAt !== null))

const byIncidents = (one: WasteSum, other: WasteSum): number =>
  other.incidents - one.incidents || one.name.localeCompare(other.name)

/** Sums waste by ingredient and unit. Voided incidents do not count. */
export function sumIngredients(
  incidents: readonly WasteIncident[],
): Pick<WastePage, 'ingredients' | 'unsummed'> {
  const sums = new Map<string, WasteSum & { millionths: Exact }>()
  let unsummed = 0
  for (const { voidedAt, ingredients } of incidents) {
    if (voidedAt !== null) continue
    const here = new Set<string>()
    for (const { key, name, unit, quantity } of ingredients) {
      const before = sums.get(key)
      const sum = before ?? { key, name, unit, quantity: 0, incidents: 0, millionths: noAmount() }
      if (before === undefined) sums.set(key, sum)
      if (!here.has(key)) sum.incidents += 1
      here.add(key)
      const read = readWire(quantity, decimals)
      if (read === null) unsummed += 1
      else addExact(sum.millionths, read)
    }
  }
  return {
    ingredients: [...sums.values()]
      .map(({ millionths, ...sum }) => ({ ...sum, quantity: quantityOf(millionths) }))
      .toSorted(byIncidents),
    unsummed,
  }
}

/** Sums waste by day; `dayOf` gives the store's day of an instant. */
export function sumDays(
  incidents: readonly WasteIncident[],
  ingredient: string | null,
  days: readonly string[],
  dayOf: (at: string) => string,
): WasteDay[] {
  const sums = new Map(days.map((day) => [day, { incidents: 0, millionths: noAmount() }]))
  for (const { at, voidedAt, ingredients } of incidents) {
    const sum = sums.get(dayOf(at))
    if (voidedAt !== null || sum === undefined) continue
    sum.incidents += 1
    for (const { key, quantity } of ingredients)
      if (key === ingredient) addExact(sum.millionths, readWire(quantity, decimals) ?? noAmount())
  }
  return [...sums].map(([day, sum]) => ({
    day,
    incidents: sum.incidents,
    quantity: quantityOf(sum.millionths),
  }))
}
