import { connect, jwtAuthenticator, type NatsConnection } from '@nats-io/transport-node'
import type { NatsUser } from './accounts.ts'

/** How to reach the nats-servers of a chain. */
export interface NatsAccess {
  servers: readonly string[]
  user: NatsUser
  /** Of the servers' certificates, PEM; null if a public one issued them. */
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
  // All servers are in its folder. Others would be named by addresses, for which no certificate is.
  ignoreClusterUpdates: true,
} as const

/** Connects as a user. Rejects with the client's error. */
export const connectNats = (
  { servers, user, authority }: NatsAccess,
  { lasts = false } = {},
): Promise<NatsConnection> =>
  connect({
    servers: [...servers],
    authenticator: jwtAuthenticator(user.jwt, new TextEncoder().encode(user.seed)),
    ...(authority !== null && { tls: { ca: authority } }),
    ...(lasts ? lastingOptions : onceOptions),
  })
