import { z } from 'zod'
import { failed } from '#platform/call/failure.ts'
import { completeOrder } from '#platform/sales-channel.ts'
import { whenUndecided, type OutboxRules } from '../outbox/rules.ts'
import { completePayload, type ChannelOrderStore, type CompletePayload } from './store.ts'

const answerSchema = z.looseObject({
  order: z.looseObject({ tabId: z.string().nullish() }),
})

interface RulesDeps {
  store: ChannelOrderStore
  /** Within the transaction: has the screens told. */
  touch(): void
}

/**
 * How an order is completed, and what becomes of it. One attempt: whether a second one does harm is not documented. The
 * channel has a token of its own, so that its 401 says nothing of the platform's.
 */
export function completeRules({ store, touch }: RulesDeps): OutboxRules<CompletePayload> {
  /** Keeps the account that the platform has told; where the row is gone, it comes back. */
  function remember(subject: string, payload: unknown, tabId?: string | null): void {
    const kept = store.load(subject)
    const facts = kept ?? completePayload.safeParse(payload).data
    if (facts !== undefined && (kept === null || tabId != null))
      store.save({ ...facts, tabId: tabId ?? null })
  }

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
    changed({ subject, payload }, answer) {
      remember(subject, payload, answerSchema.safeParse(answer).data?.order.tabId)
      touch()
    },
    restore: ({ subject, payload }) => remember(subject, payload),
  }
}
