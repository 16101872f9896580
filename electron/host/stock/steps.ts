import { z } from 'zod'
import type { StockKey } from '#contract/stock.ts'
import type { WireName } from '#domain/menu/menu-items.ts'
import type { Desired, StockRow } from '#domain/stock/row.ts'
import type { StockEffect, StockStep } from '#domain/stock/step.ts'
import { isTooOld, isUnderWay } from '#domain/stock/watch.ts'
import { isNotSending, notNeeded, type Move, type Outbox } from '../outbox/outbox.ts'
import type { StockChanges } from './changes.ts'
import type { StockHistory } from './history.ts'
import type { RowTime } from './row-time.ts'
import { desiredSchema } from './store.ts'

const kind = 'stock'

const wireName = z.discriminatedUnion('type', [
  z.object({ type: z.literal('product'), productId: z.string() }),
  z.object({ type: z.literal('modifier'), modifierId: z.string(), modifierOptionId: z.string() }),
])

/** What an entry sends: what is desired of an item, and how the platform calls it; null where only the item's key says so. */
export const payloadSchema = z.object({ item: wireName.nullable(), desired: desiredSchema })
export type StockPayload = z.infer<typeof payloadSchema>

interface StepsDeps {
  changes: StockChanges
  outbox: Outbox
  history: StockHistory
  rowTime: RowTime
  newId: () => string
  /** How the platform calls an item. */
  nameOf(key: StockKey): WireName | undefined
  readMenu(): void
}

/** Carries out what rules have decided, within the caller's transaction. */
export interface StockSteps {
  /** Keeps the row where it became another one, and does what the step asks for. */
  take(before: StockRow, step: Pick<StockStep, 'row' | 'effects'>): void
  /**
   * Enqueues what is desired of an item, unless a change of it is under way: then its end does. A count that is too old is
   * asked for again.
   */
  enqueue(row: StockRow): void
  payload(key: StockKey, desired: Desired): StockPayload
  /** What waits and was not sent yet sends this instead. Answers whether there was any. */
  refresh(key: StockKey, desired: Desired): boolean
}

/** A count that must not be sent any more: a person counts again. */
export const tooOld: Move = { state: 'expired', needsDecision: true }
/** What becomes of an entry by what rules say of it. */
const moves: Record<Exclude<StockEffect['kind'], 'enqueue' | 'end' | 'read-menu'>, Move> = {
  confirmed: { state: 'confirmed' },
  'not-finished': { state: 'unknown', reason: 'not-finished', needsDecision: true },
  'too-old': tooOld,
  over: { state: 'expired' },
}

export function createStockSteps(deps: StepsDeps): StockSteps {
  const { changes, outbox, history, rowTime } = deps

  const payload = (key: StockKey, desired: Desired): StockPayload => ({
    item: deps.nameOf(key) ?? null,
    desired,
  })

  function move(key: StockKey, to: Move): void {
    outbox.move(kind, key, isNotSending, to)
    changes.touch(key)
  }

  function refresh(key: StockKey, desired: Desired): boolean {
    const open = outbox.open(kind, key)
    if (open?.state !== 'queued') return false
    outbox.replace(open, payload(key, desired))
    return true
  }

  function enqueue(row: StockRow): void {
    const { key, desired, requested } = row
    const entry = changes.entry(row)
    const now = rowTime.now({ row, entry })
    if (desired === null || entry?.delivery.state === 'sending' || isUnderWay(entry, now)) return
    if (!refresh(key, desired)) {
      move(key, notNeeded)
      const id = deps.newId()
      const toSend = { id, kind, subject: key, payload: payload(key, desired) } as const
      // Of what was asked for and has lost its entry nobody knows whether it happened.
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
        deps.readMenu()
        break
      default:
        move(row.key, moves[effect.kind])
    }
  }
  return {
    enqueue,
    payload,
    refresh,
    take(before, { row, effects }) {
      if (row !== before) changes.keep(row)
      for (const effect of effects) run(effect, row)
    },
  }
}
