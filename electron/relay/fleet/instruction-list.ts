import type { KV, KvWatchEntry } from '@nats-io/kv'
import type { NatsConnection } from '@nats-io/transport-node'
import { z } from 'zod'
import type { FleetInstruction } from '#contract/relay/fleet-instruction.ts'
import { readChainChange } from '#contract/relay/instruction.ts'
import { instructionBucket } from '#contract/relay/subjects.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import type { Clock } from '#host/clock.ts'
import type { Log } from '#host/log.ts'
import { openBucket } from '../chain/buckets.ts'

/** An older instruction is forgotten. */
const lastsMs = 30 * 24 * 3_600_000

/** How many of the newest are shown. */
const mostShown = 200

/** The longest body of a draft is 512 KB. A record can name its stores twice. */
const longestRecord = 2 * 1_024 * 1_024

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
  const read = recordSchema.safeParse(json)
  if (!read.success) return fail('bad-input', read.error.issues[0]?.path.join('.') ?? '')
  const change = readChainChange(read.data.change)
  return change.ok ? ok({ id, ...read.data, change: change.value }) : fail('bad-input', 'change')
}

/**
 * What the chain sent to its stores in the last 30 days: the newest 200. They are stored in NATS, so
 * every server of the fleet page has the same list.
 */
export function createInstructionList({ clock, log }: { clock: Pick<Clock, 'now'>; log: Log }) {
  /** `revision` is the place in the bucket: an older version never replaces a newer one. */
  const entries = new Map<string, { record: FleetInstruction; revision: number }>()
  /** One text for each store, because 200 instructions to 5,000 stores name a million. */
  const keys = new Map<string, string>()
  /** Grows with each change. */
  let version = 0
  let bucket: KV | null = null
  let stop = (): void => undefined

  function sameText(key: string): string {
    const known = keys.get(key)
    if (known === undefined) keys.set(key, key)
    return known ?? key
  }
  function dropOldest(): void {
    const oldest = [...entries.values()].reduce((one, other) =>
      other.record.sentAt < one.record.sentAt ? other : one,
    )
    entries.delete(oldest.record.id)
  }
  function note(record: FleetInstruction, revision: number): void {
    if (revision < (entries.get(record.id)?.revision ?? 0)) return
    version += 1
    const [stores, unsent] = [record.stores.map(sameText), record.unsent.map(sameText)]
    entries.set(record.id, { record: { ...record, stores, unsent }, revision })
    if (entries.size > mostShown) dropOldest()
  }
  function noteEntry({ key, operation, value, revision }: KvWatchEntry): void {
    if (operation !== 'PUT') {
      version += 1
      entries.delete(key)
      return
    }
    const read = readRecord(key, new TextDecoder().decode(value))
    if (read.ok) note(read.value, revision)
    else log.warn('instruction not read', { id: key, field: read.error.detail })
  }

  return {
    /**
     * Reads the bucket, which is made if it isn't there, and then each change of it. Rejects if NATS
     * can't give it.
     */
    async follow(nats: NatsConnection, replicas: number): Promise<void> {
      stop()
      const opened = await openBucket(nats, instructionBucket, {
        ttl: lastsMs,
        maxValueSize: longestRecord,
        replicas,
      })
      const watcher = await opened.watch()
      stop = () => {
        watcher.stop()
      }
      const known = Promise.withResolvers<null>()
      known.promise.catch(() => undefined)
      async function readAll(): Promise<void> {
        for await (const entry of watcher) {
          noteEntry(entry)
          if (entry.delta === 0) known.resolve(null)
        }
        known.reject(new Error('ended'))
      }
      readAll().catch((cause: unknown) => {
        log.error('instructions not followed', {
          cause: cause instanceof Error ? cause.message : '',
        })
        known.reject(cause)
      })
      // An empty bucket sends nothing to wait for.
      if ((await opened.status()).values === 0) known.resolve(null)
      await known.promise
      bucket = opened
    },
    /** False until NATS has given the list. */
    isKnown: (): boolean => bucket !== null,
    /** Another one for each change of the list, in this process. */
    version: (): number => version,
    /** The newest first. */
    all: (): FleetInstruction[] =>
      [...entries.values()]
        .map(({ record }) => record)
        .filter(({ sentAt }) => sentAt > clock.now() - lastsMs)
        .toSorted((one, other) => other.sentAt - one.sentAt),
    find: (id: string): FleetInstruction | null => entries.get(id)?.record ?? null,
    /** Stores a new one, or a new version of one. Rejects if NATS can't. */
    async put(record: FleetInstruction): Promise<void> {
      if (bucket === null) throw new Error('not ready')
      const { id, ...stored } = record
      note(record, await bucket.put(id, JSON.stringify(stored)))
    },
    stop: (): void => stop(),
  }
}
