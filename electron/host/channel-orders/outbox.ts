import { z } from 'zod'
import { afterStep, type KeptChannelOrder } from '#domain/channel-orders/channel-order.ts'
import { failed } from '#platform/call/failure.ts'
import { completeOrder } from '#platform/sales-channel.ts'
import type { OutboxEntry } from '../outbox/entry.ts'
import { legacyState } from '../outbox/legacy.ts'
import { whenUndecided, type OutboxRules } from '../outbox/rules.ts'
import { keptSchema, type ChannelOrderStore } from './store.ts'

/** What is to be sent, with all that is kept of it: it may have to be written anew from here. */
export const completePayload = keptSchema.omit({ state: true, tabId: true, words: true })
export type CompletePayload = z.infer<typeof completePayload>

const answerSchema = z.looseObject({
  order: z.looseObject({ tabId: z.string().nullish() }),
})

const stepOf = (entry: OutboxEntry) => ({ state: legacyState(entry), words: entry.message })

interface RulesDeps {
  store: ChannelOrderStore
  /** Within the transaction: keeps it, and has it told. */
  keep(kept: KeptChannelOrder): void
}

/**
 * How an order is completed, and what becomes of it. One attempt: whether a second one does harm is not documented. The
 * channel has a token of its own, so that its 401 says nothing of the platform's.
 */
export function completeRules({ store, keep }: RulesDeps): OutboxRules<CompletePayload> {
  const known = (subject: string, payload: CompletePayload): KeptChannelOrder =>
    store.load(subject) ?? { ...payload, state: 'waiting', tabId: null, words: null }

  return {
    payload: completePayload,
    mayRepeat: () => false,
    ownAuthorization: true,
    send: (connection, entries) =>
      Promise.all(
        entries.map(({ payload: { channelId, integrationOrderId } }) =>
          channelId === connection.salesChannelConfigId
            ? completeOrder(connection, {
                params: { salesChannelConfigId: channelId },
                body: { integrationOrderId },
              })
            : // It was asked of a channel that this store is not connected with any more.
              Promise.resolve(failed('invalid', 'salesChannelConfigId: is another one now')),
        ),
      ),
    choices: (entry) =>
      entry.state === 'queued'
        ? ['dismiss']
        : whenUndecided('retry', 'mark-done', 'dismiss')(entry),
    title: ({ payload }) => payload.code ?? payload.integrationOrderId,
    changed(entry, answer) {
      const { subject, payload } = entry
      const before = store.load(subject)
      const kept = known(subject, payload)
      const tabId = answerSchema.safeParse(answer).data?.order.tabId ?? null
      const after = afterStep(kept, stepOf(entry), tabId)
      if (before === null || after !== kept) keep(after)
    },
    restore(entry) {
      keep(afterStep(known(entry.subject, entry.payload), stepOf(entry), null))
    },
  }
}
