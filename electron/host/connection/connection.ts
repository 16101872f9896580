import { z } from 'zod'
import { storeContract } from '#contract/connection.ts'
import { ok } from '#contract/result.ts'
import type { StoreSeen } from '#contract/status/status.ts'
import { findStore, sightOf, storesIn, type KnownStore } from '#domain/connection/sight.ts'
import type { Connection } from '#platform/connection.ts'
import { readMe } from '#platform/me.ts'
import { defineNoun, type Context } from '../noun.ts'
import { noToken, readTokenWord, type TokenWord } from '../outbox/token.ts'
import { isHeldBack } from './profile.ts'

const identitySchema = z.object({
  id: z.string(),
  externalId: z.string().nullable().default(null),
  name: z.string(),
  brand: z.string(),
  timeZone: z.string(),
  countryCode: z.string(),
  websiteId: z.string(),
})
/** The stores that the token sees, as they are named to people. */
const storesSchema = z.array(
  z.object({ id: z.string(), externalId: z.string().nullable().default(null), name: z.string() }),
)
type SeenStores = z.infer<typeof storesSchema>

/** Who the store is at the other end. What is known already stands until there is an answer. */
interface StoreAtPlatform {
  readonly store: KnownStore | null
  /** Its own id where that is known, else the one that was given. Null where none is set. */
  readonly id: string | null
  readonly seen: StoreSeen
  /** Every id by which the platform may name the store; none where no store is set. */
  readonly ids: ReadonlySet<string>
  /** The token's website, whether a store of it is set or not; null until the platform has told. */
  readonly websiteId: string | null
  /** Every store of the token; none while nobody could be asked. */
  readonly stores: SeenStores
  /** Nothing is sent from here: an address has http, and nobody has allowed that. */
  readonly isHeldBack: boolean
  /** Asks the platform whose the token is; whoever asks while it is being asked shares the answer. Never rejects. */
  askToken(): Promise<TokenWord>
}

/** How long the token does not see the store, or nobody knows, before the platform is asked again. */
const askAgainMs = 60_000
const patience = { firstMs: askAgainMs, longestMs: 10 * 60_000 }

/** The noun of the store: who it is for the platform. */
export const store = defineNoun(storeContract, {
  create(context) {
    const { connection, storeId, clock, log, values, backOff, outbox, announce: tell } = context
    const identity = createIdentity(context)
    const keptStores = values<SeenStores>('stores', storesSchema)
    let seen: StoreSeen = { state: 'unknown', stores: null, names: [] }
    let stores = keptStores.read() ?? []
    /** When it may be asked on its own, on the clock that only goes forward. */
    let nextAt = -Infinity
    let asking: Promise<TokenWord> | null = null
    let closed = false

    function take(info: Parameters<typeof storesIn>[0]): void {
      const told = storesIn(info)
      const found = findStore(told, storeId)
      stores = told.map(({ id, externalId, name }) => ({ id, externalId, name }))
      keptStores.write(stores)
      if (found !== undefined || storeId === null) identity.learn(info.website._id, found ?? null)
      const before = seen.state
      seen = sightOf(told, found !== undefined)
      if (seen.state === 'not-seen' && before !== 'not-seen')
        log.warn('store not among those of the token', { stores: told.length })
      void tell('store.seen', null)
      context.onSeen?.({ state: seen.state, ids: [...identity.ids] })
      context.statusChanged()
    }

    async function ask(from: Connection): Promise<TokenWord> {
      const askedAt = clock.monotonic()
      nextAt = askedAt + askAgainMs
      const me = await readMe(from)
      if (me.ok) backOff.answered()
      else nextAt = askedAt + backOff.after(me.failure, patience)
      try {
        if (me.ok && !closed) take(me.value)
      } catch (cause) {
        log.warn('store not identified', { cause: String(cause) })
      }
      return readTokenWord(me)
    }

    function askToken(): Promise<TokenWord> {
      if (connection === null) return Promise.resolve({ kind: 'refused', error: noToken })
      asking ??= ask(connection).finally(() => (asking = null))
      return asking
    }

    function askNow(): void {
      if (connection !== null && !closed) void askToken()
    }

    /** A person has said so: what is on the wire was asked before, and may end as it would have. */
    function tryAgain(): void {
      if (asking === null) askNow()
      else
        void asking.then(() => {
          if (seen.state !== 'seen') askNow()
        })
    }

    const api: StoreAtPlatform = {
      get store() {
        return identity.store
      },
      get id() {
        return identity.store?.id ?? context.storeId
      },
      get seen() {
        return seen
      },
      get ids() {
        return identity.ids
      },
      get websiteId() {
        return identity.websiteId
      },
      get stores() {
        return stores
      },
      isHeldBack: connection !== null && isHeldBack(connection),
      askToken,
    }

    return {
      handlers: {
        'connection.resume'() {
          if (seen.state !== 'seen') tryAgain()
          outbox.resume()
          void tell('connection.resumed', null)
          return ok(null)
        },
      },
      api,
      /** Asks at the start, and again until the token sees the store: it may be added there later. */
      catchUp() {
        if (seen.state !== 'seen' && asking === null && clock.monotonic() >= nextAt) askNow()
      },
      close() {
        closed = true
      },
    }
  },
})

/** What is known of the store and its website, over a restart. */
function createIdentity({ db, values, storeId, announce: tell }: Context) {
  const keptStore = values<KnownStore>('store', identitySchema)
  const keptWebsite = values('website', z.string())
  let store = keptStore.read()
  let ids = idsOf(store)
  let websiteId = store?.websiteId ?? keptWebsite.read()

  function idsOf(known: KnownStore | null): ReadonlySet<string> {
    const all = [storeId, known?.id ?? null, known?.externalId ?? null]
    return new Set(all.filter((id) => id !== null))
  }

  return {
    get store() {
      return store
    },
    get ids() {
      return ids
    },
    get websiteId() {
      return websiteId
    },
    /** `found` is null where no store is set: then all of the token's website is meant. */
    learn(website: string, found: KnownStore | null): void {
      const before = { store, ids, websiteId }
      store = found
      ids = idsOf(found)
      websiteId = website
      try {
        db.transact(() => {
          if (found === null) keptWebsite.write(website)
          else keptStore.write(found)
          void tell('store.learned', null)
        })
      } catch (cause) {
        ;({ store, ids, websiteId } = before)
        throw cause
      }
    },
  }
}
