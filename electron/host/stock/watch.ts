import { z } from 'zod'
import type { StockBoard } from '#contract/stock/stock.ts'
import { openingsAt, type StoreOpenings } from '#domain/menu/store-hours.ts'
import { openingsAfter, offSinceOpening, type Openings, afterTime } from '#domain/stock/watch.ts'
import type { StockRow } from '#domain/stock/row.ts'
import type { StoredValue } from '../db/values.ts'
import { menu, type Menu } from '../menu/menu.ts'
import type { Context } from '../noun.ts'
import type { StockChanges } from './changes.ts'
import type { StockSteps } from './steps.ts'
import type { StockStore } from './store.ts'

/** The longest pause between checks: the menu's hours may change. */
const maxPauseMs = 10 * 60_000
/** The pause before checking an end again while the clocks disagree. */
const disagreeMs = 5_000

/** How long finished processes are stored: an answer may arrive after its list. */
const processesStoredMs = 24 * 3_600_000

const noOpenings: StoreOpenings = { next: null, afterService: null, changesAt: null }

const noneStored: Openings = { next: null, asked: null }
const openingsSchema = z.object({ next: z.string().nullable(), asked: z.string().nullable() })

/** Checks the board when time alone changes something (domain/stock/watch.ts). */
export class StockWatch {
  readonly #context: Context
  readonly #store: StockStore
  readonly #changes: StockChanges
  readonly #steps: StockSteps
  readonly #menus: Menu
  readonly #storedOpenings: StoredValue<Openings>
  #openings: Openings
  /** When "until the next opening" ends, as screens show it; undefined before the first check. */
  #afterService: number | null | undefined
  #cancelTimer = (): void => undefined
  /** When the next check is due, on the forward-only clock and on the wall clock. */
  #planned = 0
  #plannedAt = 0
  #isClosed = false

  constructor(context: Context, store: StockStore, changes: StockChanges, steps: StockSteps) {
    this.#context = context
    this.#store = store
    this.#changes = changes
    this.#steps = steps
    this.#menus = context.use(menu)
    this.#storedOpenings = context.values('stock.opening', openingsSchema)
    this.#openings = this.#storedOpenings.read() ?? noneStored
  }

  get isClosed(): boolean {
    return this.#isClosed
  }

  check(): void {
    const { db, clock, agreed, notify } = this.#context
    const now = clock.now()
    // Plan first, so that a failed write doesn't stop the watch.
    this.#plan(maxPauseMs)
    const { hours } = this.#menus
    const opens = hours === null ? noOpenings : openingsAt(hours, now)
    const next = db.transact(() => {
      const rows = this.#store.all()
      const { hasChanged, nextAt } = this.#takeSteps(rows, now)
      const rowsNow = hasChanged ? this.#store.all() : rows
      this.#saveOpenings(openingsAfter(this.#openings, rowsNow, opens.next, now))
      this.#store.forgetProcesses(new Date(agreed.toDelete() - processesStoredMs).toISOString())
      return Math.min(nextAt, opens.next ?? Infinity, opens.changesAt ?? Infinity)
    })
    // Screens show this time on the "until the next opening" button.
    if (this.#afterService !== undefined && this.#afterService !== opens.afterService)
      notify({ type: 'stock.replaced' })
    this.#afterService = opens.afterService
    this.#plan(next > now ? next - now : disagreeMs)
  }

  /** Makes sure that a check runs within this time. */
  checkWithin(milliseconds: number): void {
    if (this.#context.clock.monotonic() + milliseconds < this.#planned) this.#plan(milliseconds)
  }

  /**
   * Checks if the wall clock has passed the planned time: a timer that slept with the machine fires
   * too late.
   */
  catchUp(): void {
    if (this.#context.clock.now() >= this.#plannedAt) this.check()
  }

  /** The open question about what is still out at an opening. */
  opening(): StockBoard['opening'] {
    const { asked } = this.#openings
    if (asked === null) return null
    const keys = offSinceOpening(this.#store.all(), asked)
    return keys.length === 0 ? null : { at: asked, keys }
  }

  /** When "until the next opening" ends (ISO); null if no menu says. */
  nextOpening(): string | null {
    return this.#afterService == null ? null : new Date(this.#afterService).toISOString()
  }

  /** A person has answered the question. */
  answerOpening(): void {
    this.#context.db.transact(() => this.#saveOpenings({ ...this.#openings, asked: null }))
  }

  rolledBack(): void {
    this.#openings = this.#storedOpenings.read() ?? noneStored
  }

  close(): void {
    this.#isClosed = true
    this.#cancelTimer()
    // Makes sure that nothing is due any more.
    this.#planned = -Infinity
    this.#plannedAt = Infinity
  }

  #saveOpenings(openings: Openings): void {
    const before = this.#openings
    if (openings.next === before.next && openings.asked === before.asked) return
    this.#storedOpenings.write(openings)
    // The first opening becomes known with the menu, after which screens read the board anyway.
    if (before.next !== null || openings.asked !== before.asked)
      this.#context.notify({ type: 'stock.replaced' })
    this.#openings = openings
  }

  /**
   * Takes the steps that are due; returns whether there were any, and when the next is due (epoch
   * milliseconds).
   */
  #takeSteps(rows: readonly StockRow[], now: number): { hasChanged: boolean; nextAt: number } {
    const agreedNow = this.#context.agreed.now()
    const { rowTime } = this.#steps
    const items = this.#changes.withEntries(rows)
    rowTime.keepOnly(items)
    let hasChanged = false
    let nextAt = now + maxPauseMs
    for (const item of items) {
      const { row, entry } = item
      const rowNow = rowTime.now(item)
      const menuReportedAt = this.#menus.reportedAtOf(row.key)
      const step = afterTime(row, entry, { agreedNow, menuReportedAt, now: rowNow })
      this.#steps.apply(row, step)
      hasChanged ||= step.row !== row || step.effects.length > 0
      nextAt = Math.min(nextAt, now + step.nextAt - rowNow)
    }
    return { hasChanged, nextAt }
  }

  #plan(milliseconds: number): void {
    const { clock } = this.#context
    this.#cancelTimer()
    this.#planned = clock.monotonic() + milliseconds
    this.#plannedAt = clock.now() + milliseconds
    this.#cancelTimer = clock.after(milliseconds, () => this.check())
  }
}
