import { z } from 'zod'
import { ok } from '#contract/result.ts'
import type { StoreIdentity } from '#contract/status.ts'
import type { Connection } from '#platform/connection.ts'
import { readMe } from '#platform/me.ts'
import type { Clock } from '../clock.ts'
import type { Values } from '../db/values.ts'
import type { Handlers } from '../dispatch.ts'
import type { Log } from '../log.ts'
import type { Noun } from '../noun.ts'

const identitySchema = z.object({
  id: z.string(),
  name: z.string(),
  brand: z.string(),
  timeZone: z.string(),
  countryCode: z.string(),
  websiteId: z.string(),
})
/** A store, and the website (brand) that it belongs to. */
type KnownStore = StoreIdentity & { websiteId: string }

interface ConnectionDeps {
  /** Null where there is nobody to ask. */
  connection: Connection | null
  storeId: string | null
  clock: Clock
  log: Log
  values: Values
  /** Who the store is has become known. */
  onLearned(): void
  /** Lets a paused outbox and the poller try again. */
  resume(): void
}

/** The noun of the connection: who the store is at the other end. What is known already stands until there is an answer. */
export interface ConnectionNoun extends Noun {
  readonly handlers: Pick<Handlers, 'connection.resume'>
  readonly store: KnownStore | null
}

/** How long nobody knows who the store is before the platform is asked again. */
const askAgainMs = 60_000

/** By its token (platform/README.md, Token info); null where the platform cannot be asked or has no such store. */
async function identify(
  connection: Connection,
  storeId: string | null,
): Promise<KnownStore | null> {
  const me = await readMe(connection)
  if (!me.ok) return null
  const { website, stores } = me.value
  const store = stores.find((each) => each._id === storeId)
  if (store === undefined) return null
  return {
    id: store._id,
    name: store.name ?? store._id,
    brand: website.name ?? '',
    timeZone: store.timezone ?? website.timezone ?? 'UTC',
    countryCode: website.countryCode ?? '',
    websiteId: website._id,
  }
}

export function createConnection(deps: ConnectionDeps): ConnectionNoun {
  const { connection, storeId, clock, log } = deps
  const kept = deps.values<KnownStore>('store', identitySchema)
  let store = kept.read()
  let askedAt = -Infinity
  let closed = false

  async function ask(from: Connection): Promise<void> {
    const found = await identify(from, storeId)
    if (found === null || closed) return
    store = found
    kept.write(found)
    deps.onLearned()
  }

  return {
    get store() {
      return store
    },
    /** Asks once at the start, and again while nobody knows. */
    catchUp() {
      const isFirst = askedAt === -Infinity
      const isDue = store === null && clock.monotonic() - askedAt >= askAgainMs
      if (connection === null || closed || !(isFirst || isDue)) return
      askedAt = clock.monotonic()
      ask(connection).catch((cause: unknown) => {
        log.warn('store not identified', { cause: String(cause) })
      })
    },
    close() {
      closed = true
    },
    handlers: {
      'connection.resume'() {
        deps.resume()
        return ok(null)
      },
    },
  }
}
