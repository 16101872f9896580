import { ok, type Result } from '#contract/result.ts'
import { stockContract, type StockBoard } from '#contract/stock.ts'
import type { StoreHours } from '#domain/menu/store-hours.ts'
import type { MenuNames } from '#domain/menu/stock-key.ts'
import { wantedOf } from '#domain/orders/items.ts'
import type { AgreedTime } from '../agreed-time.ts'
import type { Clock } from '../clock.ts'
import type { Database } from '../db/open.ts'
import type { Values } from '../db/values.ts'
import type { Log } from '../log.ts'
import { menu } from '../menu/menu.ts'
import { defineNoun, type HeardOrder, type HeardProcess } from '../noun.ts'
import type { Outbox } from '../outbox/outbox.ts'
import { createStockChanges, type StockMenu } from './changes.ts'
import { createStockCommands } from './commands.ts'
import { createCountDown } from './count-down.ts'
import { createStockEvents } from './events.ts'
import { createStockHistory } from './history.ts'
import { createIngredients } from './ingredients.ts'
import { stockRules } from './outbox.ts'
import { createStockQueries } from './queries.ts'
import { createOutRecord, type OutRecord } from './reported-out.ts'
import { createRowTime } from './row-time.ts'
import { createStockSteps } from './steps.ts'
import { createStockStore } from './store.ts'
import { createStockWatch } from './watch.ts'

interface StockDeps {
  db: Database
  log: Log
  values: Values
  outbox: Outbox
  clock: Clock
  agreed: AgreedTime
  newId: () => string
  /** Work of many transactions. */
  gradually<Value>(work: () => Promise<Value>): Promise<Value>
  storeId: string | null
  /** Whether an id is one of the store's. */
  isOurs(storeId: string): boolean
  timeZone: () => string
  /** The menu as last read; `read` reads it anew. */
  menu: StockMenu &
    MenuNames & {
      readonly state: StockBoard['menu']
      readonly hours: StoreHours | null
      read(): void
    }
}

/** What other nouns ask of the 86 board. */
interface Stock {
  /** What was off between two ISO instants. */
  readonly outBetween: OutRecord['outBetween']
  /** The names of what is sold out now. */
  soldOut(): string[]
}

const day = 24 * 3_600_000
const processesKeptMs = day

function createStock(deps: StockDeps) {
  const { db, log, clock, menu, newId } = deps
  const storeId = deps.storeId ?? ''
  const store = createStockStore(db, log)
  const changes = createStockChanges(store, menu, clock, deps.agreed, deps.outbox)
  const rowTime = createRowTime(clock)
  const history = createStockHistory(db, log)
  const outRecord = createOutRecord({ changes, menu, history })
  const ingredients = createIngredients(db, log, newId)
  const steps = createStockSteps({
    ...deps,
    changes,
    history,
    rowTime,
    nameOf: (key) => menu.items.wire.get(key),
    readMenu: () => menu.read(),
  })
  const events = createStockEvents({
    changes,
    store,
    steps,
    isOurs: deps.isOurs,
    keyOf: (names) => menu.keyOf(names),
  })
  const countDown = createCountDown(changes, steps, history)
  const watch = createStockWatch({
    ...deps,
    changes,
    steps,
    rowTime,
    transact: db.transact,
    forget(now) {
      store.forgetProcesses(new Date(now - processesKeptMs).toISOString())
    },
  })

  let isClosed = false
  function acting<Value>(work: () => Result<Value>): Result<Value> {
    const result = db.transact(work)
    watch.check()
    return result
  }

  const parts = { ...deps, changes, steps, history, ingredients }
  const api: Stock = {
    outBetween: outRecord.outBetween,
    soldOut() {
      const out = changes.states().filter(({ state }) => state === 'out')
      const names = new Map(menu.items.items.map(({ key, name }) => [key, name]))
      return out.map(({ key }) => names.get(key) ?? key)
    },
  }
  return {
    api,
    outbox: stockRules({
      ...parts,
      store,
      storeId,
      nameOf: (key) => menu.items.items.find((item) => item.key === key)?.name ?? '',
      checkWithin: watch.checkWithin,
    }),
    hears: {
      /** A new order wears down what is counted. */
      'order.heard'({ message: { order }, receivedAt, isNew }: HeardOrder) {
        if (!isNew || !order?.items) return
        countDown(wantedOf(order.items, menu), order.createdAt ?? receivedAt)
      },
      'process.heard'(heard: HeardProcess) {
        events.hear(heard)
        // What it lists may be over sooner than anything that was planned for.
        if (heard.part.isLast) watch.checkWithin(0)
      },
      'menu.read'() {
        changes.replace()
        watch.check()
      },
    },
    changes: changes.take,
    catchUp: watch.catchUp,
    rolledBack: watch.rolledBack,
    start: watch.check,
    close() {
      isClosed = true
      watch.close()
    },
    handlers: {
      ...createStockQueries({
        ...parts,
        outRecord,
        opening: watch.opening,
        nextOpening: watch.nextOpening,
      }),
      ...createStockCommands({
        ...parts,
        transact: db.transact,
        check: watch.check,
        acting,
        isClosed: () => isClosed,
      }),
      'stock.answerOpening'() {
        watch.answer()
        return ok(null)
      },
    },
  }
}

/** The noun of the 86 board: what is sold out, and the platform's word for it. */
export const stock = defineNoun(stockContract, {
  needs: [menu],
  tables: [
    { name: 'stock', key: 'key', shows: { kinds: ['stock'], entries: 'newest' } },
    { name: 'stock_history', old: { since: 'set_at', when: 'ended_at IS NOT NULL' } },
  ],
  create: (context) => createStock({ ...context, menu: context.use(menu) }),
})
