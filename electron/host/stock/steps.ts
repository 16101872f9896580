import { z } from 'zod'
import type { StockKey } from '#contract/stock.ts'
import { desiredSchema, type Desired, type StockEntry, type StockRow } from '#domain/stock/row.ts'
import { type StockEffect, type StockStep, isTooOld, isUnderWay } from '#domain/stock/watch.ts'
import type { Clock } from '../clock.ts'
import { menu } from '../menu/menu.ts'
import type { Context } from '../noun.ts'
import { isNotSending, notNeeded } from '../outbox/outbox.ts'
import type { Move } from '../outbox/rules.ts'
import type { StockChanges } from './changes.ts'
import type { StockStore } from './store.ts'

const kind = 'stock'

/** Sends the desired state of the item that is the entry's subject. */
export const payloadSchema = z.object({ desired: desiredSchema })
export type StockPayload = z.infer<typeof payloadSchema>

/** The count must not be sent any more: a person counts again. */
const tooOld: Move = { state: 'expired', needsDecision: true }
/** How each effect changes an entry. */
const moves: Record<Exclude<StockEffect['kind'], 'enqueue' | 'end' | 'read-menu'>, Move> = {
  confirmed: { state: 'confirmed' },
  'not-finished': { state: 'unknown', reason: 'not-finished', needsDecision: true },
  'too-old': tooOld,
  over: { state: 'expired' },
}

interface WatchedItem {
  row: StockRow
  entry: StockEntry | null
}

/** The steps of an item that have a time limit, each with its start (ISO). */
function limitedSteps({
  row: { key, desired },
  entry,
}: WatchedItem): [id: string, since: string][] {
  const steps: [string, string][] = []
  if (desired !== null) steps.push([`${key} ${desired.tapId}`, desired.setAt])
  if (entry !== null) {
    const { state, since } = entry.delivery
    steps.push([`${key} ${entry.tapId} ${state} ${since}`, since])
  }
  return steps
}

/**
 * The time used for limits: the later of the wall clock and the forward-only clock, so that setting
 * the wall clock back doesn't extend a limit. Ending one too early only asks a person to decide.
 */
function createRowTime(clock: Clock) {
  /** When each step was first seen, on the forward-only clock. */
  let met = new Map<string, number>()

  function ageOf(id: string): number {
    const at = met.get(id) ?? clock.monotonic()
    met.set(id, at)
    return clock.monotonic() - at
  }

  return {
    /** Epoch milliseconds. */
    now: (item: WatchedItem): number =>
      Math.max(
        clock.now(),
        ...limitedSteps(item).map(([id, since]) => Date.parse(since) + ageOf(id)),
      ),
    keepOnly(items: readonly WatchedItem[]): void {
      const ids = new Set(items.flatMap((item) => limitedSteps(item).map(([id]) => id)))
      met = new Map(met.entries().filter(([id]) => ids.has(id)))
    },
  }
}

export type StockSteps = ReturnType<typeof createStockSteps>

/** Carries out the effects that the rules return. Call within a transaction. */
export function createStockSteps(context: Context, { history }: StockStore, changes: StockChanges) {
  const { outbox, newId } = context
  const menus = context.use(menu)
  const rowTime = createRowTime(context.clock)

  function move(key: StockKey, to: Move): void {
    outbox.move(kind, key, isNotSending, to)
    changes.touch(key)
  }

  /** Replaces the payload of an entry that wasn't sent yet. Returns whether there was one. */
  function refresh(key: StockKey, desired: Desired): boolean {
    const open = outbox.open(kind, key)
    if (open?.state !== 'queued') return false
    outbox.replace(open, { desired })
    return true
  }

  /**
   * Enqueues the desired state unless a change is in progress, whose end enqueues it. A count that
   * is too old asks a person instead.
   */
  function enqueue(row: StockRow): void {
    const { key, desired, requested } = row
    const entry = changes.entryOf(row)
    const now = rowTime.now({ row, entry })
    if (desired === null || entry?.delivery.state === 'sending' || isUnderWay(entry, now)) return
    if (!refresh(key, desired)) {
      move(key, notNeeded)
      const toSend = { id: newId(), kind, subject: key, payload: { desired } } as const
      // It was requested and its entry is lost, so the outcome is unknown.
      if (requested?.tapId === desired.tapId) outbox.adopt(toSend)
      else outbox.enqueue(toSend)
    }
    if (isTooOld(desired, now)) move(key, tooOld)
  }

  function run(effect: StockEffect, row: StockRow): void {
    switch (effect.kind) {
      case 'enqueue':
        enqueue(row)
        break
      case 'end':
        history.end(row.key, effect.at)
        break
      case 'read-menu':
        menus.read()
        break
      default:
        move(row.key, moves[effect.kind])
    }
  }

  return {
    rowTime,
    enqueue,
    refresh,
    /** Saves the row if it changed, and carries out the effects. */
    take(before: StockRow, { row, effects }: Pick<StockStep, 'row' | 'effects'>): void {
      if (row !== before) changes.keep(row)
      for (const effect of effects) run(effect, row)
    },
  }
}
