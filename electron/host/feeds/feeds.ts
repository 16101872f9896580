import { isDeepStrictEqual } from 'node:util'
import type { PollerStatus, WebhookStatus } from '#contract/status/status.ts'
import type { Settings } from '#contract/settings/settings.ts'
import { createAnswerMemory } from '#platform/call/answer-memory.ts'
import { paceOf } from '#platform/call/pace.ts'
import { idsOfOrders, listRawOrders, ordersPageSize, readRawOrder } from '#platform/orders.ts'
import { isoNow } from '../clock.ts'
import type { InboxMessage } from '../inbox/inbox.ts'
import type { Context } from '../noun.ts'
import { createPoller } from './poller.ts'
import { listenForEvents, type Webhook } from './webhook.ts'

/** Enough for the pages of the order list in a whole look and in the short looks between two. */
const answersRemembered = 64
/** The interval between whole looks. */
const answersValidMs = 10 * 60_000

type Receive = (inboxMessage: InboxMessage) => Promise<unknown>

/** Null if there is no connection or no store yet. */
function createOrderList(
  context: Context,
  ownId: () => string | null,
  parts: { receive: Receive; lastEventAt(): number | null },
) {
  const { clock, connection, storeId, skew } = context
  if (connection === null || storeId === null) return null
  const answers = createAnswerMemory({
    most: answersRemembered,
    validForMs: answersValidMs,
    now: () => clock.monotonic(),
    slim: idsOfOrders,
  })
  let isByPlatform = false
  let shiftMs = 0
  /** If our clock and the platform's differ too much, looks alternate between the two clocks. */
  function windowOf(from: string, page: number): string {
    if (page === 1) {
      isByPlatform = !isByPlatform
      shiftMs = isByPlatform ? skew.refusedMs : 0
    }
    return shiftMs === 0 ? from : new Date(Date.parse(from) + shiftMs).toISOString()
  }
  return createPoller(context, {
    ...parts,
    answers,
    async list(from, page) {
      await paceOf(connection).turn()
      const storesIds = [ownId() ?? storeId]
      const query = { storesIds, from: windowOf(from, page), page, limit: ordersPageSize }
      return listRawOrders(connection, { query }, { memory: answers })
    },
    async read(orderId) {
      await paceOf(connection).turn()
      return readRawOrder(connection, { params: { orderId } })
    },
  })
}

/**
 * The two sources of orders: webhook events and the platform's order list. `ownId` is the store's
 * own id, null until it is known.
 */
export function createFeeds(context: Context, ownId: () => string | null, receive: Receive) {
  const { clock, log, settings, statusChanged } = context
  let webhook: Webhook | null = null
  /** Why the listener didn't start. */
  let text: string | null = null
  /** The last event: `at` by the wall clock, for screens; `receivedAt` by the monotonic clock. */
  let lastEvent: { at: string; receivedAt: number } | null = null
  const lastEventAt = (): number | null => lastEvent?.receivedAt ?? null
  const poller = createOrderList(context, ownId, { receive, lastEventAt })

  /** A port from the command line overrides the setting. */
  const placeOf = ({ webhookAddress, webhookHosts, webhookPort }: Settings) => ({
    address: webhookAddress,
    port: context.webhookPort ?? webhookPort,
    hosts: webhookHosts,
  })

  async function listen(): Promise<void> {
    try {
      webhook = await listenForEvents(context, placeOf(settings()), {
        receive,
        onEvent() {
          lastEvent = { at: isoNow(clock), receivedAt: clock.monotonic() }
          statusChanged()
        },
      })
      text = null
    } catch (cause) {
      webhook = null
      text = cause instanceof Error ? cause.message : 'failed'
      log.error('webhook listener not started', { cause: text })
    }
    statusChanged()
  }

  return {
    status: (): { webhook: WebhookStatus; poller: PollerStatus } => ({
      webhook: {
        state: webhook === null ? (text === null ? 'off' : 'failed') : 'listening',
        address: webhook?.url ?? null,
        lastEventAt: lastEvent?.at ?? null,
        message: text,
        tokensUsedAt: context.webhookTokens.usedAt(),
      },
      poller: poller?.status ?? { state: 'off', lastOkAt: null, error: null },
    }),
    async start(): Promise<void> {
      await listen()
      poller?.start()
    },
    /** Restarts the listener if its settings changed. */
    async apply(before: Settings, after: Settings): Promise<void> {
      if (isDeepStrictEqual(placeOf(before), placeOf(after))) return
      await webhook?.close()
      await listen()
    },
    wake: (): void => poller?.wake(),
    received: (orderId: string): void => poller?.received(orderId),
    async close(): Promise<void> {
      poller?.stop()
      await webhook?.close()
    },
  }
}
