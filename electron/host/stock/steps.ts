import { z } from 'zod'
import type { StockKey } from '#contract/stock/stock.ts'
import { desiredSchema, type Desired, type StockEntry, type StockRow } from '#domain/stock/row.ts'
import { type StockEffect, type StockStep, isTooOld, isUnderWay } from '#domain/stock/watch.ts'
import type { Clock } from '../clock/clock.ts'
import { menu, type Menu } from '../menu/menu.ts'
import type { Context } from '../noun.ts'
import { isNotSending, notNeeded } from '../outbox/outbox.ts'
import type { Move } from '../outbox/rules.ts'
import type { StockChanges } from './changes.ts'
import type { StockHistory } from './store.ts'

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
class RowTime {
  readonly #clock: Clock
  /** When each step was first seen, on the forward-only clock. */
  #seenAt = new Map<string, number>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** Epoch milliseconds. */
  now(item: WatchedItem): number {
    const steps = limitedSteps(item)
    return Math.max(
      this.#clock.now(),
      ...steps.map(([id, since]) => Date.parse(since) + this.#ageOf(id)),
    )
  }

  keepOnly(items: readonly WatchedItem[]): void {
    const ids = new Set(items.flatMap((item) => limitedSteps(item).map(([id]) => id)))
    this.#seenAt = new Map(this.#seenAt.entries().filter(([id]) => ids.has(id)))
  }

  #ageOf(id: string): number {
    const at = this.#seenAt.get(id) ?? this.#clock.monotonic()
    this.#seenAt.set(id, at)
    return this.#clock.monotonic() - at
  }
}

/** Carries out the effects that the rules return. Call within a transaction. */
export class StockSteps {
  readonly rowTime: RowTime
  readonly #context: Context
  readonly #history: StockHistory
  readonly #changes: StockChanges
  readonly #menus: Menu

  constructor(context: Context, history: StockHistory, changes: StockChanges) {
    this.rowTime = new RowTime(context.clock)
    this.#context = context
    this.#history = history
    this.#changes = changes
    this.#menus = context.use(menu)
  }

  /** Saves the row if it changed, and carries out the effects. */
  apply(before: StockRow, { row, effects }: Pick<StockStep, 'row' | 'effects'>): void {
    if (row !== before) this.#changes.save(row)
    for (const effect of effects) this.#carryOut(effect, row)
  }

  /**
   * Enqueues the desired state unless a change is in progress, whose end enqueues it. A count that
   * is too old asks a person instead.
   */
  enqueue(row: StockRow): void {
    const { key, desired, requested } = row
    const entry = this.#changes.entryOf(row)
    const now = this.rowTime.now({ row, entry })
    if (desired === null || entry?.delivery.state === 'sending' || isUnderWay(entry, now)) return
    if (!this.refresh(key, desired)) {
      this.#move(key, notNeeded)
      const { outbox, newId } = this.#context
      const toSend = { id: newId(), kind, subject: key, payload: { desired } } as const
      // It was requested and its entry is lost, so the outcome is unknown.
      if (requested?.tapId === desired.tapId) outbox.adopt(toSend)
      else outbox.enqueue(toSend)
    }
    if (isTooOld(desired, now)) this.#move(key, tooOld)
  }

  /** Replaces the payload of an entry that wasn't sent yet. Returns whether there was one. */
  refresh(key: StockKey, desired: Desired): boolean {
    const { outbox } = this.#context
    const open = outbox.open(kind, key)
    if (open?.state !== 'queued') return false
    outbox.replace(open, { desired })
    return true
  }

  #move(key: StockKey, to: Move): void {
    this.#context.outbox.move(kind, key, isNotSending, to)
    this.#changes.touch(key)
  }

  #carryOut(effect: StockEffect, row: StockRow): void {
    switch (effect.kind) {
      case 'enqueue':
        this.enqueue(row)
        break
      case 'end':
        this.#history.end(row.key, effect.at)
        break
      case 'read-menu':
        this.#menus.readAgain()
        break
      default:
        this.#move(row.key, moves[effect.kind])
    }
  }
}
