import { z } from 'zod'
import { isOver } from '#domain/stock/availability.ts'
import { follow, type StockOutcome } from '#domain/stock/outcome.ts'
import { requestOf } from '#domain/stock/row.ts'
import { finishWithinMs } from '#domain/stock/watch.ts'
import { isoNow, type Clock } from '../clock.ts'
import type { OutboxEntry } from '../outbox/entry.ts'
import type { OutboxKinds, OutboxRules } from '../outbox/rules.ts'
import type { StockChanges } from './changes.ts'
import { payloadSchema, type StockPayload } from './entries.ts'
import { requestStock } from './request.ts'
import type { StockSteps } from './steps.ts'
import type { StockStore } from './store.ts'

/** At most so many items go in one request. */
const mostTogether = 50

const accepted = z.looseObject({ processId: z.string() })

/** How far a request is, by its entry's state; null where the entry ended for a reason that the row knows already. */
function outcomeOf(
  { subject, state, words }: OutboxEntry<StockPayload>,
  answer: unknown,
  store: StockStore,
): StockOutcome | null {
  switch (state) {
    case 'sending':
      return { kind: 'sending' }
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
  checkWithin(milliseconds: number): void
}

/** How changes of stock are sent, many in one `updateStock`, and what becomes of their items. */
export function stockRules(deps: RulesDeps): Pick<OutboxKinds, 'stock-switch' | 'stock-count'> {
  const { storeId, changes, steps, clock } = deps

  function settle(entry: OutboxEntry<StockPayload>, answer: unknown): void {
    const outcome = outcomeOf(entry, answer, deps.store)
    if (outcome === null) return
    const before = changes.row(entry.subject)
    steps.take(before, follow(before, entry.payload.desired, outcome, isoNow(clock)))
    if (outcome.kind === 'accepted') deps.checkWithin(finishWithinMs)
    // A count may have become too old there.
    if (entry.kind === 'stock-count' && outcome.kind === 'queued') deps.checkWithin(0)
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
    isPast: ({ payload }, now) => isOver(payload.desired, now),
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
