import { ok } from '#contract/result.ts'
import type { StockBoard } from '#contract/stock.ts'
import { proposeIngredients } from '#domain/menu/propose-ingredients.ts'
import { isoNow, type Clock } from '../clock.ts'
import type { HandlersOf } from '../dispatch.ts'
import type { StockChanges, StockMenu } from './changes.ts'
import { historyTable } from './history.ts'
import type { Ingredients } from './ingredients.ts'
import type { OutRecord } from './reported-out.ts'

/** What screens ask about the board. */
export type StockQueries = Pick<
  HandlersOf<'stock'>,
  'stock.board' | 'stock.proposeIngredients' | 'stock.history' | 'stock.historyTable'
>

interface QueriesDeps {
  changes: StockChanges
  menu: StockMenu & { readonly state: StockBoard['menu'] }
  outRecord: OutRecord
  ingredients: Ingredients
  clock: Clock
  timeZone: () => string
  opening(): StockBoard['opening']
  nextOpening(): string | null
}

const day = 24 * 3_600_000

export function createStockQueries(deps: QueriesDeps): StockQueries {
  const { changes, menu, outRecord, ingredients, clock } = deps
  const since = (days: number): string => new Date(clock.now() - days * day).toISOString()
  return {
    'stock.board': () =>
      ok({
        revision: changes.revision,
        now: isoNow(clock),
        menu: menu.state,
        groups: menu.items.groups,
        items: menu.items.items,
        states: changes.states(),
        ingredients: ingredients.list(),
        opening: deps.opening(),
        timeZone: deps.timeZone(),
        nextOpening: deps.nextOpening(),
      }),
    'stock.proposeIngredients'() {
      const { items, groups, descriptions, wire } = menu.items
      // An option that no modifier has cannot be sold out.
      const texts = items
        .filter(({ key }) => wire.has(key))
        .map(({ key, name }) => ({ key, name, description: descriptions.get(key) ?? '' }))
      const categories = groups.filter(({ kind }) => kind === 'category').map(({ name }) => name)
      const known = ingredients.list().map(({ name }) => name)
      return ok(proposeIngredients(texts, categories, known))
    },
    'stock.history': ({ days }) => ok(outRecord.since(since(days))),
    'stock.historyTable': ({ days }) => ok(historyTable(outRecord.since(since(days)))),
  }
}
