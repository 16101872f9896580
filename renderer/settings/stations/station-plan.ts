import type { PlannedProduct, StationGroup, StationPlan } from '#contract/stations/station.ts'
import { fold } from '#contract/shared/fold.ts'

/** A category with its products; `group` is null for the products without one. */
export interface PlannedCategory {
  group: StationGroup | null
  products: readonly PlannedProduct[]
}

/** A menu may have thousands of each; the search finds the others. */
export const maxRows = 100

export const categoriesIn = ({ groups }: StationPlan): StationGroup[] =>
  groups.filter(({ kind }) => kind === 'category')

export const optionGroupsIn = ({ groups }: StationPlan): StationGroup[] =>
  groups.filter(({ kind }) => kind === 'option-group')

/** The categories of the menu in its order, and at the end the products without one. */
export function plannedCategories(plan: StationPlan): PlannedCategory[] {
  const categories = categoriesIn(plan)
  const byGroup = new Map<string | null, PlannedProduct[]>([
    ...categories.map(({ id }): [string, PlannedProduct[]] => [id, []]),
    [null, []],
  ])
  for (const product of plan.products)
    (byGroup.get(product.group) ?? byGroup.get(null))?.push(product)
  const without = byGroup.get(null) ?? []
  return [
    ...categories.map((group) => ({ group, products: byGroup.get(group.id) ?? [] })),
    ...(without.length === 0 ? [] : [{ group: null, products: without }]),
  ]
}

/** The platform's words for stations: those without a station here, and those that have a rule. */
export const platformWords = ({ rules, platformStations }: StationPlan): string[] => [
  ...new Set([
    ...platformStations,
    ...rules.flatMap(({ by, key }) => (by === 'metadata' ? [key] : [])),
  ]),
]

/** Finds the rows whose name contains a text, without case and accents. */
export function createFinder<Row extends { name: string }>(rows: readonly Row[]) {
  const names = rows.map(({ name }) => fold(name))
  return (search: string): readonly Row[] => {
    const text = fold(search)
    return text === '' ? rows : rows.filter((_, nth) => names[nth]?.includes(text))
  }
}
