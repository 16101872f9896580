import { fail, ok, type Result } from '#contract/result.ts'
import type { StockAct, StockKey } from '#contract/stock.ts'
import type { Own, StockRow } from '#domain/stock/row.ts'
import { wishOf } from '#domain/stock/availability.ts'
import { isoNow, type Clock } from '../clock.ts'
import type { StockBook } from './book.ts'
import type { StockDebts } from './debts.ts'
import type { StockHistory } from './history.ts'
import type { Ingredients } from './ingredients.ts'
import type { MenuCache } from './menu-cache.ts'
import { isUnderWay } from './processes.ts'

/** What people at the board do. All within the caller's transaction. */
export interface StockActs {
  set(input: { tapId: string; keys: string[]; act: StockAct; screen: string }): Result<null>
  setIngredient(input: {
    tapId: string
    ingredientId: string
    act: StockAct
    screen: string
  }): Result<null>
  decide(input: { key: string; choice: 'send-again' | 'settle'; screen: string }): Result<null>
  /** Owes what is wanted of an item, unless a change of it is under way: then it is owed after that. */
  owe(row: StockRow): void
}

interface ActsDeps {
  book: StockBook
  menu: MenuCache
  debts: StockDebts
  history: StockHistory
  ingredients: Ingredients
  clock: Clock
  timeZone: () => string
  newId: () => string
}

export function createStockActs(deps: ActsDeps): StockActs {
  const { book, menu, debts, history, ingredients, clock } = deps

  const nameOf = (key: StockKey): string =>
    menu.items.items.find((item) => item.key === key)?.name ?? key

  function owe(row: StockRow): void {
    if (row.own === null || isUnderWay(row, clock.now())) return
    debts.owe(row.key, row.own)
  }

  function change(keys: readonly StockKey[], own: Own): void {
    for (const key of new Set(keys.map(book.keyOf))) {
      const before = book.row(key)
      if (before.own?.tapId === own.tapId) continue
      const row = { ...before, own }
      book.keep(row)
      history.note(key, nameOf(key), own)
      owe(row)
    }
  }

  function act(
    keys: readonly StockKey[],
    { tapId, act, screen }: { tapId: string; act: StockAct; screen: string },
    ingredientId: string | null,
  ): Result<null> {
    const now = { now: clock.now(), timeZone: deps.timeZone(), hours: menu.hours }
    const wish = wishOf(act, now)
    if (!wish.ok) return wish
    const setAt = isoNow(clock)
    change(keys, { ...wish.value, tapId, ingredientId, setAt, setBy: screen })
    return ok(null)
  }

  return {
    owe,
    set: (input) => act(input.keys, input, null),
    setIngredient(input) {
      const ingredient = ingredients.find(input.ingredientId)
      if (ingredient === null) return fail('not-found')
      const isBack = input.act.kind === 'back'
      const keys = ingredient.keys.map(book.keyOf).filter((key) => {
        const { own } = book.row(key)
        const isOff = own !== null && own.state !== 'on-sale'
        // It takes only what is not off already, and brings back only what it took.
        return isBack ? isOff && own.ingredientId === ingredient.id : !isOff
      })
      return act(keys, input, isBack ? null : ingredient.id)
    },
    decide({ key: name, choice }) {
      const row = book.row(book.keyOf(name))
      if (row.own === null) return fail('too-late')
      if (choice === 'send-again') {
        const again = { ...row, own: { ...row.own, tapId: deps.newId() } }
        book.keep(again)
        debts.settle(row.key)
        owe(again)
        return ok(null)
      }
      history.end(row.key, isoNow(clock))
      debts.settle(row.key)
      book.keep({ ...row, own: null, told: null })
      return ok(null)
    },
  }
}
