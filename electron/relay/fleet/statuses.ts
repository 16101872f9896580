import type { KV, KvWatchEntry } from '@nats-io/kv'
import type { NatsConnection } from '@nats-io/transport-node'
import { maxStatusBytes, readStoreStatus } from '#contract/relay/store-status.ts'
import { fleetBucket } from '#contract/relay/subjects.ts'
import type { Clock } from '#host/clock/clock.ts'
import type { Log } from '#host/core/log.ts'
import { openBucket } from '../chain/buckets.ts'
import type { StoreTable } from './store-table.ts'

/** A store that sends nothing for so long is only in the chain's own list. */
const forgottenMs = 30 * 24 * 3_600_000

/** The stream of the bucket. */
export const fleetStream = `KV_${fleetBucket}`

/** The bucket with the last status of each store, which is made if it isn't there. */
const openFleetBucket = (nats: NatsConnection, replicas: number): Promise<KV> =>
  openBucket(nats, fleetBucket, { ttl: forgottenMs, maxValueSize: maxStatusBytes, replicas })

interface StatusesDeps {
  clock: Clock
  log: Log
  table: StoreTable
  replicas: number
}

/** Reads the last status of each store, and each new one, into the table. */
export class FleetStatuses {
  readonly #deps: StatusesDeps
  /** How many of those that were there are still to come. The library marks the last of them as new. */
  #stored = 0
  #stop = (): void => undefined

  constructor(deps: StatusesDeps) {
    this.#deps = deps
  }

  /** Resolves once those that were there are read. Rejects if NATS can't give them. */
  async follow(nats: NatsConnection): Promise<void> {
    const bucket = await openFleetBucket(nats, this.#deps.replicas)
    this.#stored = (await bucket.status()).values
    const loaded = Promise.withResolvers<null>()
    if (this.#stored === 0) loaded.resolve(null)
    const watcher = await bucket.watch()
    this.#noteAll(watcher, () => loaded.resolve(null)).catch((cause: unknown) => {
      this.#deps.log.error('statuses not followed', {
        cause: cause instanceof Error ? cause.message : '',
      })
    })
    await loaded.promise
    this.#stop = () => watcher.stop()
  }

  stop(): void {
    this.#stop()
  }

  async #noteAll(watcher: AsyncIterable<KvWatchEntry>, onKnown: () => void): Promise<void> {
    for await (const entry of watcher) {
      this.#note(entry)
      this.#stored -= 1
      if (this.#stored === 0) onKnown()
    }
  }

  #note({ key, operation, created, value }: KvWatchEntry): void {
    if (operation !== 'PUT') return
    const { clock, log, table } = this.#deps
    const status = readStoreStatus(new TextDecoder().decode(value))
    // One that was stored has the time of a nats-server; another one is new.
    const ageMs = this.#stored > 0 ? Math.max(0, clock.now() - created.getTime()) : 0
    if (status.ok) table.noteStatus(key, status.value, ageMs)
    else log.warn('status not read', { store: key, field: status.error.detail })
  }
}
