import type { StoreIdentity } from '#contract/status.ts'
import type { Connection } from '#platform/connection.ts'
import { readMe } from '#platform/me.ts'
import type { Log } from '../log.ts'

/** A store, and the website (brand) that it belongs to. */
type KnownStore = StoreIdentity & { websiteId: string }

interface IdentityDeps {
  /** Null where there is nobody to ask. */
  connection: Connection | null
  storeId: string | null
  log: Log
  /** What outlives a restart. */
  memory: { read(): unknown; write(store: KnownStore): void }
  onLearned(): void
}

/** Who the store is; what is known already stands until there is an answer. */
export interface Identity {
  readonly store: KnownStore | null
  /** Asks at the first beat of the host, and about once a minute while nobody knows. */
  beat(): void
  close(): void
}

const beatsBetweenAsking = 6

/** By its token (api.md, GET /api/me); null where the platform cannot be asked or has no such store. */
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

export function createIdentity(deps: IdentityDeps): Identity {
  const { connection, storeId, log, memory } = deps
  let store = (memory.read() ?? null) as KnownStore | null
  let beats = 0
  let closed = false

  function ask(): void {
    if (connection === null) return
    identify(connection, storeId)
      .then((found) => {
        if (found === null || closed) return
        store = found
        memory.write(found)
        deps.onLearned()
      })
      .catch((cause: unknown) => {
        log.warn('store not identified', { cause: String(cause) })
      })
  }

  return {
    get store() {
      return store
    },
    beat() {
      const isDue = beats === 0 || (store === null && beats % beatsBetweenAsking === 0)
      beats += 1
      if (isDue) ask()
    },
    close() {
      closed = true
    },
  }
}
