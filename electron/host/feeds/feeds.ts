import { isDeepStrictEqual } from 'node:util'
import { namesOfAddress } from '#contract/public-address.ts'
import { noRelay } from '#contract/status/relay.ts'
import type { Status, WebhookStatus } from '#contract/status/status.ts'
import type { RelayFile } from '#contract/relay/relay-file.ts'
import type { StoreInChain } from '#contract/relay/subjects.ts'
import type { Settings } from '#contract/settings/settings.ts'
import { AnswerMemory } from '#platform/call/answer-memory.ts'
import { paceOf } from '#platform/call/pace.ts'
import { idsOfOrders, listRawOrders, readRawOrder } from '#platform/orders.ts'
import { isoNow } from '../clock.ts'
import type { InboxMessage } from '../inbox/inbox.ts'
import type { Context } from '../noun.ts'
import { createPoller } from './poller.ts'
import { RelayFeed } from './relay/relay-feed.ts'
import { listenForEvents, type Webhook } from './webhook.ts'

/** Enough for the pages of the order list in a whole look and in the short looks between two. */
const answersRemembered = 64
/** The interval between whole looks. */
const answersValidMs = 10 * 60_000

/** What kept the listener from starting, and the setting at fault if the system names it. */
interface ListenerFailure {
  message: string
  at: WebhookStatus['failedAt'] | null
}

const failedAtByCode: Readonly<Record<string, ListenerFailure['at']>> = {
  EADDRINUSE: 'port',
  EACCES: 'port',
  EADDRNOTAVAIL: 'address',
  ENOTFOUND: 'address',
  EAI_AGAIN: 'address',
  EINVAL: 'address',
}

function failureOf(cause: unknown): ListenerFailure {
  if (!(cause instanceof Error)) return { message: 'failed', at: null }
  const code = 'code' in cause ? String(cause.code) : ''
  return { message: cause.message, at: failedAtByCode[code] ?? null }
}

/** The store of this host, as far as it is known. */
interface OwnStore {
  /** The platform's id; null until it is known. */
  id(): string | null
  /** Whether a relay's file is for this store. */
  owns(store: StoreInChain): boolean
}

type Receive = (inboxMessage: InboxMessage) => Promise<'kept' | 'repeat'>

/** Null if there is no connection or no store yet. */
function createOrderList(
  context: Context,
  ownId: () => string | null,
  parts: { receive: Receive; lastEventAt(): number | null },
) {
  const { clock, connection, storeId, skew } = context
  if (connection === null || storeId === null) return null
  const answers = new AnswerMemory({
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
    isAway: () => context.storeMove.isAway,
    ...parts,
    answers,
    async list(from, page, limit) {
      await paceOf(connection).turn()
      const storesIds = [ownId() ?? storeId]
      const query = { storesIds, from: windowOf(from, page), page, limit }
      return listRawOrders(connection, { query }, { memory: answers })
    },
    async read(orderId) {
      await paceOf(connection).turn()
      return readRawOrder(connection, { params: { orderId } })
    },
  })
}

/**
 * The sources of orders: webhook events, the same events by a chain's relay, and the platform's
 * order list.
 */
export function createFeeds(context: Context, { id: ownId, owns }: OwnStore, receive: Receive) {
  const { clock, log, settings, statusChanged, announce } = context
  let webhook: Webhook | null = null
  /** Why the listener didn't start. */
  let failure: ListenerFailure | null = null
  /** When the listener got its last event, ISO. */
  let lastPostedAt: string | null = null
  /** The last event, also by the relay, by the monotonic clock. */
  let lastEventAt: number | null = null
  let relay: RelayFeed | null = null
  let relayFile = context.relayFile ?? null
  let isStarted = false
  let isClosed = false
  const poller = createOrderList(context, ownId, { receive, lastEventAt: () => lastEventAt })

  /** A port from the command line overrides the setting. */
  const placeOf = ({ webhookAddress, webhookPort }: Settings) => ({
    address: webhookAddress,
    port: context.webhookPort ?? webhookPort,
  })
  const namesOf = ({ publicEventsAddress, webhookHosts }: Settings) => [
    ...namesOfAddress(publicEventsAddress),
    ...webhookHosts,
  ]

  async function listen(): Promise<void> {
    try {
      const now = settings()
      const place = { ...placeOf(now), names: namesOf(now) }
      webhook = await listenForEvents(context, place, {
        receive,
        onEvent() {
          lastPostedAt = isoNow(clock)
          lastEventAt = clock.monotonic()
          statusChanged()
        },
      })
      failure = null
    } catch (cause) {
      webhook = null
      failure = failureOf(cause)
      log.error('webhook listener not started', { cause: failure.message })
    }
    statusChanged()
  }

  /**
   * Events of another store would be lost to it, so its file isn't used. A store that is known only
   * by an id of its own is compared once the platform has answered.
   */
  function openRelay(): void {
    if (relay !== null || relayFile === null || !isStarted || isClosed) return
    if (!owns(relayFile)) {
      if (ownId() !== null) log.warn('relay file of another store: not used')
      return
    }
    relay = new RelayFeed(context, relayFile, {
      receive,
      onEvent: () => (lastEventAt = clock.monotonic()),
      onConnected: () => void announce('relay.connected', null),
    })
  }
  async function closeRelay(): Promise<void> {
    const closing = relay
    relay = null
    await closing?.close()
  }

  return {
    status: (): Pick<Status, 'webhook' | 'poller' | 'relay'> => ({
      webhook: {
        state: webhook === null ? (failure === null ? 'off' : 'failed') : 'listening',
        address: webhook?.url ?? null,
        lastEventAt: lastPostedAt,
        message: failure?.message ?? null,
        ...(failure?.at != null && { failedAt: failure.at }),
        tokensUsedAt: context.webhookTokens.usedAt(),
      },
      poller: poller?.status ?? { state: 'off', lastOkAt: null, error: null },
      relay: relay?.status ?? noRelay,
    }),
    async start(): Promise<void> {
      await listen()
      poller?.start()
      isStarted = true
      openRelay()
    },
    /** Fetches events by the relay of this file from now on; null for none. */
    async useRelay(file: RelayFile | null): Promise<void> {
      relayFile = file
      await closeRelay()
      openRelay()
      statusChanged()
    },
    /** The file of the relay in use, or of one that waits until the store is known. */
    relayFile: (): RelayFile | null => relayFile,
    /** Sends a status of this store to its chain; returns false, and drops it, without a connection. */
    sendStatus: (text: string): boolean => relay?.sendStatus(text) ?? false,
    /** The store is known now. */
    openRelay,
    /** Restarts the listener if its place changed. Other names apply at once. */
    async apply(before: Settings, after: Settings): Promise<void> {
      webhook?.acceptNames(namesOf(after))
      if (isDeepStrictEqual(placeOf(before), placeOf(after))) return
      await webhook?.close()
      await listen()
    },
    wake(): void {
      poller?.wake()
      relay?.wake()
    },
    received: (orderId: string): void => poller?.received(orderId),
    async close(): Promise<void> {
      isClosed = true
      poller?.stop()
      await closeRelay()
      await webhook?.close()
    },
  }
}
