import type { Caller } from '#contract/shared/caller.ts'
import { fail, ok, type Result } from '#contract/shared/result.ts'
import type {
  ChecklistItem,
  CloseOut,
  CountDraft,
  StoredCount,
  ShiftFigures,
  ShiftView,
} from '#contract/shifts/shifts.ts'
import { isoNow } from '../clock/clock.ts'
import { store } from '../connection/connection.ts'
import type { Parsed } from '../dispatch.ts'
import type { Context } from '../noun.ts'
import { tickets } from '../tickets/tickets.ts'
import { reservations } from '../reservations/reservations.ts'
import { screens } from '../screens/screens.ts'
import { stock } from '../stock/stock.ts'
import type { CloseOuts } from './close-outs.ts'
import { codesOf } from './commands.ts'
import type { ShiftChanges, ShiftStore } from './store.ts'
import type { ShiftViews } from './view.ts'

type Signed = Pick<CloseOut, 'signedBy' | 'screen' | 'withPin'>

interface Ready {
  view: ShiftView
  figures: ShiftFigures
  items: ChecklistItem[]
}

/** How many examples an item of the checklist names. */
const maxNames = 10

const fullAmount = (amount: number | null | undefined): number => amount ?? 0

/** The count for a close-out. Fields that are empty or cannot be read count as zero. */
function countOf(
  draft: CountDraft,
  { sums, wasRevealed }: StoredCount,
  attempts: ShiftView['attempts'],
): CloseOut['count'] {
  return {
    cashMethodId: draft.cashMethodId,
    wasRevealed,
    attempts,
    registers: draft.registers.map(({ id, name, pieces }, index) => ({
      id,
      name,
      pieces: Object.entries(pieces)
        .flatMap(([value, count]) => (count ? [{ value: Number(value), pieces: count }] : []))
        .toSorted((a, b) => b.value - a.value),
      loose: fullAmount(sums.registers[index]?.loose),
      cash: fullAmount(sums.registers[index]?.cash),
    })),
    slips: sums.slips.flatMap(({ id, total }) =>
      total === null || id === draft.cashMethodId ? [] : [{ methodId: id, total }],
    ),
    movements: draft.movements.map(({ kind, registerId, reason }, index) => ({
      kind,
      registerId,
      amount: fullAmount(sums.movements[index]?.amount),
      reason,
    })),
    float: fullAmount(sums.float),
    deposit: fullAmount(sums.deposit),
  }
}

const itemOf = (
  code: ChecklistItem['code'],
  count: number,
  names: readonly string[] = [],
): ChecklistItem[] => (count > 0 ? [{ code, count, names: names.slice(0, maxNames) }] : [])

/** Closes a shift with a sealed close-out. */
export class Closing {
  readonly #context: Context
  readonly #store: ShiftStore
  readonly #views: ShiftViews
  readonly #changes: ShiftChanges

  constructor(context: Context, store: ShiftStore, views: ShiftViews, changes: ShiftChanges) {
    this.#context = context
    this.#store = store
    this.#views = views
    this.#changes = changes
  }

  checklist({ shiftId }: Parsed<'shifts.checklist'>): Result<ChecklistItem[]> {
    return ok(this.#itemsOf(this.#views.view(shiftId)))
  }

  async close(input: Parsed<'shifts.close'>, caller: Caller): Promise<Result<CloseOut>> {
    const done = this.#store.closeOuts.byTap(input.tapId)
    if (done !== null) return ok(done)
    const before = this.#check(input)
    if (!before.ok) return before
    const signed = await this.#context.use(screens).sign(input.pin, caller.screen)
    if (!signed.ok) return signed
    const by = { signedBy: input.name, screen: caller.name, ...signed.value }
    return this.#context.db.transact(() => this.#seal(input, by))
  }

  #seal(input: Parsed<'shifts.close'>, by: Signed): Result<CloseOut> {
    const { counts, closeOuts } = this.#store
    // Checking the PIN takes a while: meanwhile another screen may have closed the shift, or
    // this call may be a repetition.
    const twice = closeOuts.byTap(input.tapId)
    if (twice !== null) return ok(twice)
    const ready = this.#check(input)
    if (!ready.ok) return ready
    const closeOut = closeOuts.add(this.#documentOf(ready.value, by), input.tapId)
    const row = this.#views.row(input.shiftId)
    counts.save(input.shiftId, { ...row, state: 'closed', revision: row.revision + 1 })
    this.#changes.touch(input.shiftId)
    return ok(closeOut)
  }

  /** The current shift; `too-late` if it is not what the signer has seen and accepted. */
  #check({ shiftId, basis, accepted }: Parsed<'shifts.close'>): Result<Ready> {
    const view = this.#views.view(shiftId)
    const { count, figures } = view
    if (count.state !== 'counted') return fail('too-late', count.state)
    if (figures === null) return fail('too-late', 'no-figures')
    if (count.objections.length > 0) return fail('too-late', codesOf(count.objections))
    if (view.basis !== basis) return fail('too-late', 'moved')
    const items = this.#itemsOf(view)
    const missing = items.filter(({ code }) => !accepted.includes(code))
    if (missing.length > 0) return fail('too-late', codesOf(missing))
    return ok({ view, figures, items })
  }

  #itemsOf(view: ShiftView): ChecklistItem[] {
    const { use, clock } = this.#context
    const { figures, facts } = view
    // A ticket that is scheduled for later, or arrived after the shift, belongs to another shift.
    const openCodes =
      facts === null ? [] : use(tickets).openCodes(facts.from, facts.to ?? isoNow(clock))
    const unmarked = facts === null ? 0 : use(reservations).unmarked(facts.businessDay)
    const unavailable = use(stock).soldOut()
    const unread = (figures?.unreadAmounts ?? 0) + this.#views.unread(view.shiftId)
    return [
      ...itemOf('shift-open', Number(view.isOpen)),
      ...itemOf('open-tickets', openCodes.length, openCodes),
      ...itemOf('unsent', facts?.outbox.unsent ?? 0),
      ...itemOf('unknown', facts?.outbox.unknown ?? 0),
      ...itemOf('reservations-not-marked', unmarked),
      ...itemOf('sold-out', unavailable.length, unavailable),
      ...itemOf('differences', figures?.differences.length ?? 0),
      ...itemOf('unread', unread),
      ...itemOf('changed', view.changes.length),
      ...itemOf('not-read-again', Number(!view.isFresh)),
    ]
  }

  #documentOf({ view, figures, items }: Ready, signed: Signed): Parameters<CloseOuts['add']>[0] {
    const { use, clock } = this.#context
    const { count, facts, currency } = view
    return {
      storeId: use(store).id ?? '',
      storeName: use(store).store?.name ?? '',
      shiftId: view.shiftId,
      from: facts?.from ?? null,
      to: facts?.to ?? null,
      businessDay: facts?.businessDay ?? '',
      timeZone: facts?.timeZone ?? '',
      currency: currency.code,
      decimals: currency.decimals,
      figures,
      tips: view.tips,
      threshold: view.threshold,
      count: countOf(count.draft, count, view.attempts),
      ...(view.opening && { opening: view.opening }),
      overShort: view.overShort ?? [],
      notes: count.draft.notes,
      checklist: items.map(({ code, count: many }) => ({ code, count: many })),
      ...signed,
      sealedAt: isoNow(clock),
      corrects: count.corrects,
    }
  }
}
