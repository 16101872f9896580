import { nkeys } from '@nats-io/transport-node'
import {
  chainBucket,
  eventStream,
  fleetBucket,
  instructionBucket,
} from '#contract/relay/subjects.ts'

/**
 * Who may do what on the nats-servers of a chain. Stores are not among them: only the chain's own
 * programs reach NATS, each with rights for what it does and nothing else.
 */

/** `admin`: the commands that change the chain. */
export type NatsRole = 'admin' | 'relay' | 'fleet'

/** The subjects that a program may use; the servers refuse it all others. */
export interface NatsRights {
  publish: readonly string[]
  subscribe: readonly string[]
}

/** What the fleet's server stores of the last day. */
export const dayStream = 'FLEET_DAY'
export const daySubject = 'fleet.day'

/** The lists of the chain, as keys of `chainBucket`. */
export type ChainListName = 'websites' | 'access' | 'stores' | 'users'

const textOf = (bytes: Uint8Array): string => new TextDecoder().decode(bytes)

/** The seed of a new key (NATS's nkeys). The servers know only its public half. */
export const newSeed = (): string => textOf(nkeys.createUser().getSeed())

export const publicKeyOf = (seed: string): string =>
  nkeys.fromSeed(new TextEncoder().encode(seed)).getPublicKey()

/** Where answers to a program arrive. No other program can listen there. */
export const inboxPrefixOf = (role: NatsRole): string => `_INBOX_${role}`

const api = '$JS.API'
const bucketStream = (bucket: string): string => `KV_${bucket}`

/** To make a stream, look at it and change its limits; not to purge or delete it. */
const keepStream = (stream: string): string[] => [
  `${api}.STREAM.INFO.${stream}`,
  `${api}.STREAM.CREATE.${stream}`,
  `${api}.STREAM.UPDATE.${stream}`,
]

/** To read a stream from its start on, and to follow it. */
const readStream = (stream: string): string[] => [
  `${api}.CONSUMER.CREATE.${stream}`,
  `${api}.CONSUMER.CREATE.${stream}.>`,
  `${api}.CONSUMER.MSG.NEXT.${stream}.>`,
  `${api}.CONSUMER.INFO.${stream}.*`,
  `${api}.CONSUMER.DELETE.${stream}.*`,
  `$JS.FC.${stream}.>`,
]

/** To follow single lists of the chain, and no other. */
const readLists = (names: readonly ChainListName[]): string[] => {
  const stream = bucketStream(chainBucket)
  return [
    `${api}.STREAM.INFO.${stream}`,
    `${api}.STREAM.CREATE.${stream}`,
    `${api}.STREAM.UPDATE.${stream}`,
    ...names.map((name) => `${api}.CONSUMER.CREATE.${stream}.*.$KV.${chainBucket}.${name}`),
    `${api}.CONSUMER.INFO.${stream}.*`,
    `${api}.CONSUMER.DELETE.${stream}.*`,
    `$JS.FC.${stream}.>`,
  ]
}

const publishing: Readonly<Record<NatsRole, readonly string[]>> = {
  admin: [`${api}.INFO`, ...keepStream(bucketStream(chainBucket)), `$KV.${chainBucket}.>`],
  relay: [
    `${api}.INFO`,
    ...keepStream(eventStream),
    ...readStream(eventStream),
    `${api}.DIRECT.GET.${eventStream}`,
    `${api}.DIRECT.GET.${eventStream}.>`,
    `${api}.STREAM.MSG.GET.${eventStream}`,
    'orders.*.*',
    `$KV.${fleetBucket}.*.*`,
    ...readLists(['websites', 'access']),
  ],
  fleet: [
    `${api}.INFO`,
    `${api}.STREAM.INFO.${eventStream}`,
    'orders.*.*',
    ...[bucketStream(fleetBucket), bucketStream(instructionBucket), dayStream].flatMap((stream) => [
      ...keepStream(stream),
      ...readStream(stream),
    ]),
    `$KV.${instructionBucket}.*`,
    daySubject,
    ...readLists(['stores', 'users']),
  ],
}

export const rightsOf = (role: NatsRole): NatsRights => ({
  publish: publishing[role],
  subscribe: [`${inboxPrefixOf(role)}.>`],
})
