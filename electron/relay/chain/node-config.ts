import type { PublicAccounts } from './accounts.ts'

/** One nats-server of the chain. */
export interface NodePlace {
  /** The name or address by which the others and the relay reach it. */
  host: string
  /** For stores and relays. */
  port: number
  /** For the other servers. */
  clusterPort: number
  /** Where it keeps the events and the accounts. */
  dataFolder: string
  /** Where it accepts WebSocket without TLS, from a load balancer; null nowhere. */
  webSocketPort: number | null
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

const webSocketBlock = ({ webSocketPort }: NodePlace): string =>
  webSocketPort === null
    ? ''
    : `# For a load balancer that has the certificate: never open this port to the internet.
websocket {
  port: ${String(webSocketPort)}
  no_tls: true
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
${tlsBlock(node, true)}}
`
}

/**
 * The configuration of a nats-server (2.9 or newer): JetStream on its disk, the chain's accounts,
 * and the cluster if there are several. It has no secret, but names the files of the certificate.
 */
export const nodeConfig = (
  node: NodePlace,
  all: readonly NodePlace[],
  { operator, system, chain }: PublicAccounts,
): string => `# Made by "npm run relay -- setup". docs/it/chains.md tells how to run it.
server_name: ${quoted(`node-${String(all.indexOf(node) + 1)}`)}
port: ${String(node.port)}
# The longest event has 4 MiB, and its envelope a little more.
max_payload: 5MB
# A slow tablet needs a moment to sign.
authorization { timeout: 10 }
${tlsBlock(node, false)}jetstream {
  store_dir: ${quoted(`${node.dataFolder}/events`)}
}
${webSocketBlock(node)}${clusterBlock(node, all)}operator: ${quoted(operator)}
system_account: ${quoted(system.key)}
# Newer versions of an account arrive over the network, are kept here, and are passed on.
resolver {
  type: full
  dir: ${quoted(`${node.dataFolder}/accounts`)}
  allow_delete: false
  interval: "10s"
}
resolver_preload {
  ${system.key}: ${quoted(system.jwt)}
  ${chain.key}: ${quoted(chain.jwt)}
}
`
