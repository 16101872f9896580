import { isDeepStrictEqual } from 'node:util'
import type { PollerStatus, WebhookStatus } from '#contract/status/status.ts'
import type { Settings } from '#contract/settings/settings.ts'
import type { AnswerMemory } from '#platform/call/answer-memory.ts'
import type { CallResult } from '#platform/call/failure.ts'
import type { Dialect } from '#platform/dialect.ts'
import type { RawOrderList } from '#platform/orders.ts'
import type { BackOff } from '../back-off.ts'
import { isoNow, type Clock } from '../clock.ts'
import type { Arrival } from '../inbox/inbox.ts'
import type { Log } from '../log.ts'
import { createPoller } from './poller.ts'
import { listenForEvents, type Webhook } from './webhook.ts'

interface FeedsDeps {
  clock: Clock
  log: Log
  chance: () => number
  backOff: BackOff
  settings: () => Settings
  hasLost: boolean
  webhookPort?: number
  webhookTokens: readonly Buffer[]
  /** Null where there is nobody to ask. */
  list: ((fromDate: string, page: number) => Promise<CallResult<RawOrderList>>) | null
  /** What the order list remembers of its answers. */
  answers: Pick<AnswerMemory, 'bytes' | 'clear'>
  dialect: Pick<Dialect, 'statusesFinal' | 'ordersListedWithinMinutes'>
  receive(arrival: Arrival): Promise<unknown>
  onStatus(): void
}

/** Where orders come from: what the platform sends, and what it answers when asked. */
export interface Feeds {
  status(): { webhook: WebhookStatus; poller: PollerStatus }
  start(): Promise<void>
  /** Moves the listener where its settings changed. */
  apply(before: Settings, after: Settings): Promise<void>
  /** Asks for the whole order list at once. */
  wake(): void
  /** An event told something of an order. */
  heard(orderId: string): void
  close(): Promise<void>
}

export function createFeeds(deps: FeedsDeps): Feeds {
  const { clock, log } = deps
  let webhook: Webhook | null = null
  let words: string | null = null
  /** The last one that came: by the wall clock, as screens show it, and by the forward-only one. */
  let lastEvent: { at: string; heardAt: number } | null = null
  const off: PollerStatus = { state: 'off', lastOkAt: null, error: null }
  const poller =
    deps.list === null
      ? null
      : createPoller({
          clock,
          log,
          chance: deps.chance,
          hasLost: deps.hasLost,
          backOff: deps.backOff,
          pollMs: () => deps.settings().pollSeconds * 1000,
          list: deps.list,
          received: () => deps.answers.bytes,
          forgetAnswers: deps.answers.clear,
          finalStatuses: deps.dialect.statusesFinal,
          listedWithinMs: Number(deps.dialect.ordersListedWithinMinutes) * 60_000,
          receive: deps.receive,
          lastEventAt: () => lastEvent?.heardAt ?? null,
          onStatus: deps.onStatus,
        })

  /** A port that was given from outside stands above the setting. */
  const placeOf = ({ webhookAddress, webhookHosts, webhookPort }: Settings) => ({
    address: webhookAddress,
    port: deps.webhookPort ?? webhookPort,
    hosts: webhookHosts,
  })

  async function listen(): Promise<void> {
    try {
      webhook = await listenForEvents(placeOf(deps.settings()), {
        clock,
        log,
        tokens: () => deps.webhookTokens,
        receive: deps.receive,
        onEvent() {
          lastEvent = { at: isoNow(clock), heardAt: clock.monotonic() }
          deps.onStatus()
        },
      })
      words = null
    } catch (cause) {
      webhook = null
      words = cause instanceof Error ? cause.message : 'failed'
      log.error('webhook listener not started', { cause: words })
    }
    deps.onStatus()
  }

  return {
    status: () => ({
      webhook: {
        state: webhook === null ? (words === null ? 'off' : 'failed') : 'listening',
        address: webhook?.url ?? null,
        lastEventAt: lastEvent?.at ?? null,
        words,
      },
      poller: poller?.status ?? off,
    }),
    async start() {
      await listen()
      poller?.start()
    },
    async apply(before, after) {
      if (isDeepStrictEqual(placeOf(before), placeOf(after))) return
      await webhook?.close()
      await listen()
    },
    wake: () => poller?.wake(),
    heard: (orderId) => poller?.heard(orderId),
    async close() {
      poller?.stop()
      await webhook?.close()
    },
  }
}
