import { z } from 'zod'
import type { StockKey } from '#contract/stock.ts'
import { desiredSchema, type Desired, type StockEntry, type StockRow } from '#domain/stock/row.ts'
import { type StockEffect, type StockStep, isTooOld, isUnderWay } from '#domain/stock/watch.ts'
import type { Clock } from '../clock.ts'
import { menu } from '../menu/menu.ts'
import type { Context } from '../noun.ts'
import { isNotSending, notNeeded, type Move } from '../outbox/outbox.ts'
import type { StockChanges } from './changes.ts'
import type { StockStore } from './store.ts'

const kind = 'stock'

/** What an entry sends: what is desired of the item that is its subject. */
export const payloadSchema = z.object({ desired: desiredSchema })
export type StockPayload = z.infer<typeof payloadSchema>

/** A count that must not be sent any more: a person counts again. */
export const tooOld: Move = { state: 'expired', needsDecision: true }
/** What effects do to an entry. */
const moves: Record<Exclude<StockEffect['kind'], 'enqueue' | 'end' | 'read-menu'>, Move> = {
  confirmed: { state: 'confirmed' },
  'not-finished': { state: 'unknown', reason: 'not-finished', needsDecision: true },
  'too-old': tooOld,
  over: { state: 'expired' },
}

/** An item with its newest entry. */
interface WatchedItem {
  row: StockRow
  entry: StockEntry | null
}

/** The steps of an item that have a limit, each with when it began (ISO). */
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
 * The time by which a step of an item has lasted too long: the wall clock, or the forward-only one where that is further.
 * Setting the wall clock back makes nothing last longer. What ends too early only asks a person.
 */
function createRowTime(clock: Clock) {
  /** When each step was first met, on the forward-only clock. */
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
    /** Forgets every step that none of these is at. */
    keepOnly(items: readonly WatchedItem[]): void {
      const ids = new Set(items.flatMap((item) => limitedSteps(item).map(([id]) => id)))
      met = new Map(met.entries().filter(([id]) => ids.has(id)))
    },
  }
}

export type StockSteps = ReturnType<typeof createStockSteps>

/** Carries out what rules have decided, within the caller's transaction. */
export function createStockSteps(context: Context, { history }: StockStore, changes: StockChanges) {
  const { outbox, newId } = context
  const menus = context.use(menu)
  const rowTime = createRowTime(context.clock)

  function move(key: StockKey, to: Move): void {
    outbox.move(kind, key, isNotSending, to)
    changes.touch(key)
  }

  /** Has an entry that was not sent yet send this instead. Answers whether there was one. */
  function refresh(key: StockKey, desired: Desired): boolean {
    const open = outbox.open(kind, key)
    if (open?.state !== 'queued') return false
    outbox.replace(open, { desired })
    return true
  }

  /**
   * Enqueues what is desired of an item, unless a change of it is under way: then the end of that does. People are asked
   * again for a count that is too old.
   */
  function enqueue(row: StockRow): void {
    const { key, desired, requested } = row
    const entry = changes.entryOf(row)
    const now = rowTime.now({ row, entry })
    if (desired === null || entry?.delivery.state === 'sending' || isUnderWay(entry, now)) return
    if (!refresh(key, desired)) {
      move(key, notNeeded)
      const toSend = { id: newId(), kind, subject: key, payload: { desired } } as const
      // It was asked for and its entry is lost, so nobody knows whether it happened.
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
    /** Keeps the row where it became another one, and does what the step asks for. */
    take(before: StockRow, { row, effects }: Pick<StockStep, 'row' | 'effects'>): void {
      if (row !== before) changes.keep(row)
      for (const effect of effects) run(effect, row)
    },
  }
}
