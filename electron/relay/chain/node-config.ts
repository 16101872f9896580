import { rightsOf, type NatsRole } from './nats-users.ts'

/** One nats-server of the chain. */
export interface NodePlace {
  /** The name or address by which the others and the relay reach it. */
  host: string
  /** For the chain's own programs. */
  port: number
  /** For the other servers. */
  clusterPort: number
  /** Where it stores the events. */
  dataFolder: string
  /** Only this machine reaches it. */
  isLocal: boolean
  /** Its certificate and key, PEM files, and its authority's; null without TLS, on one machine. */
  tls: { cert: string; key: string; authority: string } | null
}

const quoted = (text: string): string => JSON.stringify(text)

const tlsBlock = ({ tls }: NodePlace, verifies: boolean): string =>
  tls === null
    ? ''
    : `tls {
  cert_file: ${quoted(tls.cert)}
  key_file: ${quoted(tls.key)}
  ca_file: ${quoted(tls.authority)}
  verify: ${String(verifies)}
}
`

/** The servers of a cluster find each other by this list, and prove themselves by certificates. */
function clusterBlock(node: NodePlace, all: readonly NodePlace[]): string {
  if (all.length < 2) return ''
  const routes = all.map(({ host, clusterPort }) => `nats://${host}:${String(clusterPort)}`)
  return `cluster {
  name: "kitchen-pass"
  listen: "0.0.0.0:${String(node.clusterPort)}"
  routes: [${routes.map(quoted).join(', ')}]
  # One connection between two servers: with several, 2.10 lost its way when all started at once.
  pool_size: -1
${tlsBlock(node, true)}}
`
}

const listOf = (subjects: readonly string[]): string =>
  `[\n${subjects.map((subject) => `        ${quoted(subject)}\n`).join('')}      ]`

function userBlock(role: NatsRole, publicKey: string): string {
  const { publish, subscribe } = rightsOf(role)
  return `  # ${role}
    { nkey: ${publicKey}, permissions {
      publish: ${listOf(publish)}
      subscribe: ${listOf(subscribe)}
    } }
`
}

/**
 * The configuration of a nats-server (2.15 or newer): JetStream on its disk, the chain's users, and
 * the cluster if there are several. It has no secret, but names the files of the certificate.
 * `publicKeys` are those of the users.
 */
export const nodeConfig = (
  node: NodePlace,
  all: readonly NodePlace[],
  publicKeys: Readonly<Record<NatsRole, string>>,
): string => `# Made by "kitchen-pass-relay setup". docs/it/chains.md tells how to run it.
server_name: ${quoted(`node-${String(all.indexOf(node) + 1)}`)}
listen: ${quoted(`${node.isLocal ? '127.0.0.1' : '0.0.0.0'}:${String(node.port)}`)}
# The longest event has 4 MiB, and its envelope a little more.
max_payload: 5MB
${tlsBlock(node, false)}jetstream {
  store_dir: ${quoted(`${node.dataFolder}/events`)}
  # An event is on the disk before its sender gets 200.
  sync_interval: always
}
${clusterBlock(node, all)}authorization {
  timeout: 10
  users: [
  ${userBlock('admin', publicKeys.admin)}  ${userBlock('relay', publicKeys.relay)}  ${userBlock('fleet', publicKeys.fleet)}  ]
}
`
