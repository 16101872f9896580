import { z } from 'zod'
import { storeContract } from '#contract/connection.ts'
import type { NotAllowed } from '#contract/key-access.ts'
import type { StoreInChain } from '#contract/relay/subjects.ts'
import { ok } from '#contract/result.ts'
import type { StoreSeen } from '#contract/status/status.ts'
import {
  findStore,
  storeAccess,
  storesOfToken,
  type KnownStore,
} from '#domain/connection/store-access.ts'
import type { Connection } from '#platform/connection.ts'
import type { KeyVerdict } from '#platform/key-areas.ts'
import { readMe } from '#platform/me.ts'
import { defineNoun, type Context } from '../noun.ts'
import { noToken, readTokenVerdict, type TokenVerdict } from '../outbox/token.ts'
import { createKeyAccess } from './key-access.ts'
import { isBlockedUnencrypted } from './profile.ts'

const identitySchema = z.object({
  id: z.string(),
  externalId: z.string().nullable().default(null),
  name: z.string(),
  brand: z.string(),
  timeZone: z.string(),
  countryCode: z.string(),
  websiteId: z.string(),
})
/** The stores of the token, with their names. */
const storesSchema = z.array(
  z.object({ id: z.string(), externalId: z.string().nullable().default(null), name: z.string() }),
)
type SeenStores = z.infer<typeof storesSchema>

/** The store as the platform knows it. Earlier facts hold until there is an answer. */
interface StoreAtPlatform {
  readonly store: KnownStore | null
  /** The platform's id if it is known, otherwise the given one. Null if none is set. */
  readonly id: string | null
  readonly seen: StoreSeen
  /** Every id that the platform may use for the store; empty if none is set. */
  readonly ids: ReadonlySet<string>
  /** Whether a store of a chain is this one. False while this one's id at the platform is unknown. */
  owns(store: StoreInChain): boolean
  /** The token's website, also without a store; null until the platform has answered. */
  readonly websiteId: string | null
  /** Every store of the token; empty until the platform has answered. */
  readonly stores: SeenStores
  /** Nothing is sent, because an address uses http and nobody has allowed that. */
  readonly isBlockedUnencrypted: boolean
  /** What the access key may not do, as far as it is known. */
  readonly notAllowed: readonly NotAllowed[]
  /** The permissions of the key as the platform listed them; null until it did. */
  readonly permissions: readonly string[] | null
  /** The platform let the key use an operation, or refused it. */
  noteVerdict(verdict: KeyVerdict): void
  /**
   * Asks the platform which stores the token has. Concurrent callers share the answer. Never
   * rejects.
   */
  askToken(): Promise<TokenVerdict>
}

/**
 * How long to wait before asking again while the token doesn't have the store, or it is unknown.
 */
const askAgainMs = 60_000
const patience = { firstMs: askAgainMs, longestMs: 10 * 60_000 }

/** The noun of the store: how the platform knows it. */
export const store = defineNoun(storeContract, {
  create(context) {
    const { connection, storeId, clock, log, values, backOff, outbox, announce } = context
    const identity = createIdentity(context)
    const access = createKeyAccess(context)
    const storedStores = values<SeenStores>('stores', storesSchema)
    let seen: StoreSeen = { state: 'unknown', stores: null, names: [] }
    let stores = storedStores.read() ?? []
    /** The earliest next question, on the monotonic clock. */
    let nextAt = -Infinity
    let asking: Promise<TokenVerdict> | null = null
    let closed = false

    function take(info: Parameters<typeof storesOfToken>[0]): void {
      const visible = storesOfToken(info)
      const found = findStore(visible, storeId)
      stores = visible.map(({ id, externalId, name }) => ({ id, externalId, name }))
      storedStores.write(stores)
      access.learn(info.permissions ?? null)
      const wasAmong = identity.store !== null
      if (found !== undefined || storeId === null) identity.learn(info.website._id, found ?? null)
      const before = seen.state
      seen = storeAccess(visible, storeId, wasAmong)
      if (seen.state === 'not-seen' && before !== 'not-seen')
        log.warn('store not among those of the token', { stores: visible.length })
      void announce('store.seen', null)
      context.onStoreSeen?.({ state: seen.state, ids: [...identity.ids] })
      context.statusChanged()
    }

    async function ask(from: Connection): Promise<TokenVerdict> {
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
      return readTokenVerdict(me)
    }

    function askToken(): Promise<TokenVerdict> {
      if (connection === null) return Promise.resolve({ kind: 'refused', error: noToken })
      asking ??= ask(connection).finally(() => (asking = null))
      return asking
    }

    function askNow(): void {
      if (connection !== null && !closed) void askToken()
    }

    /**
     * A person asked to try again. A question that is in flight started before that and may end as
     * it would have.
     */
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
      owns: (other) =>
        identity.ids.has(other.storeId) &&
        (identity.websiteId ?? other.websiteId) === other.websiteId,
      get websiteId() {
        return identity.websiteId
      },
      get stores() {
        return stores
      },
      get notAllowed() {
        return access.notAllowed
      },
      get permissions() {
        return access.permissions
      },
      noteVerdict(verdict) {
        if (!closed) access.note(verdict)
      },
      isBlockedUnencrypted: connection !== null && isBlockedUnencrypted(connection),
      askToken,
    }

    return {
      handlers: {
        'connection.resume'() {
          if (seen.state !== 'seen') tryAgain()
          outbox.resume()
          void announce('connection.resumed', null)
          return ok(null)
        },
      },
      api,
      /**
       * Asks at the start, and again until the token has the store: it may be added there later.
       */
      catchUp() {
        if (seen.state !== 'seen' && asking === null && clock.monotonic() >= nextAt) askNow()
      },
      close() {
        closed = true
      },
    }
  },
})

/** What is known of the store and its website, across restarts. */
function createIdentity({ db, values, storeId, announce }: Context) {
  const storedStore = values<KnownStore>('store', identitySchema)
  const storedWebsite = values('website', z.string())
  let store = storedStore.read()
  let ids = idsOf(store)
  let websiteId = store?.websiteId ?? storedWebsite.read()

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
    /** `found` is null if no store is set: then the whole website counts. */
    learn(website: string, found: KnownStore | null): void {
      const before = { store, ids, websiteId }
      store = found
      ids = idsOf(found)
      websiteId = website
      try {
        db.transact(() => {
          if (found === null) storedWebsite.write(website)
          else storedStore.write(found)
          void announce('store.learned', null)
        })
      } catch (cause) {
        ;({ store, ids, websiteId } = before)
        throw cause
      }
    },
  }
}
