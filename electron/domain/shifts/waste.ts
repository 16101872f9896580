import type { z } from 'zod'
import type { WasteSum } from '#contract/shifts/shifts.ts'
import type { wasteIncidentSchema } from '#platform/tabs.ts'
import { addExact, noAmount, readWire, rounded, type Exact } from '#domain/money/money.ts'

export type WireWaste = z.infer<typeof wasteIncidentSchema>

/** Quantities are added in whole millionths, so that a tenth and two tenths are exactly three tenths. */
const decimals = 6

/** Sums waste by ingredient and unit, sorted by name. Voided incidents do not count. */
export function sumWaste(incidents: Iterable<WireWaste>): WasteSum[] {
  const sums = new Map<string, WasteSum & { millionths: Exact }>()
  for (const { voidedAt, ingredients } of incidents) {
    if (voidedAt != null) continue
    for (const each of ingredients ?? []) {
      const ingredientId = each.ingredientId ?? null
      const name = each.name ?? ''
      const unit = each.unitOfMeasurement ?? ''
      const key = JSON.stringify([ingredientId ?? name, unit])
      const none = { ingredientId, name, unit, quantity: 0, millionths: noAmount() }
      const sum = sums.get(key) ?? none
      addExact(sum.millionths, readWire(each.quantity, decimals) ?? noAmount())
      sums.set(key, sum)
    }
  }
  return [...sums.values()]
    .map(({ millionths, ...sum }) => ({ ...sum, quantity: rounded(millionths) / 10 ** decimals }))
    .toSorted((a, b) => a.name.localeCompare(b.name) || a.unit.localeCompare(b.unit))
}
