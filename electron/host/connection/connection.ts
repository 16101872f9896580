import { z } from 'zod'
import { storeContract } from '#contract/connection/connection.ts'
import type { NotAllowed } from '#contract/connection/key-access.ts'
import type { StoreInChain } from '#contract/relay/subjects.ts'
import { ok, type Result } from '#contract/shared/result.ts'
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
import type { StoredValue } from '../db/values.ts'
import { handlersOf, type HandlersOf } from '../dispatch.ts'
import { defineNoun, type Context } from '../noun.ts'
import { noToken, readTokenVerdict, type TokenVerdict } from '../outbox/token.ts'
import { StoreIdentity } from './identity.ts'
import { KeyAccess } from './key-access.ts'
import { isBlockedUnencrypted } from './profile.ts'

/** The stores of the token, with their names. */
const storesSchema = z.array(
  z.object({ id: z.string(), externalId: z.string().nullable().default(null), name: z.string() }),
)
type SeenStores = z.infer<typeof storesSchema>

/**
 * How long to wait before asking again while the token doesn't have the store, or it is unknown.
 */
const askAgainMs = 60_000
const patience = { firstMs: askAgainMs, maxMs: 10 * 60_000 }

/** The store as the platform knows it. Earlier facts hold until there is an answer. */
class StoreAtPlatform {
  readonly handlers: HandlersOf<'store'> = handlersOf(storeContract, this)
  /** Nothing is sent, because the address uses http and nobody has allowed that. */
  readonly isBlockedUnencrypted: boolean
  readonly #context: Context
  readonly #identity: StoreIdentity
  readonly #access: KeyAccess
  readonly #storedStores: StoredValue<SeenStores>
  #stores: SeenStores
  #seen: StoreSeen = { state: 'unknown', stores: null, names: [] }
  /** The earliest next question, on the monotonic clock. */
  #nextAt = -Infinity
  #asking: Promise<TokenVerdict> | null = null
  #isClosed = false

  constructor(context: Context) {
    const { connection } = context
    this.isBlockedUnencrypted = connection !== null && isBlockedUnencrypted(connection)
    this.#context = context
    this.#identity = new StoreIdentity(context)
    this.#access = new KeyAccess(context)
    this.#storedStores = context.values<SeenStores>('stores', storesSchema)
    this.#stores = this.#storedStores.read() ?? []
  }

  resume(): Result<null> {
    if (this.#seen.state !== 'seen') this.#tryAgain()
    this.#context.outbox.resume()
    void this.#context.announce('connection.resumed', null)
    return ok(null)
  }

  // For nouns

  get store(): KnownStore | null {
    return this.#identity.store
  }

  /** The platform's id if it is known, otherwise the given one. Null if none is set. */
  get id(): string | null {
    return this.#identity.store?.id ?? this.#context.storeId
  }

  get seen(): StoreSeen {
    return this.#seen
  }

  /** Every id that the platform may use for the store; empty if none is set. */
  get ids(): ReadonlySet<string> {
    return this.#identity.ids
  }

  /** Whether a store of a chain is this one. False while this one's id at the platform is unknown. */
  owns(other: StoreInChain): boolean {
    return this.#identity.owns(other)
  }

  /** The token's website, also without a store; null until the platform has answered. */
  get websiteId(): string | null {
    return this.#identity.websiteId
  }

  /** Every store of the token; empty until the platform has answered. */
  get stores(): SeenStores {
    return this.#stores
  }

  /** What the access key may not do, as far as it is known. */
  get notAllowed(): readonly NotAllowed[] {
    return this.#access.notAllowed
  }

  /** The permissions of the key as the platform listed them; null until it did. */
  get permissions(): readonly string[] | null {
    return this.#access.permissions
  }

  /** The platform let the key use an operation, or refused it. */
  noteVerdict(verdict: KeyVerdict): void {
    if (!this.#isClosed) this.#access.note(verdict)
  }

  /**
   * Asks the platform which stores the token has. Concurrent callers share the answer. Never
   * rejects.
   */
  askToken(): Promise<TokenVerdict> {
    const { connection } = this.#context
    if (connection === null) return Promise.resolve({ kind: 'refused', error: noToken })
    this.#asking ??= this.#ask(connection).finally(() => (this.#asking = null))
    return this.#asking
  }

  // Housekeeping

  /**
   * Asks at the start, and again until the token has the store: it may be added there later.
   */
  catchUp(): void {
    const isDue = this.#asking === null && this.#context.clock.monotonic() >= this.#nextAt
    if (this.#seen.state !== 'seen' && isDue) this.#askNow()
  }

  close(): void {
    this.#isClosed = true
  }

  #askNow(): void {
    if (this.#context.connection !== null && !this.#isClosed) void this.askToken()
  }

  /**
   * A person asked to try again. A question that is in flight started before that and may end as it
   * would have.
   */
  #tryAgain(): void {
    if (this.#asking === null) this.#askNow()
    else
      void this.#asking.then(() => {
        if (this.#seen.state !== 'seen') this.#askNow()
      })
  }

  async #ask(connection: Connection): Promise<TokenVerdict> {
    const { clock, backOff, log } = this.#context
    const askedAt = clock.monotonic()
    this.#nextAt = askedAt + askAgainMs
    const me = await readMe(connection)
    if (me.ok) backOff.answered()
    else this.#nextAt = askedAt + backOff.after(me.failure, patience)
    try {
      if (me.ok && !this.#isClosed) this.#learn(me.value)
    } catch (cause) {
      log.warn('store not identified', { cause: String(cause) })
    }
    return readTokenVerdict(me)
  }

  #learn(answer: Parameters<typeof storesOfToken>[0]): void {
    const { storeId, log, announce } = this.#context
    const visible = storesOfToken(answer)
    const own = findStore(visible, storeId)
    this.#stores = visible.map(({ id, externalId, name }) => ({ id, externalId, name }))
    this.#storedStores.write(this.#stores)
    this.#access.learn(answer.permissions ?? null)
    const wasAmong = this.#identity.store !== null
    if (own !== undefined || storeId === null) this.#identity.learn(answer.website._id, own ?? null)
    const before = this.#seen.state
    this.#seen = storeAccess(visible, storeId, wasAmong)
    if (this.#seen.state === 'not-seen' && before !== 'not-seen')
      log.warn('store not among those of the token', { stores: visible.length })
    void announce('store.seen', null)
    this.#context.onStoreSeen?.({ state: this.#seen.state, ids: [...this.#identity.ids] })
    this.#context.statusChanged()
  }
}

/** The noun of the store. */
export const store = defineNoun(storeContract, {
  create: (context) => new StoreAtPlatform(context),
})
