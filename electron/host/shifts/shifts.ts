import type { HostEvent, Output } from '#contract/index.ts'
import { shiftsContract } from '#contract/shifts/contract.ts'
import type { SealPlace } from '#contract/shifts/seal-code.ts'
import type { CloseOut, CloseOutVerdict, ShiftSearch, ShiftView } from '#contract/shifts/shifts.ts'
import { markOf } from '#domain/shifts/figure-change.ts'
import { store } from '../connection/connection.ts'
import { handlersOf, type HandlersOf, type Parsed } from '../dispatch.ts'
import { drafts } from '../drafts/drafts.ts'
import { jobs } from '../jobs/jobs.ts'
import { defineNoun, type Context } from '../noun.ts'
import { tickets } from '../tickets/tickets.ts'
import { reservations } from '../reservations/reservations.ts'
import { screens } from '../screens/screens.ts'
import { stock } from '../stock/stock.ts'
import { Closing } from './closing.ts'
import { CountCommands, NameCommands } from './commands.ts'
import { ShiftRefresh } from './refresh.ts'
import { ShiftFinder, type KnownHere } from './search.ts'
import { ShiftChanges, ShiftStore } from './store.ts'
import { ShiftViews } from './view.ts'
import { fail, ok, type Result } from '#contract/shared/result.ts'
import type { CloseOuts } from './close-outs.ts'

/** How many past close-outs a page has. */
const pageSize = 50

/** Finding and reading shifts, and the sealed close-outs. */
class ShiftQueries {
  readonly #finder: ShiftFinder
  readonly #refreshes: ShiftRefresh
  readonly #views: ShiftViews
  readonly #closeOuts: CloseOuts

  constructor(
    finder: ShiftFinder,
    refreshes: ShiftRefresh,
    views: ShiftViews,
    closeOuts: CloseOuts,
  ) {
    this.#finder = finder
    this.#refreshes = refreshes
    this.#views = views
    this.#closeOuts = closeOuts
  }

  find({ days }: Parsed<'shifts.find'>): Result<ShiftSearch> {
    return ok(this.#finder.begin(days))
  }

  search(): Result<ShiftSearch | null> {
    return ok(this.#finder.state)
  }

  show({ shiftId }: Parsed<'shifts.show'>): Result<ShiftView> {
    return ok(this.#views.view(shiftId))
  }

  refresh({ shiftId }: Parsed<'shifts.refresh'>): Result<null> {
    this.#refreshes.again(shiftId)
    return ok(null)
  }

  closeOuts({ before }: Parsed<'shifts.closeOuts'>): Result<Output<'shifts.closeOuts'>> {
    const rows = this.#closeOuts.list(before, pageSize + 1)
    return ok({ closeOuts: rows.slice(0, pageSize), hasMore: rows.length > pageSize })
  }

  closeOut({ number }: Parsed<'shifts.closeOut'>): Result<Output<'shifts.closeOut'>> {
    const closeOut = this.#closeOuts.get(number)
    if (closeOut === null) return fail(this.#closeOuts.has(number) ? 'unreadable' : 'not-found')
    return ok({ closeOut, correctedBy: this.#closeOuts.correctedBy(number) })
  }

  verify(): Result<CloseOutVerdict> {
    return ok(this.#closeOuts.verify())
  }
}

/** Finding and reading shifts, counting, and the sealed close-outs. */
class Shifts {
  readonly handlers: HandlersOf<'shifts'>
  // All shifts depend on the settings and on what is known about the store.
  readonly listens = {
    'settings.changing': () => this.#changes.touch(null),
    'store.learned': () => this.#changes.touch(null),
  }
  readonly #context: Context
  readonly #changes: ShiftChanges
  readonly #store: ShiftStore
  readonly #refreshes: ShiftRefresh
  readonly #views: ShiftViews
  readonly #finder: ShiftFinder

  constructor(context: Context) {
    this.#context = context
    this.#changes = new ShiftChanges(() => context.changed())
    this.#store = new ShiftStore(context)
    // The search and the refreshes use each other: a shift has the payments that either of them found.
    this.#refreshes = new ShiftRefresh(context, this.#store, this.#changes, {
      listed: (shiftId) => this.#finder.gathered(shiftId),
      onRead: (shiftId) => this.#markFirstFigures(shiftId),
    })
    this.#views = new ShiftViews(context, this.#store, this.#refreshes, this.#changes)
    this.#finder = new ShiftFinder(context, this.#store.tips, (shiftId) => this.#hereOf(shiftId))
    this.handlers = handlersOf(
      shiftsContract,
      new ShiftQueries(this.#finder, this.#refreshes, this.#views, this.#store.closeOuts),
      new CountCommands(context, this.#store, this.#views, this.#changes),
      new NameCommands(context, this.#store, this.#changes),
      new Closing(context, this.#store, this.#views, this.#changes),
    )
  }

  /** A sealed close-out; null if there is none, or it is not what was sealed. */
  closeOut(number: number): CloseOut | null {
    return this.#store.closeOuts.get(number)
  }

  /** The end of the chain; null before the first close-out. */
  closeOutHead(): SealPlace | null {
    return this.#store.closeOuts.head()
  }

  changes(): HostEvent[] {
    return this.#changes.drain()
  }

  /**
   * A count that was finished before its figures were read is compared with the first figures that
   * arrive.
   */
  #markFirstFigures(shiftId: string): void {
    const { counts } = this.#store
    const row = counts.load(shiftId)
    const figures = this.#views.figures(shiftId)
    if (row === null || figures === null || row.finishedAt === null || row.mark !== null) return
    this.#context.db.transact(() => counts.save(shiftId, { ...row, mark: markOf(figures) }))
  }

  #hereOf(shiftId: string): KnownHere {
    const row = this.#store.counts.load(shiftId)
    const closeOut = this.#store.closeOuts.ofShift(shiftId).at(-1) ?? null
    const isCounting = row === null || (row.state === 'counting' && !row.wasRevealed)
    return {
      closeOut,
      isCounted: row !== null,
      isBlind: closeOut === null && isCounting,
      payments: this.#refreshes.of(shiftId)?.payments ?? null,
    }
  }
}

/** The noun of shifts. */
export const shifts = defineNoun(shiftsContract, {
  needs: [drafts, jobs, store, tickets, reservations, stock, screens],
  tables: [
    { table: 'close_outs', key: 'number' },
    { table: 'close_out_head', key: 'only' },
  ],
  create: (context) => new Shifts(context),
})
