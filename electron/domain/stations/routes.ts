import {
  restStation,
  type RuleKind,
  type Station,
  type StationRule,
  type CategoryCare,
} from '#contract/stations/station.ts'
import type { StockKey } from '#contract/stock/stock.ts'
import type { TicketItem } from '#contract/tickets/ticket.ts'
import { searchTerms } from '../text/search-terms.ts'

/** What decides where a dish is made. */
export type RoutedItem = Pick<TicketItem, 'stockKey' | 'modifiers' | 'depth'> & {
  /** What the order calls its station; null if it names none. */
  platformStation: string | null
}

interface Match {
  stations: readonly string[]
  by: RuleKind
}

/** Names of stations are compared without case, accents and punctuation; a picture as it is. */
const folded = (name: string): string => searchTerms(name).join(' ') || name.trim()

/** The modifier in the key of an option (`option:<modifier>/<option>`). */
const optionGroupOf = (key: StockKey): string =>
  key.slice(key.indexOf(':') + 1, key.lastIndexOf('/'))

/** What the menu says about a product. */
export interface RoutingMenu {
  /** Its categories; empty for an unknown product. */
  categoriesOf(key: StockKey): readonly string[]
  /** What the platform calls its station; null if it names none. */
  stationOf(key: StockKey): string | null
  /** The course that the platform gives it; null if it gives none. */
  courseOf(key: StockKey): number | null
}

interface StationPlan {
  stations: readonly Station[]
  rules: readonly StationRule[]
  care?: readonly CategoryCare[]
}

/** Finds the stations of dishes by the rules of a store. */
export class Routes {
  /** The kitchen has stations besides everything else. */
  readonly isUsed: boolean
  readonly #menu: RoutingMenu
  readonly #ids: ReadonlySet<string>
  readonly #byName: ReadonlyMap<string, string>
  /** The stations of each rule that has some, by its kind and key. */
  readonly #byRule: ReadonlyMap<string, readonly string[]>
  readonly #careByCategory: ReadonlyMap<string, CategoryCare>

  constructor({ stations, rules, care = [] }: StationPlan, menu: RoutingMenu) {
    this.isUsed = stations.some(({ id }) => id !== restStation)
    this.#menu = menu
    const ids = new Set([...stations.map(({ id }) => id), restStation])
    this.#ids = ids
    this.#byName = new Map(stations.map(({ id, name }) => [folded(name), id]))
    this.#byRule = new Map(
      rules.flatMap((rule) => {
        const left = rule.stations.filter((id) => ids.has(id))
        return left.length === 0 ? [] : [[ruleName(rule), left]]
      }),
    )
    this.#careByCategory = new Map(care.map((each) => [each.key, each]))
  }

  has(stationId: string): boolean {
    return this.#ids.has(stationId)
  }

  /** Whether a station or a rule has the platform's word for a station. */
  knows(platformStation: string): boolean {
    return this.#byPlatform(platformStation) !== undefined
  }

  /** What the store says about handing over a product, by its categories. */
  careOf(key: StockKey): readonly CategoryCare[] {
    return this.#menu
      .categoriesOf(key)
      .flatMap((category) => this.#careByCategory.get(category) ?? [])
  }

  /** The course of a product by the platform's menu and by its categories; null for none. */
  courseOf(key: StockKey): number | null {
    return (
      this.#menu.courseOf(key) ??
      this.careOf(key).find(({ course }) => course !== null)?.course ??
      null
    )
  }

  /** The stations of one product of the menu, and which kind of rule decided. */
  ofProduct(item: RoutedItem): { stations: string[]; by: RuleKind | null } {
    const match = this.#match(item)
    return { stations: [...(match?.stations ?? [restStation])], by: match?.by ?? null }
  }

  /** The stations of each item, never empty. */
  of(items: readonly RoutedItem[]): string[][] {
    if (!this.isUsed) return items.map(() => [restStation])
    const own: (readonly string[])[] = []
    /** The index of the combo around the next item, by level. */
    const around: number[] = []
    const inside = new Map<number, Set<string>>()
    for (const [at, item] of items.entries()) {
      const depth = item.depth ?? 0
      const combo = depth > 0 ? around[depth - 1] : undefined
      // What no rule knows is made where its combo is made.
      const inherited = combo === undefined ? undefined : own[combo]
      const stations = this.#match(item)?.stations ?? inherited ?? [restStation]
      own.push(stations)
      around.length = depth
      around[depth] = at
      // A combo within a combo is itself where its dishes are.
      if ((items[at + 1]?.depth ?? 0) > depth) continue
      for (const outer of around.slice(0, depth)) addStations(inside, outer, stations)
    }
    // A combo is where its dishes are.
    return own.map((stations, at) => [...(inside.get(at) ?? stations)])
  }

  /** The first rule that matches, in the order of `ruleKinds`; null if none does. */
  #match({ stockKey, modifiers, platformStation }: RoutedItem): Match | null {
    const word = platformStation ?? (stockKey === null ? null : this.#menu.stationOf(stockKey))
    const named = word === null ? undefined : this.#byPlatform(word)
    if (named !== undefined) return { stations: named, by: 'metadata' }
    const groups = modifiers.flatMap(({ options }) =>
      options.flatMap((option) => (option.stockKey === null ? [] : optionGroupOf(option.stockKey))),
    )
    return (
      this.#firstOf('product', stockKey === null ? [] : [stockKey]) ??
      this.#firstOf('option-group', groups) ??
      this.#firstOf('category', stockKey === null ? [] : this.#menu.categoriesOf(stockKey))
    )
  }

  #byPlatform(word: string): readonly string[] | undefined {
    const own = this.#byName.get(folded(word))
    return (
      this.#byRule.get(ruleName({ by: 'metadata', key: word })) ??
      (own === undefined ? undefined : [own])
    )
  }

  #firstOf(by: RuleKind, keys: readonly string[]): Match | null {
    for (const key of keys) {
      const stations = this.#byRule.get(ruleName({ by, key }))
      if (stations !== undefined) return { stations, by }
    }
    return null
  }
}

const ruleName = ({ by, key }: Pick<StationRule, 'by' | 'key'>): string =>
  `${by} ${by === 'metadata' ? folded(key) : key}`

function addStations(
  inside: Map<number, Set<string>>,
  combo: number | undefined,
  stations: readonly string[],
): void {
  if (combo === undefined) return
  const all = inside.get(combo) ?? new Set<string>()
  for (const id of stations) all.add(id)
  inside.set(combo, all)
}

/** A kitchen without stations. */
export const noStations = new Routes(
  { stations: [], rules: [] },
  { categoriesOf: () => [], stationOf: () => null, courseOf: () => null },
)
