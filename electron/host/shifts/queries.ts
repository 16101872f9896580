import type { Output } from '#contract/index.ts'
import { fail, ok, type Result } from '#contract/shared/result.ts'
import type { CloseOutVerdict, ShiftSearch, ShiftView } from '#contract/shifts/shifts.ts'
import type { Parsed } from '../dispatch.ts'
import type { CloseOuts } from './close-outs.ts'
import type { ShiftRefresh } from './refresh.ts'
import type { ShiftFinder } from './search.ts'
import type { ShiftViews } from './view.ts'

/** How many past close-outs a page has. */
const pageSize = 50

/** Finding and reading shifts, and the sealed close-outs. */
export class ShiftQueries {
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

  read({ shiftId }: Parsed<'shifts.read'>): Result<null> {
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
