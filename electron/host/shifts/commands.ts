import type { Caller } from '#contract/shared/caller.ts'
import type { Output } from '#contract/index.ts'
import { mergeFields } from '#contract/shared/merge-fields.ts'
import { fail, ok, type Result } from '#contract/shared/result.ts'
import type { ShiftNames } from '#contract/shifts/names.ts'
import type { CountAttempt, ShiftView, StoredCount } from '#contract/shifts/shifts.ts'
import { clearMethods, draftOf, isOpenTo, changedSections } from '#domain/shifts/count.ts'
import { markOf } from '#domain/shifts/figure-change.ts'
import { countedOf } from '#domain/shifts/over-short.ts'
import { stampNow, type Clock } from '../clock/clock.ts'
import type { Database } from '../db/open.ts'
import type { Parsed } from '../dispatch.ts'
import type { CountRow } from '../drafts/drafts.ts'
import type { Context } from '../noun.ts'
import type { ShiftChanges, ShiftStore } from './store.ts'
import type { ShiftViews } from './view.ts'

export const codesOf = (objections: readonly { code: string }[]): string =>
  [...new Set(objections.map(({ code }) => code))].join(' ')

/** The commands of counting a shift: save, finish, count again and correct. */
export class CountCommands {
  readonly #db: Database
  readonly #clock: Clock
  readonly #store: ShiftStore
  readonly #views: ShiftViews
  readonly #changes: ShiftChanges

  constructor(context: Context, store: ShiftStore, views: ShiftViews, changes: ShiftChanges) {
    this.#db = context.db
    this.#clock = context.clock
    this.#store = store
    this.#views = views
    this.#changes = changes
  }

  saveCount(
    { shiftId, before, after }: Parsed<'shifts.saveCount'>,
    { name }: Caller,
  ): Result<Output<'shifts.saveCount'>> {
    return this.#db.transact(() => {
      const row = this.#views.row(shiftId)
      const { merged: draft, conflicts } = mergeFields(before, row.draft, after)
      const touched = changedSections(row.draft, draft)
      if (!touched.every((each) => isOpenTo(each, row)))
        return fail('too-late', row.state === 'closed' ? 'closed' : 'counted')
      if (touched.length > 0) this.#save(shiftId, row, name, { draft })
      return ok({ count: this.#views.count(shiftId), conflicts })
    })
  }

  finishCounting(
    { shiftId, revision }: Parsed<'shifts.finishCounting'>,
    { name }: Caller,
  ): Result<ShiftView> {
    return this.#db.transact(() => {
      const row = this.#views.row(shiftId)
      if (row.state !== 'counting' && row.state !== 'recounting') return fail('too-late', row.state)
      if (row.revision !== revision) return fail('too-late', 'moved')
      const count = this.#views.count(shiftId)
      if (count.objections.length > 0) return fail('too-late', codesOf(count.objections))
      const figures = this.#views.figures(shiftId)
      this.#save(shiftId, row, name, {
        state: 'counted',
        methodIds: [],
        attempts: [...row.attempts, this.#attemptOf(row, count, name)],
        mark: figures === null ? null : markOf(figures),
        finishedAt: stampNow(this.#clock),
      })
      return ok(this.#views.view(shiftId))
    })
  }

  reveal({ shiftId }: Parsed<'shifts.reveal'>, { name }: Caller): Result<ShiftView> {
    return this.#db.transact(() => {
      const row = this.#views.row(shiftId)
      if (row.state === 'counting' && !row.wasRevealed)
        this.#save(shiftId, row, name, { wasRevealed: true })
      return ok(this.#views.view(shiftId))
    })
  }

  recount(
    { shiftId, methodIds, attempts }: Parsed<'shifts.recount'>,
    { name }: Caller,
  ): Result<ShiftView> {
    return this.#db.transact(() => {
      const row = this.#views.row(shiftId)
      if (row.state !== 'counted') return fail('too-late', row.state)
      if (row.attempts.length !== attempts) return fail('too-late', 'moved')
      const draft = clearMethods(row.draft, methodIds)
      this.#save(shiftId, row, name, { state: 'recounting', methodIds, draft })
      return ok(this.#views.view(shiftId))
    })
  }

  correct({ number, reason }: Parsed<'shifts.correct'>, { name }: Caller): Result<ShiftView> {
    const { closeOuts } = this.#store
    return this.#db.transact(() => {
      const document = closeOuts.get(number)
      if (document === null) return fail(closeOuts.has(number) ? 'unreadable' : 'not-found')
      const { shiftId, figures, count } = document
      const row = this.#views.row(shiftId)
      if (closeOuts.correctedBy(number).length > 0) return fail('too-late', 'corrected')
      if (row.corrects !== null && row.state !== 'closed') return fail('too-late', 'under-way')
      this.#save(shiftId, row, name, {
        state: 'counted',
        draft: draftOf(document),
        methodIds: [],
        wasRevealed: count.wasRevealed,
        corrects: { number, reason },
        attempts: count.attempts,
        mark: markOf(figures),
        finishedAt: stampNow(this.#clock),
      })
      return ok(this.#views.view(shiftId))
    })
  }

  #save(shiftId: string, row: CountRow, screen: string, next: Partial<CountRow>): void {
    this.#store.counts.save(shiftId, {
      ...row,
      ...next,
      revision: row.revision + 1,
      savedAt: stampNow(this.#clock),
      savedOn: screen,
    })
    this.#changes.touch(shiftId)
  }

  /** The counted amounts by method: all methods, or those that were counted again. */
  #attemptOf(row: CountRow, { sums }: StoredCount, screen: string): CountAttempt {
    const { draft, state, methodIds } = row
    const cash = draft.cashMethodId === null ? [] : [draft.cashMethodId]
    const all = [...new Set([...cash, ...draft.slips.map(({ id }) => id)])]
    const methods = (state === 'recounting' ? methodIds : all).flatMap((methodId) => {
      const counted = countedOf(draft, sums, methodId)
      return counted === null ? [] : [{ methodId, counted }]
    })
    return { at: stampNow(this.#clock), screen, methods }
  }
}

/** The names that people give to registers and to each other. */
export class NameCommands {
  readonly #db: Database
  readonly #store: ShiftStore
  readonly #changes: ShiftChanges

  constructor({ db }: Context, store: ShiftStore, changes: ShiftChanges) {
    this.#db = db
    this.#store = store
    this.#changes = changes
  }

  names(): Result<ShiftNames> {
    return ok(this.#store.names.list())
  }

  rename({ kind, id, name }: Parsed<'shifts.rename'>): Result<ShiftNames> {
    return this.#db.transact(() => {
      if (!this.#store.names.rename(kind, id, name)) return fail('not-found')
      this.#changes.touch(null)
      return this.names()
    })
  }
}
