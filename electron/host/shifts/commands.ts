import { mergeFields } from '#contract/merge-fields.ts'
import { fail, ok } from '#contract/result.ts'
import type { CountAttempt, StoredCount } from '#contract/shifts/shifts.ts'
import { clearMethods, draftOf, isOpenTo, changedSections } from '#domain/shifts/count.ts'
import { markOf } from '#domain/shifts/figure-change.ts'
import { countedOf } from '#domain/shifts/over-short.ts'
import { isoNow } from '../clock.ts'
import type { HandlersOf } from '../dispatch.ts'
import type { CountRow } from '../drafts/drafts.ts'
import type { Context } from '../noun.ts'
import type { ShiftChanges, ShiftStore } from './store.ts'
import type { ShiftViews } from './view.ts'

export const codesOf = (objections: readonly { code: string }[]): string =>
  [...new Set(objections.map(({ code }) => code))].join(' ')

/** The commands of counting a shift: save, finish, count again and correct. */
export function createCountCommands(
  { db, clock }: Context,
  { counts, closeOuts }: ShiftStore,
  views: ShiftViews,
  changes: ShiftChanges,
) {
  function keep(shiftId: string, row: CountRow, screen: string, next: Partial<CountRow>): void {
    counts.save(shiftId, {
      ...row,
      ...next,
      revision: row.revision + 1,
      savedAt: isoNow(clock),
      savedOn: screen,
    })
    changes.touch(shiftId)
  }

  /** The counted amounts by method: all methods, or those that were counted again. */
  function attemptOf(row: CountRow, { sums }: StoredCount, screen: string): CountAttempt {
    const { draft, state, methodIds } = row
    const cash = draft.cashMethodId === null ? [] : [draft.cashMethodId]
    const all = [...new Set([...cash, ...draft.slips.map(({ id }) => id)])]
    const methods = (state === 'recounting' ? methodIds : all).flatMap((methodId) => {
      const counted = countedOf(draft, sums, methodId)
      return counted === null ? [] : [{ methodId, counted }]
    })
    return { at: isoNow(clock), screen, methods }
  }

  return {
    'shifts.keepCount': ({ shiftId, before, after }, { name }) =>
      db.transact(() => {
        const row = views.row(shiftId)
        const { merged: draft, conflicts } = mergeFields(before, row.draft, after)
        const touched = changedSections(row.draft, draft)
        if (!touched.every((each) => isOpenTo(each, row)))
          return fail('too-late', row.state === 'closed' ? 'closed' : 'counted')
        if (touched.length > 0) keep(shiftId, row, name, { draft })
        return ok({ count: views.count(shiftId), conflicts })
      }),
    'shifts.finishCounting': ({ shiftId, revision }, { name }) =>
      db.transact(() => {
        const row = views.row(shiftId)
        if (row.state !== 'counting' && row.state !== 'recounting')
          return fail('too-late', row.state)
        if (row.revision !== revision) return fail('too-late', 'moved')
        const count = views.count(shiftId)
        if (count.objections.length > 0) return fail('too-late', codesOf(count.objections))
        const figures = views.figures(shiftId)
        keep(shiftId, row, name, {
          state: 'counted',
          methodIds: [],
          attempts: [...row.attempts, attemptOf(row, count, name)],
          mark: figures === null ? null : markOf(figures),
          finishedAt: isoNow(clock),
        })
        return ok(views.view(shiftId))
      }),
    'shifts.reveal': ({ shiftId }, { name }) =>
      db.transact(() => {
        const row = views.row(shiftId)
        if (row.state === 'counting' && !row.wasRevealed)
          keep(shiftId, row, name, { wasRevealed: true })
        return ok(views.view(shiftId))
      }),
    'shifts.recount': ({ shiftId, methodIds, attempts }, { name }) =>
      db.transact(() => {
        const row = views.row(shiftId)
        if (row.state !== 'counted') return fail('too-late', row.state)
        if (row.attempts.length !== attempts) return fail('too-late', 'moved')
        const draft = clearMethods(row.draft, methodIds)
        keep(shiftId, row, name, { state: 'recounting', methodIds, draft })
        return ok(views.view(shiftId))
      }),
    'shifts.correct': ({ number, reason }, { name }) =>
      db.transact(() => {
        const document = closeOuts.get(number)
        if (document === null) return fail(closeOuts.has(number) ? 'unreadable' : 'not-found')
        const { shiftId, figures, count } = document
        const row = views.row(shiftId)
        if (closeOuts.correctedBy(number).length > 0) return fail('too-late', 'corrected')
        if (row.corrects !== null && row.state !== 'closed') return fail('too-late', 'under-way')
        keep(shiftId, row, name, {
          state: 'counted',
          draft: draftOf(document),
          methodIds: [],
          wasRevealed: count.wasRevealed,
          corrects: { number, reason },
          attempts: count.attempts,
          mark: markOf(figures),
          finishedAt: isoNow(clock),
        })
        return ok(views.view(shiftId))
      }),
  } satisfies Partial<HandlersOf<'shifts'>>
}
