import {
  Algorithms,
  createAccount,
  createOperator,
  createUser,
  encodeAccount,
  encodeOperator,
  encodeUser,
  fromSeed,
  type KeyPair,
  type User,
} from '@nats-io/jwt'
import {
  answersPrefix,
  consumerName,
  consumerRequest,
  eventStream,
  statusSubject,
  type StoreInChain,
} from '#contract/relay/subjects.ts'

/**
 * Who may do what on the NATS servers of a chain, in NATS's own terms: an operator signs accounts,
 * and an account signs its users. The servers know only the operator and the accounts, so a store
 * is added without them, and removed by a new version of the account.
 */

/** The seeds of the chain's keys. Whoever has them can make users. */
export interface ChainKeys {
  operatorSeed: string
  /** Of the account through which the servers are given new versions of accounts. */
  systemSeed: string
  /** Of the account of the relay and the stores. */
  chainSeed: string
}

/** A user of an account: what it logs in with. */
export interface NatsUser {
  jwt: string
  seed: string
}

const version = { algorithm: Algorithms.v2 }
const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)
const seedOf = (keys: KeyPair): string => textOf(keys.getSeed())
const keysOf = (seed: string): KeyPair => fromSeed(new TextEncoder().encode(seed))

/** NATS's way to say that there is no limit. */
const unlimited = -1
const noLimits = { subs: unlimited, data: unlimited, payload: unlimited }
const openAccount = {
  ...noLimits,
  imports: unlimited,
  exports: unlimited,
  wildcards: true,
  conn: unlimited,
  leaf: 0,
}
const openStorage = {
  mem_storage: unlimited,
  disk_storage: unlimited,
  streams: unlimited,
  consumer: unlimited,
}

export const makeChainKeys = (): ChainKeys => ({
  operatorSeed: seedOf(createOperator()),
  systemSeed: seedOf(createAccount()),
  chainSeed: seedOf(createAccount()),
})

/** What the servers are given of the chain's keys: nothing of it is secret. */
export interface PublicAccounts {
  operator: string
  system: { key: string; jwt: string }
  chain: { key: string; jwt: string }
}

/** NATS revokes what a key signed up to a second (epoch). A revoked key is never used again. */
const forEver = 9_999_999_999

/** The account of the chain; `revoked` are the keys of users that it no longer lets in. */
export const chainAccount = (
  name: string,
  { operatorSeed, chainSeed }: ChainKeys,
  revoked: readonly string[],
): Promise<string> =>
  encodeAccount(
    name,
    keysOf(chainSeed),
    {
      limits: { ...openAccount, ...openStorage },
      revocations: Object.fromEntries(revoked.map((key) => [key, forEver])),
    },
    { ...version, signer: keysOf(operatorSeed) },
  )

export async function publicAccounts(
  name: string,
  keys: ChainKeys,
  revoked: readonly string[],
): Promise<PublicAccounts> {
  const operator = keysOf(keys.operatorSeed)
  const system = keysOf(keys.systemSeed)
  const systemKey = system.getPublicKey()
  return {
    operator: await encodeOperator(name, operator, { system_account: systemKey }, version),
    system: {
      key: systemKey,
      jwt: await encodeAccount(
        `${name} system`,
        system,
        { limits: openAccount },
        { ...version, signer: operator },
      ),
    },
    chain: {
      key: keysOf(keys.chainSeed).getPublicKey(),
      jwt: await chainAccount(name, keys, revoked),
    },
  }
}

async function makeUser(
  name: string,
  accountSeed: string,
  rights: Partial<User>,
): Promise<NatsUser> {
  const user = createUser()
  const jwt = await encodeUser(name, user, keysOf(accountSeed), { ...noLimits, ...rights }, version)
  return { jwt, seed: seedOf(user) }
}

/** A user that may give the servers a new version of the chain's account. */
export const makeSystemUser = ({ systemSeed }: ChainKeys): Promise<NatsUser> =>
  makeUser('admin', systemSeed, {})

/** A user for the relays: all of the chain's subjects and streams. */
export const makeRelayUser = ({ chainSeed }: ChainKeys): Promise<NatsUser> =>
  makeUser('relay', chainSeed, {})

/**
 * A user for one store. It may ask for its consumer, fetch and acknowledge its own events, and
 * publish its own status. The server refuses it everything else.
 */
export function makeStoreUser({ chainSeed }: ChainKeys, store: StoreInChain): Promise<NatsUser> {
  const consumer = consumerName(store)
  return makeUser(consumer, chainSeed, {
    pub: {
      allow: [
        consumerRequest(store),
        statusSubject(store),
        `$JS.API.CONSUMER.INFO.${eventStream}.${consumer}`,
        `$JS.API.CONSUMER.MSG.NEXT.${eventStream}.${consumer}`,
        `$JS.ACK.${eventStream}.${consumer}.>`,
      ],
    },
    sub: { allow: [`${answersPrefix(store)}.>`] },
  })
}

/** The public key of a user, by which the account revokes it. */
export const publicKeyOf = ({ seed }: Pick<NatsUser, 'seed'>): string => keysOf(seed).getPublicKey()
