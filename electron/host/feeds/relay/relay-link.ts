import { jetstream, JetStreamApiError, type Consumer } from '@nats-io/jetstream'
import {
  connect,
  jwtAuthenticator,
  wsconnect,
  type ConnectionOptions,
  type NatsConnection,
} from '@nats-io/transport-node'
import type { RelayFile } from '#contract/relay/relay-file.ts'
import {
  answersPrefix,
  consumerName,
  consumerRequest,
  eventStream,
  statusSubject,
} from '#contract/relay/subjects.ts'

/** How long a server or a relay may take for an answer. */
const patienceMs = 10_000

/**
 * How many events one request gets. Together they may need this many times 4 MiB of memory, which
 * no real events come near.
 */
const mostEvents = 32

/**
 * How long a request waits for events. Its end shows that the relay still answers, so it is well
 * below the age at which a screen calls a contact old.
 */
const waitMs = 20_000

/** A waiting server says this often that it is there. After two missed ones it counts as gone. */
const beatMs = 5_000

/** An event as the relay hands it over. It comes again until `ack` or `term`. */
export interface RelayEvent {
  readonly data: Uint8Array
  /** `pending`: how many wait behind it. */
  readonly info: { readonly pending: number; readonly streamSequence: number }
  ack(): void
  /** Asks for it again, after some milliseconds. */
  nak(millis?: number): void
  /** It never comes again. */
  term(): void
}

/** One request for events, which ends by itself. Throws if it was broken off. */
export interface RelayBatch extends AsyncIterable<RelayEvent> {
  close(): Promise<unknown>
}

/** An open connection to one server of a relay. */
export interface RelayLink {
  readonly isClosed: boolean
  /** How many events wait; null if the relay has no consumer for this store. */
  count(): Promise<number | null>
  /** Asks the relay for a consumer. Rejects if no relay answers. */
  askForConsumer(): Promise<void>
  /** Call it after `count` found the consumer. */
  fetch(): Promise<RelayBatch>
  /** Publishes the store's status. There is no answer. */
  sendStatus(status: string): void
  /** Resolves once the server has all that was sent. */
  flush(): Promise<void>
  close(): Promise<void>
}

function open(server: string, file: RelayFile): Promise<NatsConnection> {
  const { protocol, hostname } = new URL(server)
  const options: ConnectionOptions = {
    servers: [server],
    authenticator: jwtAuthenticator(file.user, new TextEncoder().encode(file.seed)),
    inboxPrefix: answersPrefix(file),
    name: 'kitchen-pass',
    timeout: patienceMs,
    // The feed connects again by itself, so that there is one place that knows the state.
    reconnect: false,
    // Other servers of the chain may have names that only its own network knows.
    ignoreClusterUpdates: true,
  }
  if (protocol === 'ws:' || protocol === 'wss:') return wsconnect(options)
  if (protocol === 'nats:') return connect(options)
  const tls = {
    ...(file.authority !== undefined && { ca: file.authority }),
    // Node checks the certificate against this name. The client gives it none for an IP address.
    host: hostname.replace(/^\[|\]$/g, ''),
  }
  return connect({ ...options, tls })
}

/** Connects to one server. Rejects with the client's or the system's error. */
export async function openRelayLink(server: string, file: RelayFile): Promise<RelayLink> {
  const connection = await open(server, file)
  const { consumers } = jetstream(connection, { timeout: patienceMs })
  let consumer: Consumer | null = null

  return {
    get isClosed() {
      return connection.isClosed()
    },
    async count() {
      try {
        consumer = await consumers.get(eventStream, consumerName(file))
        return (await consumer.info(true)).num_pending
      } catch (cause) {
        if (cause instanceof JetStreamApiError && cause.status === 404) return null
        throw cause
      }
    },
    async askForConsumer() {
      await connection.request(consumerRequest(file), '', { timeout: patienceMs })
    },
    fetch() {
      if (consumer === null) throw new Error('no consumer yet')
      return consumer.fetch({
        max_messages: mostEvents,
        expires: waitMs,
        idle_heartbeat: beatMs,
      })
    },
    sendStatus: (status) => connection.publish(statusSubject(file), status),
    flush: () => connection.flush(),
    close: () => connection.close(),
  }
}
