import { z } from 'zod'
import type { Caller } from '#contract/shared/caller.ts'
import {
  channelOrdersContract,
  type ChannelOrder,
  type ChannelOrders as ChannelOrderList,
} from '#contract/channel-orders/channel-orders.ts'
import { fail, ok, type Result } from '#contract/shared/result.ts'
import { failed, type CallResult } from '#platform/call/failure.ts'
import type { Connection } from '#platform/connection.ts'
import { completeOrder } from '#platform/orders.ts'
import { stampNow } from '../clock/clock.ts'
import type { Rows } from '../db/rows.ts'
import type { RowFormat } from '../db/table.ts'
import { handlersOf, type HandlersOf, type Parsed } from '../dispatch.ts'
import { defineNoun, type AnyNounDefinition, type Context } from '../noun.ts'
import { isUndecided } from '../outbox/outbox.ts'
import { isOpen } from '../outbox/rows.ts'
import { whenUndecided, type OutboxEntry, type OutboxRules } from '../outbox/rules.ts'
import { subjectsOf } from '../outbox/entry-row.ts'

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

type ChannelOrderRow = z.infer<typeof rowSchema>
const channelOrderRows: RowFormat<ChannelOrderRow> = {
  table: 'channel_orders',
  key: 'id',
  schema: rowSchema,
  columns: rowSchema.keyof().options,
  json: ['kept'],
}

const maxListed = 50

/** Stores orders of the sales channel. Writes belong in the caller's transaction. */
class ChannelOrderStore {
  readonly #rows: Rows<ChannelOrderRow>

  constructor({ rows }: Pick<Context, 'rows'>) {
    this.#rows = rows(channelOrderRows)
  }

  load(subject: string): StoredChannelOrder | null {
    return this.#rows.get(subject)?.kept ?? null
  }

  save(order: StoredChannelOrder): void {
    const id = subjectOf(order)
    this.#rows.put({ id, asked_at: order.askedAt, needs_person: 0, kept: order })
  }

  /** Orders that wait for a person, then the last of the others; both newest first. */
  recent(): StoredChannelOrder[] {
    const first = this.#rows.all(`id IN (${undecided}) ORDER BY asked_at DESC, id`)
    const last = this.#rows.all(
      `id NOT IN (${undecided}) ORDER BY asked_at DESC, id LIMIT ?`,
      maxListed,
    )
    return [...first, ...last].map(({ kept }) => kept)
  }
}

const answerSchema = z.looseObject({
  order: z.looseObject({ tabId: z.string().nullish() }),
})

async function sendComplete(
  connection: Connection,
  { channelId, integrationOrderId }: CompletePayload,
): Promise<CallResult<unknown>> {
  // It was asked of a channel that this store is not connected with any more.
  if (channelId !== connection.salesChannelConfigId)
    return failed('invalid', 'salesChannelConfigId: is another one now')
  return completeOrder(connection, {
    params: { salesChannelConfigId: channelId },
    body: { integrationOrderId },
  })
}

const choicesUndecided = whenUndecided('retry', 'mark-done', 'dismiss')

