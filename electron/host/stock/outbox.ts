import { z } from 'zod'
import type { StockKey } from '#contract/stock.ts'
import type { WireName } from '#domain/menu/menu-items.ts'
import { follow, type StockOutcome } from '#domain/stock/outcome.ts'
import { requestOf, type Desired } from '#domain/stock/row.ts'
import { finishWithinMs } from '#domain/stock/watch.ts'
import { isoNow, type Clock } from '../clock.ts'
import type { OutboxEntry } from '../outbox/entry.ts'
import type { OutboxKind, OutboxKinds, OutboxRules } from '../outbox/kinds.ts'
import { notSending, type Outbox } from '../outbox/outbox.ts'
import type { StockChanges } from './changes.ts'
import { requestStock } from './request.ts'
import type { StockSteps } from './steps.ts'
import { desiredSchema, type StockStore } from './store.ts'

/** At most so many items go in one request. */
const mostTogether = 50

const kinds = ['stock-switch', 'stock-count'] as const satisfies OutboxKind[]
const wireName = z.discriminatedUnion('type', [
  z.object({ type: z.literal('product'), productId: z.string() }),
  z.object({ type: z.literal('modifier'), modifierId: z.string(), modifierOptionId: z.string() }),
])

/** What is desired of an item, and how the platform calls it; null where only the item's key says so. */
const payloadSchema = z.object({ item: wireName.nullable(), desired: desiredSchema })
export type StockPayload = z.infer<typeof payloadSchema>

/** What the outbox owes the platform about stock: at most one entry an item. All within the caller's transaction. */
export interface StockEntries {
  /** Owes what is desired of an item now; one that waits already says it from now on. */
  enqueue(key: StockKey, desired: Desired): void
  /** What is desired has changed by itself: orders have worn a count down. What nothing was sent of yet says so. */
  refresh(key: StockKey, desired: Desired): void
  /** Nothing more is to be sent of it: a person decided, or the platform has listed it. */
  settle(key: StockKey): void
}

export function createStockEntries(
  outbox: Outbox,
  nameOf: (key: StockKey) => WireName | undefined,
  newId: () => string,
): StockEntries {
  function settle(key: StockKey): void {
    for (const kind of kinds) outbox.move(kind, key, notSending, 'settled')
  }
  const liveOf = (key: StockKey): OutboxEntry | null =>
    kinds.map((kind) => outbox.live(kind, key)).find((live) => live !== null) ?? null
  const payloadOf = (key: StockKey, desired: Desired): StockPayload => ({
    item: nameOf(key) ?? null,
    desired,
  })
  return {
    settle,
    refresh(key, desired) {
      const live = liveOf(key)
      if (live?.state === 'queued') outbox.replace(live, payloadOf(key, desired))
    },
    enqueue(key, desired) {
      // A lost answer may be followed by a repeat of a switch, and never by one of a count.
      const kind = desired.state === 'counted' ? 'stock-count' : 'stock-switch'
      const live = liveOf(key)
      if (live?.state === 'sending') return
      if (live?.state === 'queued' && live.kind === kind) {
        outbox.replace(live, payloadOf(key, desired))
        return
      }
      settle(key)
      outbox.enqueue({ id: newId(), kind, subject: key, payload: payloadOf(key, desired) })
    },
  }
}

const accepted = z.looseObject({ processId: z.string() })

/** How far a request is, by its entry's state; null where the entry ended for a reason that the row knows already. */
function outcomeOf(
  { subject, state, payload, words }: OutboxEntry<StockPayload>,
  answer: unknown,
  store: StockStore,
): StockOutcome | null {
  switch (state) {
    case 'sending':
      return { kind: 'sending', desired: payload.desired }
    case 'done': {
      const processId = accepted.safeParse(answer).data?.processId ?? null
      // Its process may have finished before the answer came.
      const items = processId === null ? null : store.process(processId)
      const listedAt = items?.find(({ key }) => key === subject)?.listedAt ?? null
      return { kind: 'accepted', processId, finished: items === null ? null : { listedAt } }
    }
    case 'rejected':
      return { kind: 'refused', words }
    case 'queued':
    case 'unknown':
    case 'unconfirmed':
      return { kind: state, words }
    case 'withdrawn':
    case 'dropped':
    case 'settled':
      return null
  }
}

interface RulesDeps {
  storeId: string
  store: StockStore
  changes: StockChanges
  steps: StockSteps
  clock: Clock
  /** Something will be due within so many milliseconds. */
  lookWithin(milliseconds: number): void
}

/** How changes of stock are sent, many in one `updateStock`, and what becomes of their items. */
export function stockRules(deps: RulesDeps): Pick<OutboxKinds, (typeof kinds)[number]> {
  const { storeId, changes, steps, clock } = deps

  function settle(entry: OutboxEntry<StockPayload>, answer: unknown): void {
    const outcome = outcomeOf(entry, answer, deps.store)
    if (outcome === null) return
    const before = changes.row(entry.subject)
    steps.take(before, follow(before, outcome, isoNow(clock)))
    if (outcome.kind === 'accepted') deps.lookWithin(finishWithinMs)
  }

  /** The item is known from the entry alone: a switch is sent again; a count, which orders have worn down, is asked for. */
  function salvage({ kind, subject, payload }: OutboxEntry<StockPayload>): 'keep' | 'drop' {
    const { desired } = payload
    const isCount = kind === 'stock-count'
    const requested = isCount ? requestOf(desired, 'ask-again', isoNow(clock)) : null
    changes.keep({ key: subject, desired, requested, reported: null })
    return isCount ? 'drop' : 'keep'
  }

  const rules: Omit<OutboxRules<StockPayload>, 'repeatable'> = {
    payload: payloadSchema,
    together: { batch: 'stock', most: mostTogether },
    send: (connection, entries) =>
      requestStock(
        connection,
        storeId,
        entries.map(({ subject, payload }) => ({
          key: subject,
          item: payload.item,
          availability: payload.desired,
        })),
      ),
    settle,
    salvage,
  }
  return {
    'stock-switch': { ...rules, repeatable: true },
    'stock-count': { ...rules, repeatable: false },
  }
}
