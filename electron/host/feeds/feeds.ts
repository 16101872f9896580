import { isDeepStrictEqual } from 'node:util'
import type { PollerStatus, WebhookStatus } from '#contract/status/status.ts'
import type { Settings } from '#contract/settings/settings.ts'
import { createAnswerMemory } from '#platform/call/answer-memory.ts'
import { paceOf } from '#platform/call/pace.ts'
import { idsOfOrders, listRawOrders, ordersPageSize } from '#platform/orders.ts'
import { isoNow } from '../clock.ts'
import type { InboxMessage } from '../inbox/inbox.ts'
import type { Context } from '../noun.ts'
import { createPoller } from './poller.ts'
import { listenForEvents, type Webhook } from './webhook.ts'

/** Pages of the order list: those of a whole look, and those of the short ones between two. */
const answersRemembered = 64
/** As long as whole looks are apart. */
const answersValidMs = 10 * 60_000

type Receive = (inboxMessage: InboxMessage) => Promise<unknown>

/** Null where there is nobody to ask. */
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
  /** Where two clocks are too far apart, one look asks for what is new by the one, the next by the other. */
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
  })
}

/**
 * Where orders come from: what the platform sends, and what it answers when asked. `ownId` is the store's own id, null while
 * that is not known.
 */
export function createFeeds(context: Context, ownId: () => string | null, receive: Receive) {
  const { clock, log, settings, statusChanged } = context
  let webhook: Webhook | null = null
  /** Why the listener could not be started. */
  let text: string | null = null
  /** The last event that came: by the wall clock, as screens show it, and by the forward-only one. */
  let lastEvent: { at: string; receivedAt: number } | null = null
  const lastEventAt = (): number | null => lastEvent?.receivedAt ?? null
  const poller = createOrderList(context, ownId, { receive, lastEventAt })

  /** A port that was given from outside stands above the setting. */
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
      },
      poller: poller?.status ?? { state: 'off', lastOkAt: null, error: null },
    }),
    async start(): Promise<void> {
      await listen()
      poller?.start()
    },
    /** Moves the listener where its settings changed. */
    async apply(before: Settings, after: Settings): Promise<void> {
      if (isDeepStrictEqual(placeOf(before), placeOf(after))) return
      await webhook?.close()
      await listen()
    },
    /** Asks for the whole order list at once. */
    wake: (): void => poller?.wake(),
    /** An event told something of an order. */
    received: (orderId: string): void => poller?.received(orderId),
    async close(): Promise<void> {
      poller?.stop()
      await webhook?.close()
    },
  }
}
