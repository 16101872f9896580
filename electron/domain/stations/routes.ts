import {
  restStation,
  type RuleKind,
  type Station,
  type StationRule,
  type CategoryCare,
} from '#contract/stations/station.ts'
import type { StockKey } from '#contract/stock.ts'
import type { TicketItem } from '#contract/tickets/ticket.ts'
import { careBy, type CareOf } from './expo.ts'
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

/** Finds the stations of dishes by the rules of a store. */
export interface Routes {
  /** The kitchen has stations besides everything else. */
  readonly isUsed: boolean
  has(stationId: string): boolean
  /** The stations of each item, never empty. */
  of(items: readonly RoutedItem[]): string[][]
  /** The same for one product of the menu, and which kind of rule decided. */
  ofProduct(item: RoutedItem): { stations: string[]; by: RuleKind | null }
  /** What the store says about handing over a product. */
  readonly careOf: CareOf
  /** The course of a product by the platform's menu and by its categories; null for none. */
  courseOf(key: StockKey): number | null
  /** Whether a station or a rule has the platform's word for a station. */
  knows(platformStation: string): boolean
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

/** The rules of a store, ready to be asked. */
export function createRoutes(
  {
    stations,
    rules,
    care = [],
  }: {
    stations: readonly Station[]
    rules: readonly StationRule[]
    care?: readonly CategoryCare[]
  },
  { categoriesOf, stationOf, courseOf }: RoutingMenu,
): Routes {
  const known = new Set([...stations.map(({ id }) => id), restStation])
  const byName = new Map(stations.map(({ id, name }) => [folded(name), id]))
  const byKind = new Map<string, readonly string[]>(
    rules.flatMap(({ by, key, stations: ids }) => {
      const left = ids.filter((each) => known.has(each))
      return left.length === 0 ? [] : [[`${by} ${by === 'metadata' ? folded(key) : key}`, left]]
    }),
  )
  const isUsed = stations.some(({ id }) => id !== restStation)

  function byPlatform(word: string): readonly string[] | undefined {
    const own = byName.get(folded(word))
    return byKind.get(`metadata ${folded(word)}`) ?? (own === undefined ? undefined : [own])
  }

  const firstOf = (by: RuleKind, keys: readonly string[]): Match | null => {
    const key = keys.find((each) => byKind.has(`${by} ${each}`))
    const found = key === undefined ? undefined : byKind.get(`${by} ${key}`)
    return found === undefined ? null : { stations: found, by }
  }

  /** The first rule that matches, in the order of `ruleKinds`; null if none does. */
  function match({ stockKey, modifiers, platformStation }: RoutedItem): Match | null {
    const word = platformStation ?? (stockKey === null ? null : stationOf(stockKey))
    const named = word === null ? undefined : byPlatform(word)
    if (named !== undefined) return { stations: named, by: 'metadata' }
    const groups = modifiers.flatMap(({ options }) =>
      options.flatMap((option) => (option.stockKey === null ? [] : optionGroupOf(option.stockKey))),
    )
    return (
      firstOf('product', stockKey === null ? [] : [stockKey]) ??
      firstOf('option-group', groups) ??
      firstOf('category', stockKey === null ? [] : categoriesOf(stockKey))
    )
  }

  const careOf = careBy(care, categoriesOf)

  return {
    isUsed,
    careOf,
    courseOf: (key) =>
      courseOf(key) ?? careOf(key).find(({ course }) => course !== null)?.course ?? null,
    has: (stationId) => known.has(stationId),
    knows: (word) => byPlatform(word) !== undefined,
    ofProduct(item) {
      const found = match(item)
      return { stations: [...(found?.stations ?? [restStation])], by: found?.by ?? null }
    },
    of(items) {
      if (!isUsed) return items.map(() => [restStation])
      const own: (readonly string[])[] = []
      /** The index of the combo around the next item, by level. */
      const around: number[] = []
      const inside = new Map<number, Set<string>>()
      for (const [at, item] of items.entries()) {
        const depth = item.depth ?? 0
        const combo = depth > 0 ? around[depth - 1] : undefined
        // What no rule knows is made where its combo is made.
        const inherited = combo === undefined ? undefined : own[combo]
        own.push(match(item)?.stations ?? inherited ?? [restStation])
        around.length = depth
        around[depth] = at
        // A combo within a combo is itself where its dishes are.
        if ((items[at + 1]?.depth ?? 0) > depth) continue
        for (let level = depth - 1; level >= 0; level -= 1) {
          const outer = around[level]
          if (outer === undefined) continue
          const all = inside.get(outer) ?? new Set<string>()
          for (const id of own[at] ?? []) all.add(id)
          inside.set(outer, all)
        }
      }
      // A combo is where its dishes are.
      return own.map((stations, at) => [...(inside.get(at) ?? stations)])
    },
  }
}

/** A kitchen without stations. */
export const noStations = createRoutes(
  { stations: [], rules: [] },
  { categoriesOf: () => [], stationOf: () => null, courseOf: () => null },
)
