import { z } from 'zod'
import { channelOrdersContract, type ChannelOrder } from '#contract/channel-orders.ts'
import { fail, ok } from '#contract/result.ts'
import { failed } from '#platform/call/failure.ts'
import { completeOrder } from '#platform/orders.ts'
import { isoNow } from '../clock.ts'
import type { RowFormat } from '../db/table.ts'
import { defineNoun, type Context } from '../noun.ts'
import { isUndecided } from '../outbox/outbox.ts'
import { isOpen } from '../outbox/rows.ts'
import { whenUndecided, type OutboxEntry, type OutboxRules } from '../outbox/rules.ts'
import { subjectsOf } from '../outbox/subjects.ts'

/** Completes an order. The subject of an entry is `subjectOf` the order. */
const kind = 'complete-order'

const storedSchema = z.object({
  /** The platform's salesChannelConfigId. */
  channelId: z.string(),
  integrationOrderId: z.string(),
  tabId: z.string().nullable(),
  askedAt: z.string(),
  askedOn: z.string(),
  ticketId: z.string().nullable(),
  code: z.string().nullable(),
})
/** What is stored of an order. Its outbox entry has the sending state. */
type StoredChannelOrder = z.infer<typeof storedSchema>

/** The payload holds all that is stored of the order, so that a lost row can be restored from it. */
const completePayload = storedSchema.omit({ tabId: true })
type CompletePayload = z.infer<typeof completePayload>

/** Includes the channel: another channel may have an order with the same id. */
export const subjectOf = ({
  channelId,
  integrationOrderId,
}: Pick<StoredChannelOrder, 'channelId' | 'integrationOrderId'>): string =>
  JSON.stringify([channelId, integrationOrderId])

const rowSchema = z.object({
  id: z.string(),
  asked_at: z.string(),
  /** Unused, always 0: the outbox knows what waits for a person. */
  needs_person: z.number(),
  kept: storedSchema,
})

const undecided = subjectsOf([kind], 'undecided')

const channelOrderRows: RowFormat<z.infer<typeof rowSchema>> = {
  table: 'channel_orders',
  key: 'id',
  schema: rowSchema,
  columns: rowSchema.keyof().options,
  json: ['kept'],
}

type ChannelOrderStore = ReturnType<typeof createChannelOrderStore>

/** Stores orders of the sales channel. Writes belong in the caller's transaction. */
function createChannelOrderStore(context: Pick<Context, 'rows'>) {
  const rows = context.rows(channelOrderRows)
  return {
    load: (subject: string): StoredChannelOrder | null => rows.get(subject)?.kept ?? null,
    save: (kept: StoredChannelOrder): void =>
      rows.put({ id: subjectOf(kept), asked_at: kept.askedAt, needs_person: 0, kept }),
    /** Orders that wait for a person, then the last `limit`; both newest first. */
    recent(limit: number): StoredChannelOrder[] {
      const first = rows.all(`id IN (${undecided}) ORDER BY asked_at DESC, id`)
      const last = rows.all(`id NOT IN (${undecided}) ORDER BY asked_at DESC, id LIMIT ?`, limit)
      return [...first, ...last].map(({ kept }) => kept)
    },
  }
}

const mostListed = 50

const answerSchema = z.looseObject({
  order: z.looseObject({ tabId: z.string().nullish() }),
})

/**
 * How an order is completed. There is one attempt, because no document says whether a second one
 * does harm. The channel has its own token, so its 401 says nothing about the platform's.
 * `onChange` is called within the transaction.
 */
function completeRules(
  store: ChannelOrderStore,
  onChange: () => void,
): OutboxRules<CompletePayload> {
  /** Stores the tab that the platform answered. Restores the row if it is gone. */
  function remember(subject: string, payload: unknown, tabId?: string | null): void {
    const kept = store.load(subject)
    const facts = kept ?? completePayload.safeParse(payload).data
    if (facts !== undefined && (kept === null || tabId != null))
      store.save({ ...facts, tabId: tabId ?? null })
  }

  return {
    payload: completePayload,
    mayRepeat: () => false,
    address: 'tabsUrl',
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
      onChange()
    },
  }
}

/** The orders of the outside sales channel: which of them are complete. */
export const channelOrders = defineNoun(channelOrdersContract, {
  tables: [
    {
      ...channelOrderRows,
      shows: { kinds: [kind], entries: 'all' },
      old: { since: 'asked_at' },
    },
  ],
  create(context) {
    const { db, clock, newId, outbox, connection, notify } = context
    const store = createChannelOrderStore(context)
    const onChange = (): void => notify({ type: 'channelOrders.changed' })

    /** The channel that this store is connected with; null without a channel, its address or its token. */
    function channel(): string | null {
      const { salesChannelConfigId = null, tabsUrl, channelToken } = connection ?? {}
      return tabsUrl === null || channelToken === null ? null : salesChannelConfigId
    }

    /**
     * The entry of an order. If damage lost it, nobody knows whether the order is complete, and a
     * person has to check. An order with a tab in the till is complete.
     */
    function entryOf(kept: StoredChannelOrder): OutboxEntry {
      const subject = subjectOf(kept)
      const newest = outbox.newest(kind, subject)
      // An older entry, from before the order was dismissed and requested again, says nothing about
      // this one.
      const askedAt = completePayload.safeParse(newest?.payload).data?.askedAt
      if (newest !== null && (isOpen(newest) || askedAt === kept.askedAt)) return newest
      const { tabId, ...payload } = kept
      const adopted = outbox.adopt({ id: newId(), kind, subject, payload })
      onChange()
      const confirmed =
        tabId === null ? null : outbox.move(kind, subject, isUndecided, { state: 'confirmed' })
      return confirmed ?? adopted
    }

    /** Must run within a transaction. */
    function toChannelOrder(kept: StoredChannelOrder): ChannelOrder {
      const { channelId: _channel, ...facts } = kept
      return { ...facts, subject: subjectOf(kept), delivery: outbox.deliveryOf(entryOf(kept)) }
    }
    const recent = () => db.transact(() => store.recent(mostListed).map(toChannelOrder))

    return {
      handlers: {
        'channelOrders.list': () => ok({ hasChannel: channel() !== null, orders: recent() }),

        'channelOrders.complete': ({ tapId, integrationOrderId, ticket }, { name }) =>
          db.transact(() => {
            const channelId = channel()
            if (channelId === null) return fail('not-found')
            const before = store.load(subjectOf({ channelId, integrationOrderId }))
            const known = before === null ? null : toChannelOrder(before)
            if (known !== null && known.delivery.state !== 'withdrawn') return ok(known)
            if (outbox.has(tapId)) return fail('bad-input', 'tapId: is another’s')
            const payload: CompletePayload = {
              channelId,
              integrationOrderId,
              askedAt: isoNow(clock),
              askedOn: name,
              ticketId: ticket?.id ?? null,
              code: ticket?.code ?? null,
            }
            outbox.enqueue({ id: tapId, kind, subject: subjectOf(payload), payload })
            const kept = { ...payload, tabId: null }
            store.save(kept)
            onChange()
            return ok(toChannelOrder(kept))
          }),
      },
      outbox: { [kind]: completeRules(store, onChange) },
      /** Counts damaged orders among those that wait for a person, before anybody opens the list. */
      start() {
        recent()
      },
    }
  },
})
