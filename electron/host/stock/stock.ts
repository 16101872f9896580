import { ok } from '#contract/result.ts'
import { stockContract } from '#contract/stock.ts'
import { menu } from '../menu/menu.ts'
import { defineNoun } from '../noun.ts'
import { createStockByName } from './by-name.ts'
import { createStockChanges } from './changes.ts'
import { stockCommands } from './commands.ts'
import { createStockEvents } from './events.ts'
import { stockRules } from './outbox.ts'
import { createSoldOutRecord, stockQueries } from './queries.ts'
import { createStockSteps } from './steps.ts'
import { createStockStore, ingredientRows, processRows, stockRows } from './store.ts'
import { createStockWatch } from './watch.ts'
import { historyRows } from './history.ts'

/** The 86 board: what is sold out, by people here and by the platform. */
export const stock = defineNoun(stockContract, {
  needs: [menu],
  tables: [
    { ...stockRows, shows: { kinds: ['stock'], entries: 'newest' } },
    { ...historyRows, old: { since: 'set_at', when: 'ended_at IS NOT NULL' } },
    processRows,
    ingredientRows,
  ],
  create(context) {
    const store = createStockStore(context)
    const changes = createStockChanges(context, store)
    const steps = createStockSteps(context, store, changes)
    const events = createStockEvents(context, store, changes, steps)
    const watch = createStockWatch(context, store, changes, steps)
    const record = createSoldOutRecord(context, store, changes)
    const commands = stockCommands(context, store, changes, steps, watch)

    return {
      handlers: {
        ...stockQueries(context, store, changes, watch, record),
        ...commands.handlers,
        'stock.answerOpening'() {
          watch.answer()
          return ok(null)
        },
      },
      api: {
        ...createStockByName(context, store, changes, commands.setByChain),
        /** Items that were out between two ISO instants. */
        outBetween: record.outBetween,
        /** The names of the items that are out now. */
        soldOut() {
          const names = changes.names()
          const out = changes.states().filter(({ state }) => state === 'out')
          return out.map(({ key }) => names.get(key) ?? key)
        },
      },
      outbox: { stock: stockRules(context, store, changes, steps, watch) },
      listens: {
        'order.received': events.onOrder,
        'process.received'(received) {
          events.onProcess(received)
          // What the process lists may end sooner than the planned check.
          if (received.part.isLast) watch.checkWithin(0)
        },
        'menu.read'() {
          context.notify({ type: 'stock.replaced' })
          watch.check()
        },
      },
      changes: changes.take,
      catchUp: watch.catchUp,
      rolledBack: watch.rolledBack,
      start: watch.check,
      close: watch.close,
    }
  },
})
