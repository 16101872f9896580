import type {
  CountObjection,
  Opening,
  StoredCount,
  OverShort,
  ShiftFacts,
  ShiftFigures,
  ShiftView,
} from '#contract/shifts/shifts.ts'
import {
  type ReadAmount,
  addMissingFields,
  countObjections,
  countSums,
  emptyDraft,
  floatObjections,
} from '#domain/shifts/count.ts'
import { shiftCurrencyOf, usualThreshold } from '#domain/shifts/currency.ts'
import { changesSince } from '#domain/shifts/figure-change.ts'
import { differencesOf } from '#domain/shifts/figures.ts'
import { readTyped } from '#domain/money/money.ts'
import { openingOf } from '#domain/shifts/opening.ts'
import { demandsOf, overShortOf } from '#domain/shifts/over-short.ts'
import { canonicalJson } from '#domain/shifts/seal.ts'
import type { CountRow } from '../drafts/drafts.ts'
import type { Context } from '../noun.ts'
import { sha256 } from './close-outs.ts'
import type { ReadShift, ShiftRefresh } from './refresh.ts'
import type { ShiftChanges, ShiftStore } from './store.ts'

/** How many of the newest close-outs may be of later shifts than the one that is counted. */
const mostLater = 20

/** The longest age of a refresh on which a close-out may be signed. */
const freshMs = 10 * 60_000

const freshRow: CountRow = {
  revision: 0,
  state: 'counting',
  draft: emptyDraft,
  methodIds: [],
  wasRevealed: false,
  corrects: null,
  attempts: [],
  mark: null,
  finishedAt: null,
  savedAt: '',
  savedOn: '',
}

