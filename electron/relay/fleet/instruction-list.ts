import type { KV, KvWatchEntry } from '@nats-io/kv'
import type { NatsConnection } from '@nats-io/transport-node'
import { z } from 'zod'
import type { FleetInstruction } from '#contract/relay/fleet-instruction.ts'
import { readChainChange } from '#contract/relay/instruction.ts'
import { instructionBucket } from '#contract/relay/subjects.ts'
import { fail, ok, type Result } from '#contract/shared/result.ts'
import type { Clock } from '#host/clock/clock.ts'
import type { Log } from '#host/core/log.ts'
import { openBucket } from '../chain/buckets.ts'

/** An older instruction is forgotten. */
const lastsMs = 30 * 24 * 3_600_000

/** How many of the newest are shown. */
const maxShown = 200

/** The longest body of a draft is 512 KB. A record can name its stores twice. */
const maxRecord = 2 * 1_024 * 1_024

const recordSchema = z.object({
  by: z.string(),
  sentAt: z.int(),
  reason: z.string(),
  change: z.unknown(),
  stores: z.array(z.string()),
  unsent: z.array(z.string()),
})

/** Reads a stored record. Fails with `bad-input`; `detail` names the field. */
function readRecord(id: string, text: string): Result<FleetInstruction> {
  let json: unknown
  try {
    json = JSON.parse(text)
  } catch {
    return fail('bad-input', 'not JSON')
  }
  const parsed = recordSchema.safeParse(json)
  if (!parsed.success) return fail('bad-input', parsed.error.issues[0]?.path.join('.') ?? '')
  const change = readChainChange(parsed.data.change)
  return change.ok ? ok({ id, ...parsed.data, change: change.value }) : fail('bad-input', 'change')
}

/**
 * What the chain sent to its stores in the last 30 days: the newest 200. They are stored in NATS, so
 * every server of the fleet page has the same list.
 */
export class InstructionList {
  readonly #clock: Pick<Clock, 'now'>
  readonly #log: Log
  /** `revision` is the place in the bucket: an older version never replaces a newer one. */
  readonly #entries = new Map<string, { record: FleetInstruction; revision: number }>()
  /** One text for each store, because 200 instructions to 5,000 stores name a million. */
  readonly #keys = new Map<string, string>()
  #version = 0
  #bucket: KV | null = null
  #stop = (): void => undefined

  constructor({ clock, log }: { clock: Pick<Clock, 'now'>; log: Log }) {
    this.#clock = clock
    this.#log = log
  }

  /** False until NATS has given the list. */
  get isKnown(): boolean {
    return this.#bucket !== null
  }

  /** Grows with each change of the list, in this process. */
  get version(): number {
    return this.#version
  }

  /**
   * Reads the bucket, which is made if it isn't there, and then each change of it. Rejects if NATS
   * can't give it.
   */
  async follow(nats: NatsConnection, replicas: number): Promise<void> {
    this.#stop()
    const bucket = await openBucket(nats, instructionBucket, {
      ttl: lastsMs,
      maxValueSize: maxRecord,
      replicas,
    })
    const watcher = await bucket.watch()
    this.#stop = () => watcher.stop()
    const loaded = Promise.withResolvers<null>()
    loaded.promise.catch(() => undefined)
    this.#noteAll(watcher, () => loaded.resolve(null))
      .then(() => loaded.reject(new Error('ended')))
      .catch((cause: unknown) => {
        this.#log.error('instructions not followed', {
          cause: cause instanceof Error ? cause.message : '',
        })
        loaded.reject(cause)
      })
    // An empty bucket sends nothing to wait for.
    if ((await bucket.status()).values === 0) loaded.resolve(null)
    await loaded.promise
    this.#bucket = bucket
  }

  /** The newest first. */
  all(): FleetInstruction[] {
    return [...this.#entries.values()]
      .map(({ record }) => record)
      .filter(({ sentAt }) => sentAt > this.#clock.now() - lastsMs)
      .toSorted((one, other) => other.sentAt - one.sentAt)
  }

  find(id: string): FleetInstruction | null {
    return this.#entries.get(id)?.record ?? null
  }

  /** Stores a new one, or a new version of one. Rejects if NATS can't. */
  async save(record: FleetInstruction): Promise<void> {
    if (this.#bucket === null) throw new Error('not ready')
    const { id, ...stored } = record
    this.#note(record, await this.#bucket.put(id, JSON.stringify(stored)))
  }

  stop(): void {
    this.#stop()
  }

  async #noteAll(watcher: AsyncIterable<KvWatchEntry>, onKnown: () => void): Promise<void> {
    for await (const entry of watcher) {
      this.#noteEntry(entry)
      if (entry.delta === 0) onKnown()
    }
  }

  #noteEntry({ key, operation, value, revision }: KvWatchEntry): void {
    if (operation !== 'PUT') {
      this.#version += 1
      this.#entries.delete(key)
      return
    }
    const record = readRecord(key, new TextDecoder().decode(value))
    if (record.ok) this.#note(record.value, revision)
    else this.#log.warn('instruction not read', { id: key, field: record.error.detail })
  }

  #note(record: FleetInstruction, revision: number): void {
    if (revision < (this.#entries.get(record.id)?.revision ?? 0)) return
    this.#version += 1
    const stores = record.stores.map((key) => this.#sameText(key))
    const unsent = record.unsent.map((key) => this.#sameText(key))
    this.#entries.set(record.id, { record: { ...record, stores, unsent }, revision })
    if (this.#entries.size > maxShown) this.#dropOldest()
  }

  #dropOldest(): void {
    const oldest = [...this.#entries.values()].reduce((one, other) =>
      other.record.sentAt < one.record.sentAt ? other : one,
    )
    this.#entries.delete(oldest.record.id)
  }

  #sameText(key: string): string {
    const same = this.#keys.get(key)
    if (same === undefined) this.#keys.set(key, key)
    return same ?? key
  }
}
