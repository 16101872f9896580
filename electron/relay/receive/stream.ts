import {
  DiscardPolicy,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
  type StreamConfig,
} from '@nats-io/jetstream'
import type { NatsConnection } from '@nats-io/transport-node'
import { eventStream } from '#contract/relay/subjects.ts'

const secondNs = 1_000_000_000
const hourNs = 3_600 * secondNs

/** How long events wait for a store. */
const maxHours = 72
/** How long the stream itself recognises a repeat. A store's inbox does so for longer. */
const repeatsMinutes = 10
/**
 * How many events wait for one store. Nothing is dropped for more: the sender gets 503
 * and comes again. Three days of a busy store are about 20,000.
 */
const maxOfStore = 50_000

/** How long an answer about the stream may take. */
const answerWithinMs = 3_000
const streamConfig = (replicas: number): Partial<StreamConfig> & { name: string } => ({
  name: eventStream,
  subjects: ['orders.*.*'],
  retention: RetentionPolicy.Limits,
  storage: StorageType.File,
  discard: DiscardPolicy.New,
  discard_new_per_subject: true,
  max_msgs_per_subject: maxOfStore,
  max_age: maxHours * hourNs,
  duplicate_window: repeatsMinutes * 60 * secondNs,
  num_replicas: replicas,
  // Any node answers for a single event. Nobody can delete one.
  allow_direct: true,
  deny_delete: true,
  deny_purge: true,
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

/** The sequence of the last event that there was. Rejects if NATS can't say. */
export async function lastSequenceOf(nats: NatsConnection): Promise<number> {
  const manager = await jetstreamManager(nats, { checkAPI: false, timeout: answerWithinMs })
  const { state } = await manager.streams.info(eventStream)
  return state.last_seq
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
