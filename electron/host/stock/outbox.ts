import { z } from 'zod'
import { isOver } from '#domain/stock/availability.ts'
import { follow, type StockOutcome } from '#domain/stock/outcome.ts'
import { requestOf } from '#domain/stock/row.ts'
import { finishWithinMs } from '#domain/stock/watch.ts'
import { isoNow, type Clock } from '../clock.ts'
import type { OutboxEntry } from '../outbox/entry.ts'
import { legacyState } from '../outbox/legacy.ts'
import { notNeeded, type Outbox } from '../outbox/outbox.ts'
import { whenUndecided, type OutboxKinds, type OutboxRules } from '../outbox/rules.ts'
import type { StockChanges } from './changes.ts'
import { payloadSchema, type StockPayload } from './entries.ts'
import { requestStock } from './request.ts'
import type { StockSteps } from './steps.ts'
import type { StockStore } from './store.ts'

/** At most so many items go in one request. */
const mostTogether = 50

/** Orders take from a count meanwhile, so that a repeat would oversell. */
const isCount = ({ desired }: StockPayload): boolean => desired.state === 'counted'

const accepted = z.looseObject({ processId: z.string() })

/** How far a request is, by its entry's state; null where the entry ended for a reason that the row knows already. */
function outcomeOf(
  entry: OutboxEntry<StockPayload>,
  answer: unknown,
  store: StockStore,
): StockOutcome | null {
  const { subject, message: words } = entry
  const state = legacyState(entry)
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
  outbox: Outbox
  nameOf(key: string): string
  changes: StockChanges
  steps: StockSteps
  clock: Clock
  /** Something will be due within so many milliseconds. */
  checkWithin(milliseconds: number): void
}

/** How changes of stock are sent, many in one `updateStock`, and what becomes of their items. */
export function stockRules(deps: RulesDeps): Pick<OutboxKinds, 'stock'> {
  const { storeId, changes, steps, clock } = deps

  function changed(entry: OutboxEntry<StockPayload>, answer: unknown): void {
    const outcome = outcomeOf(entry, answer, deps.store)
    if (outcome === null) return
    const before = changes.row(entry.subject)
    steps.take(before, follow(before, entry.payload.desired, outcome, isoNow(clock)))
    if (outcome.kind === 'accepted') deps.checkWithin(finishWithinMs)
    // A count may have become too old there.
    if (isCount(entry.payload) && outcome.kind === 'queued') deps.checkWithin(0)
  }

  /** The item is known from the entry alone: a switch is sent again; a count, which orders have worn down, is asked for. */
  function restore({ kind, subject, payload }: OutboxEntry<StockPayload>): void {
    const { desired } = payload
    const requested = isCount(payload) ? requestOf(desired, 'ask-again', isoNow(clock)) : null
    changes.keep({ key: subject, desired, requested, reported: null })
    if (isCount(payload)) deps.outbox.move(kind, subject, () => true, notNeeded)
  }

  const rules: OutboxRules<StockPayload> = {
    mayRepeat: (payload) => !isCount(payload),
    choices: whenUndecided('retry', 'mark-done'),
    title: ({ subject }) => deps.nameOf(subject),
    payload: payloadSchema,
    together: mostTogether,
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
    changed,
    restore,
  }
  return { stock: rules }
}
