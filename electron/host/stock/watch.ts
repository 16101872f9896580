import { z } from 'zod'
import type { StockBoard } from '#contract/stock.ts'
import { openingsAt, type StoreOpenings } from '#domain/menu/store-hours.ts'
import { openingsAfter, offSinceOpening, type Openings, afterTime } from '#domain/stock/watch.ts'
import type { StockRow } from '#domain/stock/row.ts'
import type { StoredValue } from '../db/values.ts'
import { menu } from '../menu/menu.ts'
import type { Context } from '../noun.ts'
import type { StockChanges } from './changes.ts'
import type { StockSteps } from './steps.ts'
import type { StockStore } from './store.ts'

/** The longest pause between checks: the menu's hours may change. */
const longestMs = 10 * 60_000
/** The pause before checking an end again while the clocks disagree. */
const disagreeMs = 5_000

/** How long finished processes are stored: an answer may arrive after its list. */
const processesStoredMs = 24 * 3_600_000

const noOpenings: StoreOpenings = { next: null, afterService: null, changesAt: null }

const openingsSchema = z.object({ next: z.string().nullable(), asked: z.string().nullable() })

export type StockWatch = ReturnType<typeof createStockWatch>

/** Checks the board when time alone changes something (domain/stock/watch.ts, opening.ts). */
export function createStockWatch(
  context: Context,
  store: StockStore,
  changes: StockChanges,
  steps: StockSteps,
) {
  const { db, clock, agreed, notify } = context
  const menus = context.use(menu)
  let cancelTimer = (): void => undefined
  /** When the next check is due, on the forward-only clock and on the wall clock. */
  let planned = 0
  let plannedAt = 0
  let closed = false
  const stored: StoredValue<Openings> = context.values('stock.opening', openingsSchema)
  const remembered = (): Openings => stored.read() ?? { next: null, asked: null }
  let openings = remembered()
  /** When "until the next opening" ends, as screens show it; undefined before the first check. */
  let afterService: number | null | undefined

  function remember(now: Openings): void {
    if (now.next === openings.next && now.asked === openings.asked) return
    stored.write(now)
    // The first opening becomes known with the menu, after which screens read the board anyway.
    if (openings.next !== null || now.asked !== openings.asked) notify({ type: 'stock.replaced' })
    openings = now
  }

  /**
   * Takes the steps that are due; returns whether there were any, and when the next is due (epoch
   * milliseconds).
   */
  function takeSteps(
    rows: readonly StockRow[],
    now: number,
  ): { hasChanged: boolean; next: number } {
    const agreedNow = agreed.now()
    const items = changes.withEntries(rows)
    steps.rowTime.keepOnly(items)
    let hasChanged = false
    let next = now + longestMs
    for (const item of items) {
      const { row, entry } = item
      const rowNow = steps.rowTime.now(item)
      const menuReportedAt = menus.reportedAtOf(row.key)
      const step = afterTime(row, entry, { agreedNow, menuReportedAt, now: rowNow })
      steps.take(row, step)
      hasChanged ||= step.row !== row || step.effects.length > 0
      next = Math.min(next, now + step.nextAt - rowNow)
    }
    return { hasChanged, next }
  }

  function check(): void {
    const now = clock.now()
    // Plan first, so that a failed write doesn't stop the watch.
    plan(longestMs)
    const { hours } = menus
    const opens = hours === null ? noOpenings : openingsAt(hours, now)
    const next = db.transact(() => {
      const rows = store.all()
      const taken = takeSteps(rows, now)
      const rowsNow = taken.hasChanged ? store.all() : rows
      remember(openingsAfter(openings, rowsNow, opens.next, now))
      store.forgetProcesses(new Date(agreed.toDelete() - processesStoredMs).toISOString())
      return Math.min(taken.next, opens.next ?? Infinity, opens.changesAt ?? Infinity)
    })
    // Screens show this time on the "until the next opening" button.
    if (afterService !== undefined && afterService !== opens.afterService)
      notify({ type: 'stock.replaced' })
    afterService = opens.afterService
    plan(next > now ? next - now : disagreeMs)
  }

  function plan(milliseconds: number): void {
    cancelTimer()
    planned = clock.monotonic() + milliseconds
    plannedAt = clock.now() + milliseconds
    cancelTimer = clock.after(milliseconds, check)
  }

  return {
    check,
    /** Makes sure that a check runs within this time. */
    checkWithin(milliseconds: number): void {
      if (clock.monotonic() + milliseconds < planned) plan(milliseconds)
    },
    /**
     * Checks if the wall clock has passed the planned time: a timer that slept with the machine
     * fires too late.
     */
    catchUp(): void {
      if (clock.now() >= plannedAt) check()
    },
    /** The open question about what is still out at an opening. */
    opening(): StockBoard['opening'] {
      const { asked } = openings
      if (asked === null) return null
      const keys = offSinceOpening(store.all(), asked)
      return keys.length === 0 ? null : { at: asked, keys }
    },
    /** When "until the next opening" ends (ISO); null if no menu says. */
    nextOpening: () => (afterService == null ? null : new Date(afterService).toISOString()),
    answer: () => db.transact(() => remember({ ...openings, asked: null })),
    rolledBack(): void {
      openings = remembered()
    },
    isClosed: () => closed,
    close(): void {
      closed = true
      cancelTimer()
      // Makes sure that nothing is due any more.
      planned = -Infinity
      plannedAt = Infinity
    },
  }
}