/** The orders of the outside sales channel: which of them are complete. */
class ChannelOrders {
  readonly handlers: HandlersOf<'channelOrders'> = handlersOf(channelOrdersContract, this)
  /**
   * How an order is completed. There is one attempt, because no document says whether a second one
   * does harm. The channel has its own token, so its 401 says nothing about the platform's.
   */
  readonly #rules: OutboxRules<CompletePayload> = {
    payload: completePayload,
    mayRepeat: () => false,
    address: 'tabsUrl',
    ownAuthorization: true,
    send: (connection, entries) =>
      Promise.all(entries.map(({ payload }) => sendComplete(connection, payload))),
    choices: (entry) => (entry.state === 'queued' ? ['dismiss'] : choicesUndecided(entry)),
    title: ({ payload }) => payload.code ?? payload.integrationOrderId,
    changed: (entry, answer) => this.#saveOutcome(entry, answer),
  }
  readonly outbox: NonNullable<AnyNounDefinition['outbox']> = { [kind]: this.#rules }
  readonly #context: Context
  readonly #store: ChannelOrderStore

  constructor(context: Context) {
    this.#context = context
    this.#store = new ChannelOrderStore(context)
  }

  // Operations

  list(): Result<ChannelOrderList> {
    return ok({ hasChannel: this.#channel() !== null, orders: this.#recent() })
  }

  complete(
    { tapId, integrationOrderId, ticket }: Parsed<'channelOrders.complete'>,
    { name }: Caller,
  ): Result<ChannelOrder> {
    const { db, clock, outbox } = this.#context
    return db.transact(() => {
      const channelId = this.#channel()
      if (channelId === null) return fail('not-found')
      const stored = this.#store.load(subjectOf({ channelId, integrationOrderId }))
      const before = stored === null ? null : this.#toChannelOrder(stored)
      if (before !== null && before.delivery.state !== 'withdrawn') return ok(before)
      if (outbox.has(tapId)) return fail('bad-input', 'tapId: is another’s')
      const payload: CompletePayload = {
        channelId,
        integrationOrderId,
        askedAt: stampNow(clock),
        askedOn: name,
        ticketId: ticket?.id ?? null,
        code: ticket?.code ?? null,
      }
      outbox.enqueue({ id: tapId, kind, subject: subjectOf(payload), payload })
      const order = { ...payload, tabId: null }
      this.#store.save(order)
      this.#notify()
      return ok(this.#toChannelOrder(order))
    })
  }

  // The life of the store

  /** Counts damaged orders among those that wait for a person, before anybody opens the list. */
  start(): void {
    this.#recent()
  }

  #notify(): void {
    this.#context.notify({ type: 'channelOrders.changed' })
  }

  /** The channel that this store is connected with; null without a channel, its address or its token. */
  #channel(): string | null {
    const { salesChannelConfigId = null, tabsUrl, channelToken } = this.#context.connection ?? {}
    return tabsUrl === null || channelToken === null ? null : salesChannelConfigId
  }

  #recent(): ChannelOrder[] {
    return this.#context.db.transact(() =>
      this.#store.recent().map((order) => this.#toChannelOrder(order)),
    )
  }

  /** Must run within a transaction. */
  #toChannelOrder(order: StoredChannelOrder): ChannelOrder {
    const { channelId: _channel, ...facts } = order
    const delivery = this.#context.outbox.deliveryOf(this.#entryOf(order))
    return { ...facts, subject: subjectOf(order), delivery }
  }

  /**
   * The entry of an order. If damage lost it, nobody knows whether the order is complete, and a
   * person has to check. An order with a tab in the till is complete.
   */
  #entryOf(order: StoredChannelOrder): OutboxEntry {
    const { outbox, newId } = this.#context
    const subject = subjectOf(order)
    const newest = outbox.newest(kind, subject)
    // An older entry, from before the order was dismissed and requested again, says nothing about
    // this one.
    const askedAt = completePayload.safeParse(newest?.payload).data?.askedAt
    if (newest !== null && (isOpen(newest) || askedAt === order.askedAt)) return newest
    const { tabId, ...payload } = order
    const adopted = outbox.adopt({ id: newId(), kind, subject, payload })
    this.#notify()
    const confirmed =
      tabId === null ? null : outbox.move(kind, subject, isUndecided, { state: 'confirmed' })
    return confirmed ?? adopted
  }

  /** Stores the tab that the platform answered. Restores the row if it is gone. */
  #saveOutcome({ subject, payload }: OutboxEntry, answer: unknown): void {
    const tabId = answerSchema.safeParse(answer).data?.order.tabId ?? null
    const stored = this.#store.load(subject)
    const order = stored ?? completePayload.safeParse(payload).data
    if (order !== undefined && (stored === null || tabId !== null))
      this.#store.save({ ...order, tabId })
    this.#notify()
  }
}

/** The noun of the orders of the sales channel. */
export const channelOrders = defineNoun(channelOrdersContract, {
  tables: [
    {
      ...channelOrderRows,
      shows: { kinds: [kind], entries: 'all' },
      old: { since: 'asked_at' },
    },
  ],
  create: (context) => new ChannelOrders(context),
})