/** Combines a shift, its count and its figures. Everything that screens see of a shift goes through here. */
export function createShiftViews(
  { clock, settings, countryCode, outbox }: Context,
  { counts, closeOuts, names, tips }: ShiftStore,
  refreshes: ShiftRefresh,
  changes: ShiftChanges,
) {
  const currency = () => shiftCurrencyOf(countryCode())

  const read: ReadAmount = (typed) =>
    readTyped(typed, { country: countryCode(), decimals: currency().decimals })

  /** How many entries of this store the platform has not received, or may not have received. */
  function outboxCounts(): ShiftFigures['outbox'] {
    const { pending, unknown, needsPerson } = outbox.counts()
    return { unsent: pending - unknown + needsPerson, unknown }
  }

  function named<Register extends { id: string }>(registers: readonly Register[]) {
    const called = names.of('registers')
    return registers.map((each) => ({ ...each, name: called(each.id)?.name ?? '' }))
  }

  function factsOf(shiftId: string, whole: ReadShift | null): ShiftFacts | null {
    if (whole === null) return null
    return {
      ...whole.facts,
      registers: named(whole.facts.registers),
      businessDay: refreshes.businessDay(shiftId),
      outbox: outboxCounts(),
    }
  }

  function figuresOf(whole: ReadShift | null): ShiftFigures | null {
    if (whole === null) return null
    const { figures } = whole
    const personOf = names.of('people')
    return {
      ...figures,
      byPerson: figures.byPerson.map((each) => ({ ...each, ...personOf(each.personId) })),
      registers: named(figures.registers),
      differences: differencesOf(figures, figures.own, settings().tipsInAmount),
      outbox: outboxCounts(),
    }
  }

  function row(shiftId: string): CountRow {
    const stored = counts.load(shiftId) ?? freshRow
    if (stored.state === 'closed') return stored
    const facts = factsOf(shiftId, refreshes.of(shiftId))
    return { ...stored, draft: addMissingFields(stored.draft, facts) }
  }

  const threshold = (): number => settings().overShortThreshold ?? usualThreshold(currency())

  function overShortFor(row: CountRow, whole: ReadShift | null): OverShort[] | null {
    const figures = figuresOf(whole)
    if (figures === null) return null
    const names = new Map(whole?.facts.methods.map(({ methodId, name }) => [methodId, name]))
    return overShortOf({
      figures,
      draft: row.draft,
      sums: countSums(row.draft, read),
      tips: settings().tipsInAmount,
      threshold: threshold(),
      nameOf: (methodId) => names.get(methodId) ?? '',
    })
  }

  function objectionsTo(row: CountRow, whole: ReadShift | null): CountObjection[] {
    const sums = countSums(row.draft, read)
    if (row.state === 'closed') return []
    if (row.state === 'counted')
      return [
        ...floatObjections(row.draft, sums),
        ...demandsOf(overShortFor(row, whole) ?? [], row.attempts),
      ]
    const paid = whole?.figures.byMethod.filter(({ payments }) => payments > 0) ?? []
    return countObjections(row.draft, sums, {
      methodIds: paid.map(({ methodId }) => methodId),
      only: row.state === 'recounting' ? row.methodIds : null,
    })
  }

  function openingFor(shiftId: string, row: CountRow, facts: ShiftFacts | null): Opening | null {
    if (facts === null) return null
    const { cashMethodId } = row.draft
    const opened = { facts, shiftId, currency: currency(), cashMethodId }
    return openingOf(opened, closeOuts.valid(mostLater))
  }

  function countOf(shiftId: string, row: CountRow): StoredCount {
    return {
      revision: row.revision,
      state: row.state,
      draft: row.draft,
      sums: countSums(row.draft, read),
      objections: objectionsTo(row, refreshes.of(shiftId)),
      methodIds: row.methodIds,
      wasRevealed: row.wasRevealed,
      corrects: row.corrects,
      savedAt: row.savedAt === '' ? null : row.savedAt,
      savedOn: row.savedOn,
    }
  }

  /**
   * Identifies what the signer has seen. The time of the refresh and the state of the outbox do not
   * matter.
   */
  function basisOf(row: CountRow, figures: ShiftFigures, opening: Opening | null): string {
    const { readAt: _readAt, outbox: _outbox, ...seen } = figures
    const { tipsInAmount } = settings()
    const { draft, attempts, wasRevealed } = row
    return sha256(
      canonicalJson({
        seen,
        opening,
        draft,
        attempts,
        wasRevealed,
        tipsInAmount,
        threshold: threshold(),
      }),
    )
  }

  function isFresh(row: CountRow, readAt: string | undefined): boolean {
    if (readAt === undefined) return false
    const age = clock.now() - Date.parse(readAt)
    // If a count was finished in the future, the clock was set back after it was finished.
    const isBefore = row.finishedAt === null || Date.parse(row.finishedAt) > clock.now()
    return (isBefore || readAt >= (row.finishedAt ?? '')) && age >= 0 && age <= freshMs
  }

  return {
    row,
    count: (shiftId: string) => countOf(shiftId, row(shiftId)),
    /** Figures, even while screens must not show them; null if they were not read. */
    figures: (shiftId: string) => figuresOf(refreshes.of(shiftId)),
    unread: refreshes.unread,
    view(shiftId: string): ShiftView {
      const job = refreshes.open(shiftId)
      const missing = job.state === 'done' ? refreshes.missing(shiftId) : 0
      const stored = row(shiftId)
      const whole = refreshes.of(shiftId)
      const facts = factsOf(shiftId, whole)
      const opening = openingFor(shiftId, stored, facts)
      const isOut = stored.state !== 'counting' || stored.wasRevealed
      const figures = isOut ? figuresOf(whole) : null
      return {
        revision: changes.revision,
        shiftId,
        isOpen: facts !== null && facts.to === null,
        currency: whole?.currency ?? currency(),
        // The job is not complete while the search knows of more payments.
        job: missing === 0 ? job : { ...job, complete: false },
        missing,
        facts,
        opening,
        figures,
        count: countOf(shiftId, stored),
        attempts: stored.attempts,
        overShort: isOut ? overShortFor(stored, whole) : null,
        tips: settings().tipsInAmount,
        tipsSuggested: tips.counts(),
        threshold: threshold(),
        changes: figures === null || stored.mark === null ? [] : changesSince(stored.mark, figures),
        isFresh: isFresh(stored, whole?.figures.readAt),
        basis: figures === null ? null : basisOf(stored, figures, opening),
        closeOuts: closeOuts.ofShift(shiftId),
      }
    },
  }
}
export type ShiftViews = ReturnType<typeof createShiftViews>
