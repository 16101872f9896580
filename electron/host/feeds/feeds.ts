import { isDeepStrictEqual } from 'node:util'
import { namesOfAddress } from '#contract/shared/public-address.ts'
import { noRelay } from '#contract/status/relay.ts'
import type { Status, WebhookStatus } from '#contract/status/status.ts'
import type { RelayFile } from '#contract/relay/relay-file.ts'
import type { StoreInChain } from '#contract/relay/subjects.ts'
import type { Settings } from '#contract/settings/settings.ts'
import { isoNow, type Clock } from '../clock/clock.ts'
import type { NewInboxMessage } from '../inbox/inbox.ts'
import type { Context } from '../noun.ts'
import { OrderRequests } from './order-requests.ts'
import { Poller, type PollerParts } from './poller.ts'
import { RelayFeed } from './relay/relay-feed.ts'
import { listenForEvents, type Webhook } from './webhook.ts'

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

const namesOf = ({ publicEventsAddress, webhookHosts }: Settings): string[] => [
  ...namesOfAddress(publicEventsAddress),
  ...webhookHosts,
]

/** The store of this host, as far as it is known. */
interface OwnStore {
  /** The platform's id; null until it is known. */
  id(): string | null
  /** Whether a relay's file is for this store. */
  owns(store: StoreInChain): boolean
}

type Receive = (inboxMessage: NewInboxMessage) => Promise<'kept' | 'repeat'>

/** Null if there is no connection or no store yet. */
function pollerOf(
  context: Context,
  own: OwnStore,
  parts: Pick<PollerParts, 'receive' | 'lastEventAt' | 'takeReceived'>,
): Poller | null {
  const { connection, storeId, storeMove } = context
  if (connection === null || storeId === null) return null
  const requests = new OrderRequests(context, connection, () => own.id() ?? storeId)
  return new Poller(context, {
    ...parts,
    isAway: () => storeMove.isAway,
    answers: requests.answers,
    list: (from, page, limit) => requests.list(from, page, limit),
    read: (orderId) => requests.read(orderId),
  })
}

/** The limit of orders that no look has taken yet; the oldest are dropped first. */
const maxReceived = 5_000

/** The orders of which events arrived since the last look at the order list. */
export class ReceivedOrders {
  readonly #clock: Clock
  #at = new Map<string, number>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  add(orderId: string): void {
    this.#at.delete(orderId)
    this.#at.set(orderId, this.#clock.monotonic())
    const [oldest] = this.#at.keys()
    if (this.#at.size > maxReceived && oldest !== undefined) this.#at.delete(oldest)
  }

  /** When the last event of each arrived, by the monotonic clock. */
  takeAll(): ReadonlyMap<string, number> {
    const received = this.#at
    this.#at = new Map()
    return received
  }
}

/**
 * The sources of orders: webhook events, the same events by a chain's relay, and the platform's
 * order list.
 */
export class Feeds {
  readonly #context: Context
  readonly #own: OwnStore
  readonly #receive: Receive
  readonly #poller: Poller | null
  #webhook: Webhook | null = null
  /** Why the listener didn't start. */
  #failure: ListenerFailure | null = null
  /** When the listener got its last event, ISO. */
  #lastPostedAt: string | null = null
  /** The last event, also by the relay, by the monotonic clock. */
  #lastEventAt: number | null = null
  readonly #received: ReceivedOrders
  #relay: RelayFeed | null = null
  #relayFile: RelayFile | null
  #isStarted = false
  #isClosed = false

