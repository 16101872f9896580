import { jetstreamManager } from '@nats-io/jetstream'
import { Kvm, type KV, type KvOptions } from '@nats-io/kv'
import type { NatsConnection } from '@nats-io/transport-node'

/**
 * A key-value bucket, which is made if it isn't there. Nobody can purge it, neither by a request nor
 * by the header of a message. Rejects if NATS can't.
 */
export async function openBucket(
  nats: NatsConnection,
  name: string,
  options: Partial<KvOptions>,
): Promise<KV> {
  const bucket = await new Kvm(nats).create(name, { history: 1, ...options })
  const manager = await jetstreamManager(nats)
  await manager.streams.update(`KV_${name}`, {
    allow_rollup_hdrs: false,
    deny_delete: true,
    deny_purge: true,
  })
  return bucket
}
