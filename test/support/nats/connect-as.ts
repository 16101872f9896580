import { connect, jwtAuthenticator, type NatsConnection } from '@nats-io/transport-node'
import { onTestFinished } from 'vitest'
import { readRelayFile, type RelayFile } from '#contract/relay/relay-file.ts'
import { answersPrefix, type StoreInChain } from '#contract/relay/subjects.ts'
import { natsTimeoutMs } from './nats-server.ts'

export function fileOf(text: string): RelayFile {
  const read = readRelayFile(text)
  if (!read.ok) throw new Error(read.error.detail)
  return read.value
}

/** A connection with the file of a store, which does what a thief would; closed after the test. */
export async function connectAs(
  { servers, user, seed, authority }: RelayFile,
  store: StoreInChain,
): Promise<NatsConnection> {
  const connection = await connect({
    servers,
    authenticator: jwtAuthenticator(user, new TextEncoder().encode(seed)),
    inboxPrefix: answersPrefix(store),
    reconnect: false,
    timeout: natsTimeoutMs,
    ...(authority !== undefined && { tls: { ca: authority } }),
  })
  onTestFinished(() => connection.close())
  return connection
}
