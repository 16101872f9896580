import type { HostEvent } from '#contract/operations.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import type { ProductDetail, StockKey } from '#contract/stock.ts'
import type { Wanted } from '#domain/orders/items.ts'
import { keyAmong, sameNames, type KeyOf } from '#domain/menu/stock-key.ts'
import type { Connection } from '#platform/connection.ts'
import { createDialect } from '#platform/dialect.ts'
import { errorCode, type CallResult } from '#platform/failure.ts'
import { listMenus, readProduct } from '#platform/menus.ts'
import { readPicture, type Picture } from '#platform/picture.ts'
import type { StockProcess } from '#platform/stock.ts'
import { isoNow, type Clock } from '../clock.ts'
import type { Database } from '../db/open.ts'
import type { Handlers } from '../dispatch.ts'
import type { Log } from '../log.ts'
import type { Debt } from '../outbox/policy.ts'
import type { OutboxStore } from '../outbox/store.ts'
import { createStockActs } from './acts.ts'
import { createStockBook } from './book.ts'
import { createCountDown } from './count-down.ts'
import { createStockDebts } from './debts.ts'
import { createFollow } from './follow.ts'
import { createStockHistory } from './history.ts'
import { createHoursWatch } from './hours-watch.ts'
import { createIngredients } from './ingredients.ts'
import { createMenuCache } from './menu-cache.ts'
import { createPictures } from './pictures.ts'
import { createStockProcesses, finishWithinMs } from './processes.ts'
import { tellStock, type Change } from './request.ts'
import { createStockStore } from './store.ts'

interface StockDeps {
  db: Database
  outbox: OutboxStore
  clock: Clock
  log: Log
  chance: () => number
  newId: () => string
  connection: Connection | null
  storeId: string | null
  timeZone: () => string
  memory: { read(): unknown; write(value: unknown): void }
  tell(event: HostEvent): void
  /** Something may be owed now. */
  onOwed(): void
  /** The menu gives things other keys than before. */
  onRenamed(): void
}

/** The noun of the 86 board: what is sold out, and the platform's word for it. */
export interface Stock {
  readonly handlers: Pick<Handlers, Extract<keyof Handlers, `stock.${string}`>>
  /** The key of what the platform names, by the menu as last read. */
  readonly keyOf: KeyOf
  /** Within the outbox's transaction: an item follows its debt. */
  follow(debt: Debt, answer: unknown): void
  /** Sends what the debts are about in one request. */
  send(connection: Connection, debts: readonly Debt[]): Promise<CallResult<unknown>[]>
  /** What the menu shows of an item; null where there is nothing. */
  picture(key: StockKey): Promise<Picture | null>
  /** Within the reader's transaction. */
  hearProcess(process: StockProcess, date: string, at: string): void
  /** Within the reader's transaction: a new order wants these. */
  hearOrder(wanted: readonly Wanted[], createdAt: string): void
  /** After a commit: tells the screens what changed. */
  tellChanges(): void
  /** Does what time has made due, also where no timer noticed: the machine slept, or its clock was set. */
  catchUp(): void
  start(): void
  close(): void
}

const day = 24 * 3_600_000
const processesKeptMs = day
const historyKeptMs = 90 * day

/** A person let go of it while it was owed. */
const nothingToTell = { ok: true, value: null, answeredAt: null } as const

