import { z } from 'zod'
import { isOver } from '#domain/stock/availability.ts'
import { requestOf } from '#domain/stock/row.ts'
import { afterAttempt, finishWithinMs } from '#domain/stock/watch.ts'
import { isoNow } from '../clock.ts'
import { menu } from '../menu/menu.ts'
import type { Context } from '../noun.ts'
import type { OutboxEntry, OutboxRules } from '../outbox/rules.ts'
import type { StockChanges } from './changes.ts'
import { requestStock } from './request.ts'
import { payloadSchema, tooOld, type StockPayload, type StockSteps } from './steps.ts'
import type { StockStore } from './store.ts'
import type { StockWatch } from './watch.ts'

/** At most so many items go in one request. */
const mostTogether = 50

/** Orders take from a count meanwhile, so that a repeat would oversell. */
const isCount = ({ desired }: StockPayload): boolean => desired.state === 'counted'

const accepted = z.looseObject({ processId: z.string() })

/** How changes of stock are sent, many in one `updateStock`, and what becomes of their items. */
export function stockRules(
  context: Context,
  store: StockStore,
  changes: StockChanges,
  steps: StockSteps,
  watch: StockWatch,
): OutboxRules<StockPayload> {
  const menus = context.use(menu)

  /** What the platform's answer says of an item; null where it did not take it. */
  function takenOf({ subject, state }: OutboxEntry, answer: unknown) {
    if (state !== 'accepted') return null
    const processId = accepted.safeParse(answer).data?.processId ?? null
    const items = processId === null ? null : store.process(processId)
    const listedAt = items?.find(({ key }) => key === subject)?.listedAt ?? null
    return { processId, finished: items === null ? null : { listedAt } }
  }

  return {
    payload: payloadSchema,
    address: 'v1Url',
    together: mostTogether,
    confirmsLater: true,
    mayRepeat: (payload) => !isCount(payload),
    // A count that is too old to send is counted again, which is another change.
    choices: ({ needsDecision, state }) =>
      needsDecision ? (state === 'expired' ? ['mark-done'] : ['retry', 'mark-done']) : [],
    title: ({ subject }) => menus.items.items.find(({ key }) => key === subject)?.name ?? '',
    isPast: ({ payload }, now) => isOver(payload.desired, now),
    send: (connection, entries) => requestStock(connection, context.storeId ?? '', entries),
    changed(entry, answer) {
      const { subject: key, payload, state } = entry
      changes.touch(key)
      // What cannot be read was not sent: what is desired is enqueued again.
      if (!payloadSchema.safeParse(payload).success) {
        watch.checkWithin(0)
        return
      }
      const before = changes.row(key)
      // A person said that it happened: there is nothing more to show of it.
      if (state === 'confirmed') {
        store.history.end(key, isoNow(context.clock))
        changes.keep({ ...before, desired: null, requested: null })
        return
      }
      steps.take(before, afterAttempt(before, payload.desired, state, takenOf(entry, answer)))
      if (state === 'accepted') watch.checkWithin(finishWithinMs)
      // A count may have become too old while it was queued.
      if (isCount(payload) && state === 'queued') watch.checkWithin(0)
    },
    // As it is by now: orders have worn a count down since.
    retried({ subject }) {
      const { desired } = changes.row(subject)
      return desired && steps.payload(subject, desired)
    },
    // The item is known from the entry alone: a switch is sent again, and people are asked for a count, which orders have worn down.
    restore({ kind, subject, payload, state }) {
      const { desired } = payload
      const isAsked = isCount(payload) || state !== 'queued'
      const requested = isAsked ? requestOf(desired) : null
      changes.keep({ key: subject, desired, requested, reported: null })
      if (isCount(payload) && state !== 'accepted')
        context.outbox.move(kind, subject, () => true, tooOld)
    },
  }
}
