import { channelOrdersContract, type ChannelOrder } from '#contract/channel-orders.ts'
import type { HostEvent } from '#contract/index.ts'
import { fail, ok } from '#contract/result.ts'
import type { Connection } from '#platform/connection.ts'
import { isoNow, type Clock } from '../clock.ts'
import type { Database } from '../db/open.ts'
import type { Log } from '../log.ts'
import { defineNoun, type NounParts } from '../noun.ts'
import { isOpen, type OutboxEntry } from '../outbox/entry.ts'
import { isUndecided, type Move, type Outbox } from '../outbox/outbox.ts'
import { completeRules } from './outbox.ts'
import {
  completePayload,
  createChannelOrderStore,
  subjectOf,
  type CompletePayload,
  type KeptChannelOrder,
} from './store.ts'

interface ChannelOrdersDeps {
  db: Database
  log: Log
  clock: Clock
  newId: () => string
  outbox: Outbox
  /** Null where there is nobody to tell. */
  connection: Connection | null
}

const kind = 'complete-order'
const most = 50
const complete: Move = { state: 'confirmed' }

function createChannelOrders(
  deps: ChannelOrdersDeps,
): NounParts<typeof channelOrdersContract, undefined, typeof kind> {
  const { db, clock, outbox } = deps
  const store = createChannelOrderStore(db, deps.log)
  let touched = false
  const touch = (): void => void (touched = true)

  /** The channel that this store is connected with; null where there is none, or nothing by which it could be told. */
  function channel(): string | null {
    const { salesChannelConfigId = null, tabsUrl, channelToken } = deps.connection ?? {}
    return tabsUrl === null || channelToken === null ? null : salesChannelConfigId
  }

  /**
   * The entry of an order. Where its own was damaged nobody sends or says anything any more, and a person has to look: it may
   * be complete. What has an account in the till is.
   */
  function entryOf(kept: KeptChannelOrder): OutboxEntry {
    const subject = subjectOf(kept)
    const newest = outbox.newest(kind, subject)
    // One from before it was given up and asked for anew says nothing of this one.
    const askedAt = completePayload.safeParse(newest?.payload).data?.askedAt
    if (newest !== null && (isOpen(newest) || askedAt === kept.askedAt)) return newest
    const { tabId, ...payload } = kept
    const adopted = outbox.adopt({ id: deps.newId(), kind, subject, payload })
    touch()
    const confirmed = tabId === null ? null : outbox.move(kind, subject, isUndecided, complete)
    return confirmed ?? adopted
  }

  /** Within a transaction. */
  const view = (kept: KeptChannelOrder): ChannelOrder => {
    const { channelId: _channel, ...facts } = kept
    return { ...facts, subject: subjectOf(kept), delivery: outbox.deliveryOf(entryOf(kept)) }
  }
  const recent = () => db.transact(() => store.recent(most).map(view))

  return {
    outbox: { [kind]: completeRules({ store, touch }) },
    changes(): HostEvent[] {
      if (!touched) return []
      touched = false
      return [{ type: 'channelOrders.changed' }]
    },
    /** So that what was damaged counts among what waits for a person before anybody asks. */
    start() {
      recent()
    },
    // What was told too often is asked for once more, and no harm done.
    rolledBack: touch,
    handlers: {
      'channelOrders.list': () => ok({ hasChannel: channel() !== null, orders: recent() }),

      'channelOrders.complete': ({ tapId, integrationOrderId, ticket }, { name }) =>
        db.transact(() => {
          const channelId = channel()
          if (channelId === null) return fail('not-found')
          const before = store.load(subjectOf({ channelId, integrationOrderId }))
          const known = before === null ? null : view(before)
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
          touch()
          return ok(view(kept))
        }),
    },
  }
}

/** The noun of the outside sales channel's orders: which of them are complete. */
export const channelOrders = defineNoun(channelOrdersContract, {
  tables: [
    {
      name: 'channel_orders',
      shows: { kinds: [kind], entries: 'all' },
      old: { since: 'asked_at' },
    },
  ],
  create: createChannelOrders,
})