export function createStock(deps: StockDeps): Stock {
  const { db, clock, connection, newId } = deps
  const storeId = deps.storeId ?? ''
  const store = createStockStore(db)
  const menu = createMenuCache({
    ...deps,
    storeId,
    dialect: connection?.dialect ?? createDialect(),
    list: connection === null ? null : () => listMenus(connection),
    onRead() {
      deps.tell({ type: 'stock.replaced' })
      watch.look()
      if (sameNames(named, menu.items.keys)) return
      named = menu.items.keys
      deps.onRenamed()
    },
  })
  let named = menu.items.keys
  const keyOf: KeyOf = (names) => keyAmong(menu.items.keys, names)
  const book = createStockBook(store, menu, clock)
  const debts = createStockDebts(deps.outbox, clock, newId)
  const history = createStockHistory(db)
  const ingredients = createIngredients(db, newId)
  const acts = createStockActs({ ...deps, book, menu, debts, history, ingredients })
  const processes = createStockProcesses({ book, store, debts, storeId, keyOf, owe: acts.owe })
  const follow = createFollow({ book, acts, processes, clock })
  const countDown = createCountDown(book, history)
  const pictures = createPictures(db, clock, (url) =>
    connection === null ? Promise.resolve(null) : readPicture(connection, url),
  )

  function tellChanges(): void {
    const change = book.take()
    if (change === null) return
    deps.tell({ type: 'stock.changed', now: isoNow(clock), ...change })
  }

  function transact<T>(work: () => T): T {
    const result = db.transact(work)
    tellChanges()
    deps.onOwed()
    return result
  }

  const watch = createHoursWatch({
    ...deps,
    book,
    menu,
    debts,
    history,
    acts,
    transact,
    onOpening: () => deps.tell({ type: 'stock.replaced' }),
    forget(now) {
      store.forgetProcesses(new Date(now - processesKeptMs).toISOString())
      history.forget(new Date(now - historyKeptMs).toISOString())
    },
  })

  /** Runs an act, and looks when the next thing is due. */
  function acting(work: () => Result<null>): Result<null> {
    const result = transact(work)
    watch.look()
    return result
  }

  const since = (days: number): string => new Date(clock.now() - days * day).toISOString()

  async function product(key: StockKey): Promise<Result<ProductDetail>> {
    const name = menu.items.wire.get(book.keyOf(key))
    if (name?.type !== 'product') return fail('not-found')
    if (connection === null) return fail('unauthorised')
    const found = await readProduct(connection, { params: { productId: name.productId } })
    if (!found.ok) return fail(errorCode(found.failure), found.failure.words)
    const { value } = found
    return ok({
      name: value.name ?? name.productId,
      description: value.description ?? null,
      menus: (value.menus ?? []).map((each) => ({
        id: each.externalId ?? each.menuId ?? '',
        price: each.price ?? null,
        available: each.available ?? null,
      })),
    })
  }

  return {
    keyOf,
    follow(debt, answer) {
      follow(debt, answer)
      if (debt.state === 'done') watch.lookWithin(finishWithinMs)
    },
    async send(to, owed) {
      const changes = owed.flatMap(({ subject }): Change[] => {
        const { own, told } = book.row(subject)
        return own === null || told === null ? [] : [{ key: subject, wish: told }]
      })
      if (changes.length === 0) return owed.map(() => nothingToTell)
      const results = await tellStock(to, storeId, changes, (key) => menu.items.wire.get(key))
      return owed.map(
        ({ subject }) => results[changes.findIndex(({ key }) => key === subject)] ?? nothingToTell,
      )
    },
    async picture(key) {
      const url = menu.items.pictures.get(book.keyOf(key))
      return url === undefined ? null : pictures.read(url)
    },
    hearProcess(process, date, at) {
      processes.hear(process, date, at)
      // What it lists may be over sooner than anything that was planned for.
      watch.lookWithin(0)
    },
    hearOrder: countDown,
    tellChanges,
    catchUp: watch.catchUp,
    start() {
      menu.start()
      watch.look()
    },
    close() {
      menu.close()
      watch.close()
    },
    handlers: {
      'stock.board': () =>
        ok({
          revision: book.revision,
          now: isoNow(clock),
          menu: menu.state,
          groups: menu.items.groups,
          items: menu.items.items,
          states: book.states(),
          ingredients: ingredients.list(),
          opening: watch.opening(),
          timeZone: deps.timeZone(),
          nextOpening: watch.nextOpening(),
        }),
      'stock.set': (input) => acting(() => acts.set(input)),
      'stock.setIngredient': (input) => acting(() => acts.setIngredient(input)),
      'stock.decide': (input) => acting(() => acts.decide(input)),
      'stock.readMenu'() {
        menu.wake()
        return ok(null)
      },
      'stock.product': ({ key }) => product(key),
      'stock.answerOpening'() {
        watch.answer()
        return ok(null)
      },
      'stock.saveIngredient'(input) {
        const saved = ingredients.save({ ...input, keys: input.keys.map(book.keyOf) })
        if (saved.ok) deps.tell({ type: 'stock.replaced' })
        return saved
      },
      'stock.removeIngredient'({ ingredientId }) {
        const removed = ingredients.remove(ingredientId)
        if (removed.ok) deps.tell({ type: 'stock.replaced' })
        return removed
      },
      'stock.history': ({ days }) => ok(history.since(since(days))),
      'stock.historyTable': ({ days }) => ok(history.tableSince(since(days))),
    },
  }
}
