import { fail, ok, type Result } from '#contract/result.ts'
import type {
  ChecklistItem,
  CloseOut,
  CountDraft,
  StoredCount,
  ShiftFigures,
  ShiftView,
} from '#contract/shifts/shifts.ts'
import { isoNow } from '../clock.ts'
import { store } from '../connection/connection.ts'
import type { HandlersOf } from '../dispatch.ts'
import type { Context } from '../noun.ts'
import { orders } from '../tickets/tickets.ts'
import { reservations } from '../reservations/reservations.ts'
import { screens } from '../screens/screens.ts'
import { stock } from '../stock/stock.ts'
import type { CloseOuts } from './close-outs.ts'
import { codesOf } from './commands.ts'
import type { ShiftChanges, ShiftStore } from './store.ts'
import type { ShiftViews } from './view.ts'

type Asked = Parameters<HandlersOf<'shifts'>['shifts.close']>[0]

interface Ready {
  view: ShiftView
  figures: ShiftFigures
  items: ChecklistItem[]
}

/** How many examples an item of the checklist names. */
const mostNames = 10

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

export function createClosing(
  { db, clock, use }: Context,
  { counts, closeOuts }: ShiftStore,
  views: ShiftViews,
  changes: ShiftChanges,
) {
  const known = use(store)
  const { openCodes } = use(orders)
  const { unmarked } = use(reservations)
  const { soldOut } = use(stock)

  function checklist(view: ShiftView): ChecklistItem[] {
    const { figures, facts } = view
    // A ticket that is scheduled for later, or arrived after the shift, belongs to another shift.
    const tickets = facts === null ? [] : openCodes(facts.from, facts.to ?? isoNow(clock))
    const unavailable = soldOut()
    const unread = (figures?.unreadAmounts ?? 0) + views.unread(view.shiftId)
    const item = (code: ChecklistItem['code'], count: number, names: string[] = []) =>
      count > 0 ? [{ code, count, names: names.slice(0, mostNames) }] : []
    return [
      ...item('shift-open', Number(view.isOpen)),
      ...item('open-tickets', tickets.length, tickets),
      ...item('unsent', facts?.outbox.unsent ?? 0),
      ...item('unknown', facts?.outbox.unknown ?? 0),
      ...item('reservations-not-marked', facts === null ? 0 : unmarked(facts.businessDay)),
      ...item('sold-out', unavailable.length, unavailable),
      ...item('differences', figures?.differences.length ?? 0),
      ...item('unread', unread),
      ...item('changed', view.changes.length),
      ...item('not-read-again', Number(!view.isFresh)),
    ]
  }

  /** The current shift; `too-late` if it is not what the signer has seen and accepted. */
  function look({ shiftId, basis, accepted }: Asked): Result<Ready> {
    const view = views.view(shiftId)
    const { count, figures } = view
    if (count.state !== 'counted') return fail('too-late', count.state)
    if (figures === null) return fail('too-late', 'no-figures')
    if (count.objections.length > 0) return fail('too-late', codesOf(count.objections))
    if (view.basis !== basis) return fail('too-late', 'moved')
    const items = checklist(view)
    const missing = items.filter(({ code }) => !accepted.includes(code))
    if (missing.length > 0) return fail('too-late', codesOf(missing))
    return ok({ view, figures, items })
  }

  function documentOf(
    { view, figures, items }: Ready,
    signed: Pick<CloseOut, 'signedBy' | 'screen' | 'withPin'>,
  ): Parameters<CloseOuts['add']>[0] {
    const { count, facts, currency } = view
    return {
      storeId: known.id ?? '',
      storeName: known.store?.name ?? '',
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

  return {
    'shifts.checklist': ({ shiftId }) => ok(checklist(views.view(shiftId))),
    async 'shifts.close'(asked, caller) {
      const done = closeOuts.byTap(asked.tapId)
      if (done !== null) return ok(done)
      const before = look(asked)
      if (!before.ok) return before
      const signed = await use(screens).sign(asked.pin, caller.screen)
      if (!signed.ok) return signed
      return db.transact(() => {
        // Checking the PIN takes a while: meanwhile another screen may have closed the shift, or
        // this call may be a repetition.
        const twice = closeOuts.byTap(asked.tapId)
        if (twice !== null) return ok(twice)
        const ready = look(asked)
        if (!ready.ok) return ready
        const by = { signedBy: asked.name, screen: caller.name, ...signed.value }
        const closeOut = closeOuts.add(documentOf(ready.value, by), asked.tapId)
        const row = views.row(asked.shiftId)
        counts.save(asked.shiftId, { ...row, state: 'closed', revision: row.revision + 1 })
        changes.touch(asked.shiftId)
        return ok(closeOut)
      })
    },
  } satisfies Partial<HandlersOf<'shifts'>>
}
