import type { StoreInChain } from '#contract/relay/subjects.ts'
import type { RelayFile } from '#contract/relay/relay-file.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import { chainAccount, makeStoreUser, publicKeyOf } from './accounts.ts'
import { connectNats } from './connect.ts'
import type { Chain, ChainFolder, KnownStore, KnownStores } from './folder.ts'
import { signerOf } from './signing-key.ts'

/** How long a new version of the account may take to be acknowledged by a server. */
const pushPatienceMs = 10_000

/** A store and its new file. */
export interface StoreWithFile {
  store: KnownStore
  file: RelayFile
}

const isSame = (one: StoreInChain, other: StoreInChain): boolean =>
  one.websiteId === other.websiteId && one.storeId === other.storeId

/**
 * Gives the servers a new version of the chain's account, which ends the connections of revoked
 * users at once. Servers that are down get it from the others later.
 */
async function pushAccount(
  chain: Chain,
  { revoked }: KnownStores,
  nodes: readonly string[],
): Promise<Result<null>> {
  // From here, either the addresses of the stores or those of the relays may be reached. This
  // client takes no WebSocket.
  const servers = [...new Set([...chain.servers, ...nodes])]
  const access = {
    servers: servers.filter((each) => !/^wss?:/.test(each)),
    user: chain.system,
    authority: chain.authority?.cert ?? null,
  }
  try {
    const connection = await connectNats(access)
    try {
      const jwt = await chainAccount(chain.name, chain.keys, revoked)
      const answer = await connection.request('$SYS.REQ.CLAIMS.UPDATE', jwt, {
        timeout: pushPatienceMs,
      })
      const { error } = answer.json<{ error?: { description?: string } }>()
      return error === undefined ? ok(null) : fail('refused', error.description)
    } finally {
      await connection.close()
    }
  } catch (cause) {
    return fail('unreachable', cause instanceof Error ? cause.message : undefined)
  }
}

/** The stores of a chain. Each change is on disk before the servers are asked. */
export function createStores(chain: Chain, folder: ChainFolder, now = () => Date.now()) {
  async function makeFile(store: StoreInChain, name: string): Promise<StoreWithFile> {
    const user = await makeStoreUser(chain.keys, store)
    const { websiteId, storeId } = store
    const known: KnownStore = {
      websiteId,
      storeId,
      name,
      key: publicKeyOf(user),
      changedAt: new Date(now()).toISOString(),
    }
    const file: RelayFile = {
      kind: 'kitchen-pass-relay',
      version: 1,
      servers: chain.servers,
      websiteId,
      storeId,
      storeName: name,
      user: user.jwt,
      seed: user.seed,
      signer: signerOf(chain.signingKey),
      ...(chain.authority !== null && { authority: chain.authority.cert }),
    }
    return { store: known, file }
  }
  const withRevoked = (revoked: KnownStores['revoked'], key: string | null) =>
    key === null ? revoked : [...revoked, key]

  return {
    list: () => folder.readStores(),
    /** A new store, or one that was revoked. Fails with `too-late` if it has a valid file. */
    async add(store: StoreInChain, name: string): Promise<Result<StoreWithFile>> {
      const known = folder.readStores()
      if (!known.ok) return known
      const { stores, revoked } = known.value
      if (stores.some((each) => isSame(each, store) && each.key !== null))
        return fail('too-late', 'That store has a file. Use rotate to replace it.')
      const made = await makeFile(store, name)
      const others = stores.filter((each) => !isSame(each, store))
      folder.writeStores({ stores: [...others, made.store], revoked })
      return ok(made)
    },
    /** The file of a store counts no longer, once the servers know it (`push`). */
    revoke(store: StoreInChain): Result<null> {
      const known = folder.readStores()
      if (!known.ok) return known
      const found = known.value.stores.find((each) => isSame(each, store))
      if (found === undefined) return fail('not-found', 'There is no such store.')
      folder.writeStores({
        stores: known.value.stores.map((each) => (each === found ? { ...each, key: null } : each)),
        revoked: withRevoked(known.value.revoked, found.key),
      })
      return ok(null)
    },
    /** A new file for a store. The old one counts no longer, once the servers know it (`push`). */
    async rotate(store: StoreInChain): Promise<Result<StoreWithFile>> {
      const known = folder.readStores()
      if (!known.ok) return known
      const { stores, revoked } = known.value
      const found = stores.find((each) => isSame(each, store))
      if (found === undefined) return fail('not-found', 'There is no such store.')
      const made = await makeFile(store, found.name)
      folder.writeStores({
        stores: stores.map((each) => (each === found ? made.store : each)),
        revoked: withRevoked(revoked, found.key),
      })
      return ok(made)
    },
    /** Gives the servers what was revoked. Fails with `unreachable` if none answers: try again. */
    async push(): Promise<Result<null>> {
      const known = folder.readStores()
      if (!known.ok) return known
      const relay = folder.relay.readAccess()
      return pushAccount(chain, known.value, relay.ok ? relay.value.servers : [])
    },
  }
}
