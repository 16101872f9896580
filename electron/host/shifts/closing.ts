import { fail, ok, type Result } from '#contract/result.ts'
import type {
  ChecklistItem,
  CloseOut,
  CountDraft,
  KeptCount,
  ShiftFigures,
  ShiftView,
} from '#contract/shifts/shifts.ts'
import { isoNow, type Clock } from '../clock.ts'
import type { Database } from '../db/open.ts'
import type { HandlersOf } from '../dispatch.ts'
import type { ShiftChanges } from './changes.ts'
import type { CloseOuts } from './close-outs.ts'
import { codesOf } from './commands.ts'
import type { CountStore } from './store.ts'
import type { ShiftViews } from './view.ts'

/** What the rest of the restaurant has that should be seen to before the day is over. */
export interface RestOfHouse {
  /** Codes of the tickets that the kitchen was to have from one ISO instant (null: ever) until another, and that are open. */
  openTickets(from: string | null, until: string): string[]
  /** Reservations of a business day whose guests nobody marked, by now. */
  unmarkedReservations(day: string): number
  /** What is sold out until further notice, or beyond this day. */
  soldOut(): string[]
}

export interface ClosingDeps {
  db: Database
  clock: Clock
  store: CountStore
  closeOuts: CloseOuts
  views: ShiftViews
  changes: ShiftChanges
  house: RestOfHouse
  /** Whether it is the manager's PIN; `wrong-pin` and `locked` as for unlocking. */
  sign(pin: string | null, screenId: string): Promise<Result<{ withPin: boolean }>>
  /** Who the store is at the other end. */
  storeOf(): { id: string; name: string }
}

export type ClosingCommands = Pick<HandlersOf<'shifts'>, 'shifts.checklist' | 'shifts.close'>

/** A few, for the eye. */
const mostNames = 10

const fullAmount = (amount: number | null | undefined): number => amount ?? 0

function countOf(
  draft: CountDraft,
  { sums, wasRevealed }: KeptCount,
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

/** The checklist, and the signature under it. */
export function createClosing(deps: ClosingDeps): ClosingCommands {
  const { db, clock, store, closeOuts, views, changes, house } = deps

  function checklist(view: ShiftView): ChecklistItem[] {
    const { figures, facts } = view
    // What is ordered for later, or came after the shift, is another shift's.
    const tickets = facts === null ? [] : house.openTickets(facts.from, facts.to ?? isoNow(clock))
    const soldOut = house.soldOut()
    const unread = (figures?.unreadAmounts ?? 0) + views.unread(view.shiftId)
    const item = (code: ChecklistItem['code'], count: number, names: string[] = []) =>
      count > 0 ? [{ code, count, names: names.slice(0, mostNames) }] : []
    return [
      ...item('shift-open', Number(view.isOpen)),
      ...item('open-tickets', tickets.length, tickets),
      ...item('unsent', facts?.outbox.unsent ?? 0),
      ...item('unknown', facts?.outbox.unknown ?? 0),
      ...item(
        'reservations-not-marked',
        facts === null ? 0 : house.unmarkedReservations(facts.businessDay),
      ),
      ...item('sold-out', soldOut.length, soldOut),
      ...item('differences', figures?.differences.length ?? 0),
      ...item('unread', unread),
      ...item('changed', view.changes.length),
      ...item('not-read-again', Number(!view.isFresh)),
    ]
  }

  type Asked = Parameters<ClosingCommands['shifts.close']>[0]

  interface Ready {
    view: ShiftView
    figures: ShiftFigures
    items: ChecklistItem[]
  }

  /** Whether all is as whoever signs has seen it. */
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
    const { id, name } = deps.storeOf()
    return {
      storeId: id,
      storeName: name,
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
      const signed = await deps.sign(asked.pin, caller.screen)
      if (!signed.ok) return signed
      return db.transact(() => {
        // The PIN took its time: another screen may have closed it, and this one may have asked twice.
        const twice = closeOuts.byTap(asked.tapId)
        if (twice !== null) return ok(twice)
        const ready = look(asked)
        if (!ready.ok) return ready
        const by = { signedBy: asked.name, screen: caller.name, ...signed.value }
        const closeOut = closeOuts.add(documentOf(ready.value, by), asked.tapId)
        const row = views.row(asked.shiftId)
        store.save(asked.shiftId, { ...row, state: 'closed', revision: row.revision + 1 })
        changes.touch(asked.shiftId)
        return ok(closeOut)
      })
    },
  }
}
