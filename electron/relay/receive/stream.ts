import {
  AckPolicy,
  DeliverPolicy,
  DiscardPolicy,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
  type ConsumerConfig,
  type JetStreamManager,
  type StreamConfig,
} from '@nats-io/jetstream'
import type { Msg, NatsConnection } from '@nats-io/transport-node'
import { consumerRequests, eventStream } from '#contract/relay/subjects.ts'
import type { Log } from '#host/log.ts'
import type { Metrics } from './metrics.ts'

const secondNs = 1_000_000_000
const hourNs = 3_600 * secondNs

/** How long events wait for a store. */
const longestHours = 72
/** How long the stream itself recognises a repeat. A store's inbox does so for longer. */
const repeatsMinutes = 10
/**
 * How many events wait for one store. Nothing is dropped for more: the sender gets 503
 * and comes again. Three days of a busy store are about 20,000.
 */
const mostOfStore = 50_000

/** A store acknowledges a batch after one commit; what it leaves is delivered again after this. */
const acknowledgeWithinSeconds = 30
/** How long an answer about the stream may take. */
const answerWithinMs = 3_000
/** Several times the batch that a store asks for. */
const mostUnacknowledged = 256

const streamConfig = (replicas: number): Partial<StreamConfig> & { name: string } => ({
  name: eventStream,
  subjects: ['orders.*.*'],
  retention: RetentionPolicy.Limits,
  storage: StorageType.File,
  discard: DiscardPolicy.New,
  discard_new_per_subject: true,
  max_msgs_per_subject: mostOfStore,
  max_age: longestHours * hourNs,
  duplicate_window: repeatsMinutes * 60 * secondNs,
  num_replicas: replicas,
})

const consumerConfig = (website: string, store: string): Partial<ConsumerConfig> => ({
  durable_name: `${website}~${store}`,
  filter_subject: `orders.${website}.${store}`,
  ack_policy: AckPolicy.Explicit,
  deliver_policy: DeliverPolicy.All,
  ack_wait: acknowledgeWithinSeconds * secondNs,
  max_ack_pending: mostUnacknowledged,
  max_deliver: -1,
  // What a store asked before it was cut off counts until it ends.
  max_waiting: 64,
})

/**
 * Whether a stream stores and delivers now. A node that is cut off from the others still answers,
 * and soon knows no leader.
 */
export async function isStreamReady(nats: NatsConnection, stream: string): Promise<boolean> {
  try {
    const manager = await jetstreamManager(nats, { checkAPI: false, timeout: answerWithinMs })
    const { cluster } = await manager.streams.info(stream)
    return cluster === undefined || cluster.leader !== undefined
  } catch {
    return false
  }
}

/** Makes the stream, or changes it to today's limits. Rejects if NATS can't. */
export async function ensureStream(nats: NatsConnection, replicas: number): Promise<void> {
  const manager = await jetstreamManager(nats)
  const { name, ...config } = streamConfig(replicas)
  const isThere = await manager.streams.info(name).then(
    () => true,
    () => false,
  )
  if (isThere) await manager.streams.update(name, config)
  else await manager.streams.add({ name, ...config })
}

async function answer(message: Msg, manager: JetStreamManager): Promise<boolean> {
  // The server lets a store publish only to the subject of its own website and id.
  const [, website = '', store = ''] = message.subject.split('.')
  try {
    await manager.consumers.add(eventStream, consumerConfig(website, store))
    message.respond('{"ok":true}')
    return true
  } catch {
    message.respond('{"ok":false}')
    return false
  }
}

/**
 * Makes the consumer of a store when the store asks for it: a store that never comes costs nothing.
 * Of several relays one answers.
 */
export async function answerConsumerRequests(
  nats: NatsConnection,
  log: Log,
  metrics: Pick<Metrics, 'consumer'>,
): Promise<void> {
  const manager = await jetstreamManager(nats, { checkAPI: false })
  nats.subscribe(consumerRequests, {
    queue: 'relays',
    callback(error, message) {
      if (error !== null) return
      void answer(message, manager).then((isMade) => {
        metrics.consumer(isMade ? 'made' : 'failed')
        if (!isMade) log.warn('consumer not made', { subject: message.subject })
      })
    },
  })
}
