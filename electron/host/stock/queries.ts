import { ok } from '#contract/result.ts'
import type { StockHistoryEntry } from '#contract/stock.ts'
import { proposeIngredients } from '#domain/menu/propose-ingredients.ts'
import { isoNow } from '../clock.ts'
import type { HandlersOf } from '../dispatch.ts'
import { menu } from '../menu/menu.ts'
import type { Context } from '../noun.ts'
import type { StockChanges } from './changes.ts'
import { historyTable } from './history.ts'
import type { StockStore } from './store.ts'
import type { StockWatch } from './watch.ts'

type StockQueries = Pick<
  HandlersOf<'stock'>,
  'stock.board' | 'stock.proposeIngredients' | 'stock.history' | 'stock.historyTable'
>

const day = 24 * 3_600_000

export function stockQueries(
  context: Context,
  store: StockStore,
  changes: StockChanges,
  watch: StockWatch,
  record: OutRecord,
): StockQueries {
  const { clock } = context
  const menus = context.use(menu)
  const ofDays = (days: number) => record.since(new Date(clock.now() - days * day).toISOString())
  const ingredients = () =>
    store.ingredients.all().toSorted((one, other) => one.name.localeCompare(other.name))

  return {
    'stock.board': () =>
      ok({
        revision: changes.revision,
        now: isoNow(clock),
        menu: menus.state,
        groups: menus.items.groups,
        items: menus.items.items,
        states: changes.states(),
        ingredients: ingredients(),
        opening: watch.opening(),
        timeZone: context.timeZone(),
        nextOpening: watch.nextOpening(),
      }),
    'stock.proposeIngredients'() {
      const { items, groups, descriptions, wire } = menus.items
      // An option that belongs to no modifier can't be sold out.
      const texts = items
        .filter(({ key }) => wire.has(key))
        .map(({ key, name }) => ({ key, name, description: descriptions.get(key) ?? '' }))
      const categories = groups.filter(({ kind }) => kind === 'category').map(({ name }) => name)
      const known = ingredients().map(({ name }) => name)
      return ok(proposeIngredients(texts, categories, known))
    },
    'stock.history': ({ days }) => ok(ofDays(days)),
    'stock.historyTable': ({ days }) => ok(historyTable(ofDays(days))),
  }
}

/**
 * Combines what people here sold out with what only the platform reports, so that board, history
 * and figures agree.
 */
export function createSoldOutRecord(
  context: Context,
  { history }: StockStore,
  changes: StockChanges,
) {
  const menus = context.use(menu)

  /** Items that only the platform reports as out; the history has no entries for them. */
  function reported(): StockHistoryEntry[] {
    const noted = history.lastingOut()
    const names = changes.names()
    const states = changes.states().filter(({ key, state }) => state === 'out' && !noted.has(key))
    return states.map(({ key, until, source, setAt, setBy }, nth) => {
      const listedAt = source === 'elsewhere' ? changes.row(key).reported?.listedAt : setAt
      const since = source === 'menu' ? menus.reportOf(key)?.since : listedAt
      return {
        // Negative, because ids in the history count from 1.
        id: -1 - nth,
        key,
        name: names.get(key) ?? key,
        state: 'out',
        left: null,
        until,
        setAt: since === '' ? null : (since ?? null),
        setBy,
        endedAt: null,
        orders: 0,
      }
    })
  }

  return {
    /** Items that were out for any part of the time between two ISO instants. */
    outBetween(from: string, to: string): StockHistoryEntry[] {
      const { readAt } = menus.state
      // If the start is unknown, the item was out when the menu was read, and still is.
      const own = reported().filter(({ setAt }) => (setAt ?? readAt ?? to) < to)
      return [...history.outBetween(from, to), ...own]
    },
    /**
     * Items out or counted at or after an ISO instant, newest first; those with an unknown start
     * come last.
     */
    since(from: string): StockHistoryEntry[] {
      const all = [...history.since(from), ...reported()]
      const began = ({ setAt }: StockHistoryEntry) => (setAt === null ? 0 : Date.parse(setAt))
      return all.toSorted((one, other) => began(other) - began(one))
    },
  }
}
type OutRecord = ReturnType<typeof createSoldOutRecord>
