import { z } from 'zod'
import { isOver } from '#domain/stock/availability.ts'
import { requestOf } from '#domain/stock/row.ts'
import { afterAttempt, finishWithinMs } from '#domain/stock/watch.ts'
import { isoNow, type Clock } from '../clock.ts'
import type { OutboxEntry } from '../outbox/entry.ts'
import type { Outbox } from '../outbox/outbox.ts'
import type { OutboxKinds, OutboxRules } from '../outbox/rules.ts'
import type { StockChanges } from './changes.ts'
import type { StockHistory } from './history.ts'
import { requestStock } from './request.ts'
import { payloadSchema, tooOld, type StockPayload, type StockSteps } from './steps.ts'
import type { StockStore } from './store.ts'

/** At most so many items go in one request. */
const mostTogether = 50

/** Orders take from a count meanwhile, so that a repeat would oversell. */
const isCount = ({ desired }: StockPayload): boolean => desired.state === 'counted'

const accepted = z.looseObject({ processId: z.string() })

interface RulesDeps {
  storeId: string
  store: StockStore
  outbox: Outbox
  nameOf(key: string): string
  changes: StockChanges
  history: StockHistory
  steps: StockSteps
  clock: Clock
  /** Something will be due within so many milliseconds. */
  checkWithin(milliseconds: number): void
}

/** How changes of stock are sent, many in one `updateStock`, and what becomes of their items. */
export function stockRules(deps: RulesDeps): Pick<OutboxKinds, 'stock'> {
  const { storeId, changes, steps, clock } = deps

  /** What the platform's answer says of an item; null where it did not take it. */
  function takenOf({ subject, state }: OutboxEntry, answer: unknown) {
    if (state !== 'accepted') return null
    const processId = accepted.safeParse(answer).data?.processId ?? null
    const items = processId === null ? null : deps.store.process(processId)
    const listedAt = items?.find(({ key }) => key === subject)?.listedAt ?? null
    return { processId, finished: items === null ? null : { listedAt } }
  }

  function changed(entry: OutboxEntry<StockPayload>, answer: unknown): void {
    const { subject: key, payload, state } = entry
    changes.touch(key)
    // What cannot be read was not sent: what is desired is enqueued again.
    if (!payloadSchema.safeParse(payload).success) {
      deps.checkWithin(0)
      return
    }
    const before = changes.row(key)
    // A person said that it happened: there is nothing more to show of it.
    if (state === 'confirmed') {
      deps.history.end(key, isoNow(clock))
      changes.keep({ ...before, desired: null, requested: null })
      return
    }
    const step = afterAttempt(before, payload.desired, state, takenOf(entry, answer))
    steps.take(before, step)
    if (state === 'accepted') deps.checkWithin(finishWithinMs)
    // A count may have become too old there.
    if (isCount(payload) && state === 'queued') deps.checkWithin(0)
  }

  /** As it is by now: orders have worn a count down since. */
  function retried({ subject }: OutboxEntry): StockPayload | null {
    const { desired } = changes.row(subject)
    return desired && steps.payload(subject, desired)
  }

  /** The item is known from the entry alone: a switch is sent again; a count, which orders have worn down, is asked for. */
  function restore(entry: OutboxEntry<StockPayload>): void {
    const { kind, subject, payload, state } = entry
    const { desired } = payload
    const isAsked = isCount(payload) || state !== 'queued'
    const requested = isAsked ? requestOf(desired) : null
    changes.keep({ key: subject, desired, requested, reported: null })
    if (isCount(payload) && state !== 'accepted')
      deps.outbox.move(kind, subject, () => true, tooOld)
  }

  const rules: OutboxRules<StockPayload> = {
    mayRepeat: (payload) => !isCount(payload),
    // A count that is too old to send is counted again, which is another change.
    choices: ({ needsDecision, state }) =>
      needsDecision ? (state === 'expired' ? ['mark-done'] : ['retry', 'mark-done']) : [],
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
    confirmsLater: true,
    changed,
    retried,
    restore,
  }
  return { stock: rules }
}
