import type { ChannelOrder } from '#contract/channel-orders.ts'
import { fail, ok } from '#contract/result.ts'
import {
  afterWord,
  subjectOf,
  type KeptChannelOrder,
} from '#domain/channel-orders/channel-order.ts'
import type { Connection } from '#platform/connection.ts'
import { isoNow, type Clock } from '../clock.ts'
import type { Database } from '../db/open.ts'
import type { HandlersOf } from '../dispatch.ts'
import type { Log } from '../log.ts'
import type { Noun } from '../noun.ts'
import {
  dismissed,
  isQueued,
  isUndecided,
  markedDone,
  queuedAgain,
  withdrawn,
  type Outbox,
} from '../outbox/outbox.ts'
import type { OutboxKinds } from '../outbox/rules.ts'
import { completeRules } from './outbox.ts'
import { createChannelOrderStore } from './store.ts'

interface ChannelOrdersDeps {
  db: Database
  log: Log
  clock: Clock
  newId: () => string
  outbox: Outbox
  /** Null where there is nobody to tell. */
  connection: Connection | null
}

/** The noun of the outside sales channel's orders: which of them are complete. */
export interface ChannelOrders extends Noun {
  readonly handlers: HandlersOf<'channelOrders'>
  readonly outbox: Pick<OutboxKinds, 'complete-order'>
}

const kind = 'complete-order'
const most = 50

const view = ({ channelId: _channel, ...order }: KeptChannelOrder): ChannelOrder => order

export function createChannelOrders(deps: ChannelOrdersDeps): ChannelOrders {
  const { db, clock, outbox } = deps
  const store = createChannelOrderStore(db, deps.log)
  let touched = false

  /** The channel that this store is connected with; null where there is none, or nothing by which it could be told. */
  function channel(): string | null {
    const { salesChannelConfigId = null, tabsUrl, channelToken } = deps.connection ?? {}
    return tabsUrl === null || channelToken === null ? null : salesChannelConfigId
  }

  function keep(kept: KeptChannelOrder): void {
    store.save(kept)
    touched = true
  }

  function enqueue(
    { state: _state, tabId: _tab, words: _words, ...payload }: KeptChannelOrder,
    id: string,
  ) {
    outbox.enqueue({ id, kind, subject: subjectOf(payload), payload })
  }

  return {
    outbox: { [kind]: completeRules({ store, keep }) },
    changes() {
      if (!touched) return []
      touched = false
      return [{ type: 'channelOrders.changed' }]
    },
    /** Of what waits, and whose entry was damaged, nobody would send or say anything any more: a person looks. */
    start() {
      const adrift = store
        .recent(most)
        .filter(({ state }) => state === 'waiting' || state === 'sending')
        .filter((kept) => outbox.open(kind, subjectOf(kept)) === null)
      if (adrift.length === 0) return
      db.transact(() => {
        for (const kept of adrift) keep({ ...kept, state: 'may-be-complete', words: null })
      })
    },
    rolledBack() {
      // What was told too often is asked for once more, and no harm done.
      touched = true
    },
    handlers: {
      'channelOrders.list': () =>
        ok({ hasChannel: channel() !== null, orders: store.recent(most).map(view) }),

      'channelOrders.complete': ({ tapId, integrationOrderId, ticket }, { name }) =>
        db.transact(() => {
          const channelId = channel()
          if (channelId === null) return fail('not-found')
          const subject = subjectOf({ channelId, integrationOrderId })
          const before = store.load(subject)
          if (before !== null && before.state !== 'discarded') return ok(view(before))
          if (outbox.has(tapId)) return fail('bad-input', 'tapId: is another’s')
          const kept: KeptChannelOrder = {
            channelId,
            integrationOrderId,
            state: 'waiting',
            tabId: null,
            words: null,
            askedAt: isoNow(clock),
            askedOn: name,
            ticketId: ticket?.id ?? null,
            code: ticket?.code ?? null,
          }
          enqueue(kept, tapId)
          keep(kept)
          return ok(view(kept))
        }),

      'channelOrders.decide': ({ integrationOrderId, choice }) =>
        db.transact(() => {
          const kept = store
            .recent(most)
            .find((each) => each.integrationOrderId === integrationOrderId)
          if (kept === undefined) return fail('not-found')
          const state = afterWord(kept, choice)
          if (state === null) return fail('too-late')
          const subject = subjectOf(kept)
          const isUnsent = kept.state === 'waiting'
          const moved = isUnsent
            ? outbox.move(kind, subject, isQueued, withdrawn)
            : outbox.move(kind, subject, isUndecided, entryAfter[choice])
          // It went on the wire just now; or its entry was lost, and only the row is left to be decided.
          if (moved === null && outbox.open(kind, subject) !== null) return fail('too-late')
          if (moved === null && choice === 'send-again') enqueue(kept, deps.newId())
          keep({ ...kept, state, words: null })
          return ok(null)
        }),
    },
  }
}

const entryAfter = {
  'it-is-complete': markedDone,
  'send-again': queuedAgain,
  discard: dismissed,
} as const
