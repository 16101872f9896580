import { z } from 'zod'
import type { StockBoard } from '#contract/stock.ts'
import { openingsAt, type StoreHours, type StoreOpenings } from '#domain/menu/store-hours.ts'
import { openingsAfter, offSince, type Openings } from '#domain/stock/opening.ts'
import { afterTime } from '#domain/stock/watch.ts'
import type { AgreedTime } from '../agreed-time.ts'
import type { Clock } from '../clock.ts'
import type { Kept, Values } from '../db/values.ts'
import type { StockChanges, StockMenu } from './changes.ts'
import type { RowTime } from './row-time.ts'
import type { StockSteps } from './steps.ts'

/** Never asleep for longer: the menu's hours may have changed. */
const longestMs = 10 * 60_000
/** What should have ended, and on which the clocks do not agree yet, is looked at again after this long. */
const disagreeMs = 5_000

interface WatchDeps {
  changes: StockChanges
  menu: StockMenu & { readonly hours: StoreHours | null }
  steps: StockSteps
  clock: Clock
  agreed: AgreedTime
  rowTime: RowTime
  values: Values
  /** Runs `work` in a transaction. */
  transact(work: () => void): void
  /** Lets go of what is too old to matter. */
  forget(now: number): void
}

/** When time is held against the board (domain/stock/watch.ts, opening.ts). */
export interface StockWatch {
  /** Checks at once, and plans the next check. */
  check(): void
  /** Checks after this long at the latest. */
  checkWithin(milliseconds: number): void
  /** Checks where the wall clock is past the planned check, which a timer that slept with the machine does not notice. */
  catchUp(): void
  /** The question of the opening, while it is open. */
  opening(): StockBoard['opening']
  /** When "until the next opening" ends, ISO; null where no menu says. */
  nextOpening(): string | null
  /** Puts the question aside. */
  answer(): void
  rolledBack(): void
  close(): void
}

const noOpenings: StoreOpenings = { next: null, afterService: null, changesAt: null }

const openingsSchema = z.object({ next: z.string().nullable(), asked: z.string().nullable() })

export function createStockWatch(deps: WatchDeps): StockWatch {
  const { changes, menu, steps, clock, agreed, rowTime } = deps
  let cancelTimer = (): void => undefined
  /** When the next check is planned, on the forward-only clock and on the wall's. */
  let planned = 0
  let plannedAt = 0
  const kept: Kept<Openings> = deps.values('stock.opening', openingsSchema)
  const remembered = (): Openings => kept.read() ?? { next: null, asked: null }
  let openings = remembered()
  /** When "until the next opening" ends, as screens show it; undefined before the first check. */
  let afterService: number | null | undefined

  /** Screens show this time on the button that means it. */
  function tellAfterService(at: number | null): void {
    if (afterService !== undefined && afterService !== at) changes.replace()
    afterService = at
  }

  function remember(now: Openings): void {
    if (now.next === openings.next && now.asked === openings.asked) return
    kept.write(now)
    // That the first one is known comes with the menu, which screens read anew anyway.
    if (openings.next !== null || now.asked !== openings.asked) changes.replace()
    openings = now
  }

  function check(): void {
    const now = clock.now()
    let next = now + longestMs
    // A disk that takes no writes must not end the watch.
    plan(longestMs)
    deps.transact(() => {
      const moment = { agreedNow: agreed.now(), menuToldAt: menu.toldAt }
      const rows = changes.rows()
      const items = changes.withEntries(rows)
      rowTime.keepOnly(items)
      let hasChanged = false
      for (const item of items) {
        const { row, entry } = item
        const rowNow = rowTime.now(item)
        const step = afterTime(row, entry, { ...moment, now: rowNow })
        steps.take(row, step)
        hasChanged ||= step.row !== row || step.effects.length > 0
        next = Math.min(next, now + step.nextAt - rowNow)
      }
      const { hours } = menu
      const store = hours === null ? noOpenings : openingsAt(hours, now)
      tellAfterService(store.afterService)
      const rowsNow = hasChanged ? changes.rows() : rows
      remember(openingsAfter(openings, rowsNow, store.next, now))
      next = Math.min(next, store.next ?? Infinity, store.changesAt ?? Infinity)
      deps.forget(agreed.toDelete())
    })
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
    checkWithin(milliseconds) {
      if (clock.monotonic() + milliseconds < planned) plan(milliseconds)
    },
    catchUp() {
      if (clock.now() >= plannedAt) check()
    },
    opening() {
      const { asked } = openings
      if (asked === null) return null
      const keys = offSince(changes.rows(), asked)
      return keys.length === 0 ? null : { at: asked, keys }
    },
    nextOpening: () => (afterService == null ? null : new Date(afterService).toISOString()),
    answer: () => deps.transact(() => remember({ ...openings, asked: null })),
    rolledBack() {
      openings = remembered()
    },
    close() {
      cancelTimer()
      // Nothing is due any more.
      planned = -Infinity
      plannedAt = Infinity
    },
  }
}
