import { setTimeout as pause } from 'node:timers/promises'
import type { NatsConnection } from '@nats-io/transport-node'
import { z } from 'zod'
import { chainBucket } from '#contract/relay/subjects.ts'
import { fail, ok, type Result } from '#contract/shared/result.ts'
import { createWait, type Clock } from '#host/clock/clock.ts'
import type { Log } from '#host/core/log.ts'
import { openBucket } from './buckets.ts'
import { connectNats } from './connect.ts'
import {
  accountSchema,
  namedStoreSchema,
  storeAccessSchema,
  websitesSchema,
  type Chain,
  type ChainFolder,
  type FleetAccount,
  type NamedStore,
  type StoreAccess,
  type Websites,
} from './folder.ts'
import type { ChainListName } from './nats-users.ts'

/**
 * The lists of a chain: whose events are accepted (`websites`), which stores may fetch theirs
 * (`access`), what they are called (`stores`), and who sees the fleet page (`users`). The
 * administrator's folder has them, and each command that changes one also writes them to NATS, where
 * every relay and fleet's server follows those that it needs.
 */
export interface ChainLists {
  websites: Websites
  access: StoreAccess
  stores: NamedStore[]
  users: FleetAccount[]
}

const schemas = {
  websites: websitesSchema,
  access: storeAccessSchema,
  stores: z.array(namedStoreSchema),
  users: z.array(accountSchema),
} satisfies Record<ChainListName, z.ZodType>

/** How long after a failure NATS is asked again. */
const againMs = 1_000

/** The lists in the administrator's folder. Fails with a sentence that names the file. */
function readLists(folder: ChainFolder): Result<ChainLists> {
  const [websites, stores, users] = [folder.readWebsites(), folder.readStores(), folder.readUsers()]
  if (!websites.ok) return websites
  if (!stores.ok) return stores
  if (!users.ok) return users
  const valid = stores.value.filter(({ hash }) => hash !== null)
  return ok({
    websites: websites.value,
    access: Object.fromEntries(
      valid.map(({ hash, websiteId, storeId }) => [hash ?? '', { websiteId, storeId }]),
    ),
    stores: valid.map(({ websiteId, storeId, name, region, tags }) => ({
      ...{ websiteId, storeId, name, region, tags },
    })),
    users: users.value,
  })
}

/** How long a cluster that has just started may take to choose its leaders, in ms. */
const leadersWithinMs = 30_000

/** Writes the folder's lists to NATS. Fails with `unreachable` if no nats-server stores them. */
export async function pushLists(chain: Chain, folder: ChainFolder): Promise<Result<null>> {
  const lists = readLists(folder)
  if (!lists.ok) return lists
  try {
    const nats = await connectNats(chain.access)
    try {
      await writeFolder(nats, folder, chain.access.replicas)
      return ok(null)
    } finally {
      await nats.close()
    }
  } catch (cause) {
    return fail('unreachable', cause instanceof Error ? cause.message : undefined)
  }
}

/**
 * Writes what the folder has, and once more if it has changed meanwhile: of two commands at the same
 * time, the one that read earlier may write later.
 */
async function writeFolder(
  nats: NatsConnection,
  folder: ChainFolder,
  replicas: number,
): Promise<void> {
  for (let written = ''; ;) {
    const lists = readLists(folder)
    const text = JSON.stringify(lists)
    if (!lists.ok || text === written) return
    await writeLists(nats, lists.value, replicas)
    written = text
  }
}

/** Tries for a while, because a cluster first chooses its leaders. Rejects with the last error. */
async function writeLists(
  nats: NatsConnection,
  lists: ChainLists,
  replicas: number,
): Promise<void> {
  const startedAt = performance.now()
  for (;;) {
    try {
      const bucket = await openListBucket(nats, replicas)
      for (const [name, list] of Object.entries(lists)) await bucket.put(name, JSON.stringify(list))
      return
    } catch (cause) {
      if (nats.isClosed() || performance.now() - startedAt > leadersWithinMs) throw cause
      await pause(againMs)
    }
  }
}

const openListBucket = (nats: NatsConnection, replicas: number) =>
  openBucket(nats, chainBucket, { replicas })

/** Follows lists of the chain in NATS, from the first connection on. */
export class FollowedLists {
  readonly #parts: { clock: Clock; log: Log; nats: NatsConnection; replicas: number }
  #isClosed = false
  readonly #stops = new Set<() => void>()

  constructor(parts: { clock: Clock; log: Log; nats: NatsConnection; replicas: number }) {
    this.#parts = parts
  }

  /** Calls `onChange` with the list as it is, and with each new version of it. */
  follow<Name extends ChainListName>(name: Name, onChange: (list: ChainLists[Name]) => void): void {
    void this.#followForEver(name, onChange as (list: unknown) => void)
  }

  close(): void {
    this.#isClosed = true
    for (const stop of this.#stops) stop()
  }

  #isOver(): boolean {
    return this.#isClosed
  }

  async #followForEver(name: ChainListName, onChange: (list: unknown) => void): Promise<void> {
    const wait = createWait(this.#parts.clock)
    while (!this.#isOver()) {
      try {
        await this.#followOnce(name, onChange)
      } catch (cause) {
        const text = cause instanceof Error ? cause.message : ''
        if (!this.#isOver()) this.#parts.log.warn('list not followed', { name, cause: text })
      }
      if (!this.#isOver()) await wait(againMs)
    }
  }

  /** Resolves or rejects once NATS has ended it. */
  async #followOnce(name: ChainListName, onChange: (list: unknown) => void): Promise<void> {
    const { nats, replicas, log } = this.#parts
    const bucket = await openListBucket(nats, replicas)
    const watcher = await bucket.watch({ key: name })
    const stop = (): void => {
      watcher.stop()
    }
    this.#stops.add(stop)
    if (this.#isClosed) stop()
    for await (const { operation, value } of watcher) {
      if (operation !== 'PUT') continue
      const list = parseList(name, value)
      if (list.ok) onChange(list.value)
      else log.error('list not read', { name, field: list.error.detail })
    }
    this.#stops.delete(stop)
  }
}

function parseList(name: ChainListName, bytes: Uint8Array): Result<unknown> {
  try {
    const read = schemas[name].safeParse(JSON.parse(new TextDecoder().decode(bytes)))
    if (read.success) return ok(read.data)
    return fail('bad-input', read.error.issues[0]?.path.join('.') ?? '')
  } catch {
    return fail('bad-input', 'not JSON')
  }
}
