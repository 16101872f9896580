import { fail, ok } from '#contract/result.ts'
import { shiftsContract } from '#contract/shifts/contract.ts'
import { markOf } from '#domain/shifts/figure-change.ts'
import { store } from '../connection/connection.ts'
import { drafts } from '../drafts/drafts.ts'
import { jobs } from '../jobs/jobs.ts'
import { defineNoun, type Context } from '../noun.ts'
import { orders } from '../tickets/tickets.ts'
import { reservations } from '../reservations/reservations.ts'
import { screens } from '../screens/screens.ts'
import { stock } from '../stock/stock.ts'
import { createClosing } from './closing.ts'
import { createCountCommands } from './commands.ts'
import { createShiftRefresh } from './refresh.ts'
import { createShiftFinder } from './search.ts'
import { createShiftChanges, createShiftStore } from './store.ts'
import { createShiftViews } from './view.ts'

/** How many past close-outs a page has. */
const pageSize = 50

/**
 * The parts of the noun. The search and the refreshes use each other: a shift has the payments that
 * either of them found.
 */
function createShiftServices(context: Context) {
  const { db, changed } = context
  const changes = createShiftChanges(changed)
  const shiftStore = createShiftStore(context)
  const { counts, closeOuts } = shiftStore

  const refreshes = createShiftRefresh(context, shiftStore, changes, {
    listed: (shiftId) => finder.gathered(shiftId),
    onRead(shiftId) {
      // A count that was finished before its figures were read is compared with the first figures
      // that arrive.
      const row = counts.load(shiftId)
      const figures = views.figures(shiftId)
      if (row === null || figures === null || row.finishedAt === null || row.mark !== null) return
      db.transact(() => counts.save(shiftId, { ...row, mark: markOf(figures) }))
    },
  })
  const views = createShiftViews(context, shiftStore, refreshes, changes)
  const finder = createShiftFinder(context, shiftStore, (shiftId) => {
    const row = counts.load(shiftId)
    const closeOut = closeOuts.ofShift(shiftId).at(-1) ?? null
    const isCounting = row === null || (row.state === 'counting' && !row.wasRevealed)
    return {
      closeOut,
      isCounted: row !== null,
      isBlind: closeOut === null && isCounting,
      payments: refreshes.of(shiftId)?.payments ?? null,
    }
  })
  return { changes, shiftStore, refreshes, views, finder }
}

/** The noun of shifts: finding and reading them, counting, and the sealed close-outs. */
export const shifts = defineNoun(shiftsContract, {
  needs: [drafts, jobs, store, orders, reservations, stock, screens],
  tables: [
    { table: 'close_outs', key: 'number' },
    { table: 'close_out_head', key: 'only' },
  ],
  create(context) {
    const { changes, shiftStore, refreshes, views, finder } = createShiftServices(context)
    const { closeOuts, names } = shiftStore
    return {
      handlers: {
        ...createCountCommands(context, shiftStore, views, changes),
        ...createClosing(context, shiftStore, views, changes),
        'shifts.find': ({ days }) => ok(finder.begin(days)),
        'shifts.search': () => ok(finder.state),
        'shifts.show': ({ shiftId }) => ok(views.view(shiftId)),
        'shifts.read'({ shiftId }) {
          refreshes.again(shiftId)
          return ok(null)
        },
        'shifts.closeOuts'({ before }) {
          const found = closeOuts.list(before, pageSize + 1)
          return ok({ closeOuts: found.slice(0, pageSize), hasMore: found.length > pageSize })
        },
        'shifts.closeOut'({ number }) {
          const closeOut = closeOuts.get(number)
          if (closeOut === null) return fail(closeOuts.has(number) ? 'unreadable' : 'not-found')
          return ok({ closeOut, correctedBy: closeOuts.correctedBy(number) })
        },
        'shifts.names': () => ok(names.read()),
        'shifts.rename': ({ kind, id, name }) =>
          context.db.transact(() => {
            if (!names.rename(kind, id, name)) return fail('not-found')
            changes.touch(null)
            return ok(names.read())
          }),
        'shifts.verify': () => ok(closeOuts.verify()),
      },
      api: {
        /** A sealed close-out; null if there is none, or it is not what was sealed. */
        closeOut: closeOuts.get,
        /** The end of the chain; null before the first close-out. */
        closeOutHead: closeOuts.head,
      },
      // All shifts depend on the settings and on what is known about the store.
      listens: {
        'settings.changing': () => changes.touch(null),
        'store.learned': () => changes.touch(null),
      },
      changes: changes.take,
    }
  },
})