  constructor(context: Context, own: OwnStore, receive: Receive) {
    this.#context = context
    this.#own = own
    this.#receive = receive
    this.#relayFile = context.relayFile ?? null
    this.#received = new ReceivedOrders(context.clock)
    this.#poller = pollerOf(context, own, {
      receive,
      lastEventAt: () => this.#lastEventAt,
      takeReceived: () => this.#received.takeAll(),
    })
  }

  status(): Pick<Status, 'webhook' | 'poller' | 'relay'> {
    return {
      webhook: this.#webhookStatus(),
      poller: this.#poller?.status ?? { state: 'off', lastOkAt: null, error: null },
      relay: this.#relay?.status ?? noRelay,
    }
  }

  async start(): Promise<void> {
    await this.#listen()
    this.#poller?.start()
    this.#isStarted = true
    this.openRelay()
  }

  /** Fetches events by the relay of this file from now on; null for none. */
  async useRelay(file: RelayFile | null): Promise<void> {
    this.#relayFile = file
    await this.#closeRelay()
    this.openRelay()
    this.#context.statusChanged()
  }

  /** The file of the relay in use, or of one that waits until the store is known. */
  relayFile(): RelayFile | null {
    return this.#relayFile
  }

  /** Sends a status of this store to its chain; returns false, and drops it, without a connection. */
  sendStatus(text: string): boolean {
    return this.#relay?.sendStatus(text) ?? false
  }

  /**
   * Call it once the store is known. Events of another store would be lost to it, so its file isn't
   * used. A store that is known only by an id of its own is compared once the platform has answered.
   */
  openRelay(): void {
    const file = this.#relayFile
    if (this.#relay !== null || file === null || !this.#isStarted || this.#isClosed) return
    if (!this.#own.owns(file)) {
      if (this.#own.id() !== null) this.#context.log.warn('relay file of another store: not used')
      return
    }
    this.#relay = new RelayFeed(this.#context, file, {
      receive: this.#receive,
      onEvent: () => this.#noteEvent(),
      onConnected: () => void this.#context.announce('relay.connected', null),
    })
  }

  /** Restarts the listener if its place changed. Other names apply at once. */
  async apply(before: Settings, after: Settings): Promise<void> {
    this.#webhook?.acceptNames(namesOf(after))
    if (isDeepStrictEqual(this.#placeOf(before), this.#placeOf(after))) return
    await this.#webhook?.close()
    await this.#listen()
  }

  wake(): void {
    this.#poller?.wake()
    this.#relay?.wake()
  }

  /** An event of an order arrived. */
  received(orderId: string): void {
    this.#received.add(orderId)
  }

  async close(): Promise<void> {
    this.#isClosed = true
    this.#poller?.stop()
    await this.#closeRelay()
    await this.#webhook?.close()
  }

  async #listen(): Promise<void> {
    const { log, statusChanged } = this.#context
    try {
      const settings = this.#context.settings()
      const place = { ...this.#placeOf(settings), names: namesOf(settings) }
      this.#webhook = await listenForEvents(this.#context, place, {
        receive: this.#receive,
        onEvent: () => this.#notePosted(),
      })
      this.#failure = null
    } catch (cause) {
      this.#webhook = null
      this.#failure = failureOf(cause)
      log.error('webhook listener not started', { cause: this.#failure.message })
    }
    statusChanged()
  }

  async #closeRelay(): Promise<void> {
    const closing = this.#relay
    this.#relay = null
    await closing?.close()
  }

  #notePosted(): void {
    this.#lastPostedAt = isoNow(this.#context.clock)
    this.#noteEvent()
    this.#context.statusChanged()
  }

  #noteEvent(): void {
    this.#lastEventAt = this.#context.clock.monotonic()
  }

  /** A port from the command line overrides the setting. */
  #placeOf({ webhookAddress, webhookPort }: Settings): { address: string; port: number } {
    return { address: webhookAddress, port: this.#context.webhookPort ?? webhookPort }
  }

  #webhookStatus(): WebhookStatus {
    const webhook = this.#webhook
    const failure = this.#failure
    return {
      state: webhook === null ? (failure === null ? 'off' : 'failed') : 'listening',
      address: webhook?.url ?? null,
      lastEventAt: this.#lastPostedAt,
      message: failure?.message ?? null,
      ...(failure?.at != null && { failedAt: failure.at }),
      tokensUsedAt: this.#context.webhookTokens.usedAt(),
    }
  }
}
