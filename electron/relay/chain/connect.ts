import { connect, nkeyAuthenticator, type NatsConnection } from '@nats-io/transport-node'
import { inboxPrefixOf, type NatsRole } from './nats-users.ts'

/** How one of a chain's programs reaches its nats-servers. */
export interface NatsAccess {
  servers: readonly string[]
  role: NatsRole
  seed: string
  /** Of the servers' certificates, PEM; null without TLS, on one machine. */
  authority: string | null
}

/** For a command that runs once: it gives up after ten seconds. */
const onceOptions = { timeout: 10_000, maxReconnectAttempts: 3 } as const

/** For a relay: it tries until it is ended, also at the start. */
const lastingOptions = {
  waitOnFirstConnect: true,
  maxReconnectAttempts: -1,
  reconnectTimeWait: 500,
  pingInterval: 10_000,
  // The stack of each request costs a relay a twentieth of its time.
  noAsyncTraces: true,
  // All servers are in its folder. Others would be named by addresses, for which no certificate is.
  ignoreClusterUpdates: true,
} as const

/** Connects as a program of the chain. Rejects with the client's error. */
export const connectNats = (
  { servers, role, seed, authority }: NatsAccess,
  { lasts = false } = {},
): Promise<NatsConnection> =>
  connect({
    servers: [...servers],
    authenticator: nkeyAuthenticator(new TextEncoder().encode(seed)),
    inboxPrefix: inboxPrefixOf(role),
    ...(authority !== null && { tls: { ca: authority } }),
    ...(lasts ? lastingOptions : onceOptions),
  })
