import type {
  CountObjection,
  Opening,
  StoredCount,
  OverShort,
  ShiftCurrency,
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
import type { ReadShift } from './shift-lists.ts'
import type { ShiftRefresh } from './refresh.ts'
import type { ShiftChanges, ShiftStore } from './store.ts'

/** How many of the newest close-outs may be of later shifts than the one that is counted. */
const maxLater = 20

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
export class ShiftViews {
  readonly #context: Context
  readonly #store: ShiftStore
  readonly #refreshes: ShiftRefresh
  readonly #changes: ShiftChanges
  readonly #readAmount: ReadAmount = (typed) => {
    const { decimals } = this.#currency()
    return readTyped(typed, { country: this.#context.countryCode(), decimals })
  }

  constructor(context: Context, store: ShiftStore, refreshes: ShiftRefresh, changes: ShiftChanges) {
    this.#context = context
    this.#store = store
    this.#refreshes = refreshes
    this.#changes = changes
  }

  row(shiftId: string): CountRow {
    const stored = this.#store.counts.load(shiftId) ?? freshRow
    if (stored.state === 'closed') return stored
    const facts = this.#factsOf(shiftId, this.#refreshes.of(shiftId))
    return { ...stored, draft: addMissingFields(stored.draft, facts) }
  }

  count(shiftId: string): StoredCount {
    return this.#countOf(shiftId, this.row(shiftId))
  }

  /** Figures, even while screens must not show them; null if they were not read. */
  figures(shiftId: string): ShiftFigures | null {
    return this.#figuresOf(this.#refreshes.of(shiftId))
  }

  /** How much the figures lack (refresh.ts). */
  unread(shiftId: string): number {
    return this.#refreshes.unread(shiftId)
  }

  view(shiftId: string): ShiftView {
    const job = this.#refreshes.open(shiftId)
    const missing = job.state === 'done' ? this.#refreshes.missing(shiftId) : 0
    const stored = this.row(shiftId)
    const whole = this.#refreshes.of(shiftId)
    const facts = this.#factsOf(shiftId, whole)
    const opening = this.#openingFor(shiftId, stored, facts)
    const isOut = stored.state !== 'counting' || stored.wasRevealed
    const figures = isOut ? this.#figuresOf(whole) : null
    return {
      revision: this.#changes.revision,
      shiftId,
      isOpen: facts !== null && facts.to === null,
      currency: whole?.currency ?? this.#currency(),
      // The job is not complete while the search knows of more payments.
      job: missing === 0 ? job : { ...job, complete: false },
      missing,
      facts,
      opening,
      figures,
      count: this.#countOf(shiftId, stored),
      attempts: stored.attempts,
      overShort: isOut ? this.#overShortFor(stored, whole) : null,
      tips: this.#context.settings().tipsInAmount,
      tipsSuggested: this.#store.tips.counts(),
      threshold: this.#threshold(),
      changes: figures === null || stored.mark === null ? [] : changesSince(stored.mark, figures),
      isFresh: this.#isFresh(stored, whole?.figures.readAt),
      basis: figures === null ? null : this.#basisOf(stored, figures, opening),
      closeOuts: this.#store.closeOuts.ofShift(shiftId),
    }
  }

  #currency(): ShiftCurrency {
    return shiftCurrencyOf(this.#context.countryCode())
  }

  #threshold(): number {
    return this.#context.settings().overShortThreshold ?? usualThreshold(this.#currency())
  }

  /** How many entries of this store the platform has not received, or may not have received. */
  #outboxCounts(): ShiftFigures['outbox'] {
    const { pending, unknown, needsPerson } = this.#context.outbox.counts()
    return { unsent: pending - unknown + needsPerson, unknown }
  }

  #named<Register extends { id: string }>(
    registers: readonly Register[],
  ): (Register & { name: string })[] {
    const names = this.#store.names.of('registers')
    return registers.map((each) => ({ ...each, name: names.get(each.id)?.name ?? '' }))
  }

  #factsOf(shiftId: string, whole: ReadShift | null): ShiftFacts | null {
    if (whole === null) return null
    return {
      ...whole.facts,
      registers: this.#named(whole.facts.registers),
      businessDay: this.#refreshes.businessDay(shiftId),
      outbox: this.#outboxCounts(),
    }
  }

  #figuresOf(whole: ReadShift | null): ShiftFigures | null {
    if (whole === null) return null
    const { figures } = whole
    const people = this.#store.names.of('people')
    const { tipsInAmount } = this.#context.settings()
    return {
      ...figures,
      byPerson: figures.byPerson.map((each) => ({ ...each, ...people.get(each.personId) })),
      registers: this.#named(figures.registers),
      differences: differencesOf(figures, figures.own, tipsInAmount),
      outbox: this.#outboxCounts(),
    }
  }

  #overShortFor(row: CountRow, whole: ReadShift | null): OverShort[] | null {
    const figures = this.#figuresOf(whole)
    if (figures === null) return null
    const names = new Map(whole?.facts.methods.map(({ methodId, name }) => [methodId, name]))
    return overShortOf({
      figures,
      draft: row.draft,
      sums: countSums(row.draft, this.#readAmount),
      tips: this.#context.settings().tipsInAmount,
      threshold: this.#threshold(),
      nameOf: (methodId) => names.get(methodId) ?? '',
    })
  }

  #objectionsTo(row: CountRow, whole: ReadShift | null): CountObjection[] {
    const sums = countSums(row.draft, this.#readAmount)
    if (row.state === 'closed') return []
    if (row.state === 'counted')
      return [
        ...floatObjections(row.draft, sums),
        ...demandsOf(this.#overShortFor(row, whole) ?? [], row.attempts),
      ]
    const paid = whole?.figures.byMethod.filter(({ payments }) => payments > 0) ?? []
    return countObjections(row.draft, sums, {
      methodIds: paid.map(({ methodId }) => methodId),
      only: row.state === 'recounting' ? row.methodIds : null,
    })
  }

  #openingFor(shiftId: string, row: CountRow, facts: ShiftFacts | null): Opening | null {
    if (facts === null) return null
    const { cashMethodId } = row.draft
    const opened = { facts, shiftId, currency: this.#currency(), cashMethodId }
    return openingOf(opened, this.#store.closeOuts.valid(maxLater))
  }

  #countOf(shiftId: string, row: CountRow): StoredCount {
    return {
      revision: row.revision,
      state: row.state,
      draft: row.draft,
      sums: countSums(row.draft, this.#readAmount),
      objections: this.#objectionsTo(row, this.#refreshes.of(shiftId)),
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
  #basisOf(row: CountRow, figures: ShiftFigures, opening: Opening | null): string {
    const { readAt: _readAt, outbox: _outbox, ...seen } = figures
    const { tipsInAmount } = this.#context.settings()
    const { draft, attempts, wasRevealed } = row
    const threshold = this.#threshold()
    return sha256(
      canonicalJson({ seen, opening, draft, attempts, wasRevealed, tipsInAmount, threshold }),
    )
  }

  #isFresh(row: CountRow, readAt: string | undefined): boolean {
    if (readAt === undefined) return false
    const { clock } = this.#context
    const age = clock.now() - Date.parse(readAt)
    // If a count was finished in the future, the clock was set back after it was finished.
    const isBefore = row.finishedAt === null || Date.parse(row.finishedAt) > clock.now()
    return (isBefore || readAt >= (row.finishedAt ?? '')) && age >= 0 && age <= freshMs
  }
}
