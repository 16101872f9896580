import { jetstream, JetStreamApiError } from '@nats-io/jetstream'
import type { NatsConnection } from '@nats-io/transport-node'
import { pauseAfter } from '#contract/back-off.ts'
import { eventStream } from '#contract/relay/subjects.ts'
import { createWait, type Clock } from '#host/clock.ts'
import type { Log } from '#host/log.ts'
import { connectNats } from '../chain/connect.ts'
import type { RelayAccess } from '../chain/folder.ts'
import type { Metrics } from './metrics.ts'
import { createPublisher } from './publish.ts'
import { answerConsumerRequests, ensureStream, isStreamReady } from './stream.ts'

/**
 * After this long without any acknowledgement another server is tried: this one may be cut off from
 * the others, which stores nothing but keeps its connections. A new leader takes up to ten seconds.
 */
const anotherServerMs = 10_000

/** How often JetStream is asked while nothing is acknowledged. */
const lookAgainMs = 1_000

/** How long to wait before asking JetStream for the stream again. */
const patience = { firstMs: 250, longestMs: 5_000 }

interface StreamParts {
  clock: Clock
  log: Log
  access: RelayAccess
  metrics: Metrics
}

const messageOf = (cause: unknown): string => (cause instanceof Error ? cause.message : '')

/** Tries until JetStream has the stream: a cluster needs a moment to choose its leader. */
async function prepareStream(
  { clock, log, access }: StreamParts,
  nats: NatsConnection,
  isEnded: () => boolean,
): Promise<void> {
  const wait = createWait(clock)
  for (let failures = 0; !isEnded();) {
    try {
      await ensureStream(nats, access.replicas)
      return
    } catch (cause) {
      failures += 1
      log.warn('stream not ready', { cause: messageOf(cause) })
      await wait(pauseAfter(failures, patience))
    }
  }
}

/**
 * The stream of the chain, from the first connection to NATS on. `ready` rejects if NATS refuses
 * this relay; anything else is tried again.
 */
export function openEventsStream(parts: StreamParts) {
  const { clock, log, access, metrics } = parts
  let nats: NatsConnection | null = null
  let publish: ReturnType<typeof createPublisher> | null = null
  let isConnected = false
  let isEnded = false
  /** Since when nothing was acknowledged although it was tried, monotonic; null if all is well. */
  let failsSince: number | null = null

  /** Looks until JetStream answers again, and tries another server if it takes too long. */
  async function lookAgain(connection: NatsConnection): Promise<void> {
    const wait = createWait(clock)
    while (failsSince !== null && !isEnded) {
      if (clock.monotonic() - failsSince > anotherServerMs) {
        failsSince = clock.monotonic()
        log.warn('another nats server is tried')
        connection.reconnect().catch(() => undefined)
      }
      await wait(lookAgainMs)
      if (await isStreamReady(connection, eventStream)) noteSuccess()
    }
  }
  function noteSuccess(): void {
    if (failsSince === null) return
    failsSince = null
    metrics.ready(isReady())
  }
  function noteFailure(cause: unknown): void {
    // It was answered: only this event can't be stored, because its store has too many.
    if (cause instanceof JetStreamApiError || failsSince !== null || nats === null) return
    failsSince = clock.monotonic()
    metrics.ready(false)
    void lookAgain(nats)
  }

  function setConnected(now: boolean): void {
    isConnected = now
    metrics.ready(isReady())
  }
  const isReady = (): boolean => publish !== null && isConnected && failsSince === null

  async function follow(connection: NatsConnection): Promise<void> {
    for await (const { type } of connection.status()) {
      if (type === 'disconnect' || type === 'reconnect') {
        setConnected(type === 'reconnect')
        log.warn(`nats ${type}`)
      }
    }
    setConnected(false)
    if (!isEnded) log.error('nats closed')
  }

  async function prepare(): Promise<void> {
    try {
      nats = await connectNats(access, { lasts: true })
    } catch (cause) {
      log.error('nats refuses this relay', { cause: messageOf(cause) })
      throw cause
    }
    void follow(nats)
    await prepareStream(parts, nats, () => isEnded)
    await answerConsumerRequests(nats, log, metrics)
    publish = createPublisher(jetstream(nats), metrics)
    setConnected(true)
    log.info('relay ready', { servers: access.servers.length })
  }
  const ready = prepare()
  // Whoever doesn't wait for it sees it in the log and in the health.
  ready.catch(() => undefined)

  return {
    ready,
    isReady,
    /** Rejects if the event can't be stored. */
    async publish(...event: Parameters<ReturnType<typeof createPublisher>>): Promise<void> {
      if (publish === null) throw new Error('not ready')
      try {
        await publish(...event)
        noteSuccess()
      } catch (cause) {
        noteFailure(cause)
        throw cause
      }
    },
    async close(): Promise<void> {
      isEnded = true
      await nats?.close()
    },
  }
}
