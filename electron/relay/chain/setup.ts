import { existsSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { fail, ok, type Result } from '#contract/result.ts'
import { issueCertificate, makeAuthority } from '#web/network/certificates/x509.ts'
import { replaceFile } from '#host/db/files.ts'
import { makeChainKeys, makeRelayUser, makeSystemUser, publicAccounts } from './accounts.ts'
import { chainFolder, type Chain, type ChainFolder } from './folder.ts'
import { nodeConfig, type NodePlace } from './node-config.ts'
import { newSigningKey } from './signing-key.ts'

/** A nats-server of a new chain. */
export interface NewNode {
  host: string
  port: number
  clusterPort: number
  /** Absolute, on the machine of that node. */
  dataFolder: string
}

export interface NewChain {
  name: string
  nodes: readonly NewNode[]
  /** Where stores reach the nodes from outside; the nodes' own addresses if it is empty. */
  servers: readonly string[]
  /** For a load balancer that turns wss into ws; null without WebSocket. */
  webSocketPort: number | null
  /** Without TLS all nodes are on this machine. */
  hasTls: boolean
  /** Where each node finds its files once they are copied to its machine; by default in the folder. */
  filesFolder?: string
}

/** Certificates of nodes are renewed by hand, so they last as long as browsers once allowed. */
const certificateDays = 825

const addressOf = ({ host, port }: NewNode, hasTls: boolean): string =>
  `${hasTls ? 'tls' : 'nats'}://${host}:${String(port)}`

const hostOf = (address: string): string => new URL(address).hostname

/**
 * Makes a new certificate for each node and writes it to the node's folder. It is for the node's
 * own name, and for those by which stores reach any node.
 */
export async function writeCertificates(
  folder: ChainFolder,
  { authority, nodes, servers }: Pick<Chain, 'authority' | 'nodes' | 'servers'>,
  now: number,
  days = certificateDays,
): Promise<void> {
  if (authority === null) return
  for (const [at, host] of nodes.entries()) {
    const names = [...new Set([host, ...servers.map(hostOf)])]
    const made = await issueCertificate(authority, { names, addresses: [] }, now, {
      days,
      isPeer: true,
    })
    const place = folder.nodeFolder(at + 1)
    replaceFile(join(place, 'certificate.pem'), made.cert)
    replaceFile(join(place, 'key.pem'), made.key)
    writeFileSync(join(place, 'authority.pem'), authority.cert)
  }
}

function placesOf(
  folder: ChainFolder,
  { nodes, hasTls, filesFolder, webSocketPort }: NewChain,
): NodePlace[] {
  return nodes.map((node, at) => {
    const place = filesFolder ?? folder.nodeFolder(at + 1)
    const file = (name: string): string => `${place}/${name}`
    const tls = {
      cert: file('certificate.pem'),
      key: file('key.pem'),
      authority: file('authority.pem'),
    }
    return { ...node, webSocketPort, tls: hasTls ? tls : null }
  })
}

/** Makes the folder of a new chain. Fails if there is one already, because its keys can't be made again. */
export async function setUpChain(
  path: string,
  chain: NewChain,
  now = Date.now(),
): Promise<Result<ChainFolder>> {
  const folder = chainFolder(path)
  const hosts = [...chain.nodes.map(({ host }) => host), ...chain.servers.map(hostOf)]
  // The client of NATS checks certificates by name alone.
  const address = hosts.find((host) => isIP(host.replace(/^\[|\]$/g, '')) !== 0)
  if (chain.hasTls && address !== undefined)
    return fail('bad-input', `${address} is an address. A certificate needs a name.`)
  if (existsSync(join(path, 'chain.json')))
    return fail('too-late', `There is a chain in ${path} already.`)
  folder.makeFolders(chain.nodes.length)
  const keys = makeChainKeys()
  const accounts = await publicAccounts(chain.name, keys, [])
  const authority = chain.hasTls ? await makeAuthority(`${chain.name} relay`, []) : null
  const addresses = chain.nodes.map((node) => addressOf(node, chain.hasTls))
  const made: Chain = {
    version: 1,
    name: chain.name,
    servers: chain.servers.length === 0 ? addresses : [...chain.servers],
    nodes: chain.nodes.map(({ host }) => host),
    keys,
    signingKey: newSigningKey(),
    system: await makeSystemUser(keys),
    authority,
  }
  await writeCertificates(folder, made, now)
  const places = placesOf(folder, chain)
  for (const [at, place] of places.entries())
    writeFileSync(
      join(folder.nodeFolder(at + 1), 'nats-server.conf'),
      nodeConfig(place, places, accounts),
    )
  folder.relay.writeAccess({
    version: 1,
    name: chain.name,
    servers: addresses,
    replicas: Math.min(3, chain.nodes.length),
    user: await makeRelayUser(keys),
    authority: authority?.cert ?? null,
  })
  folder.relay.writeWebsites({})
  folder.relay.writeUsers([])
  folder.writeStores({ stores: [], revoked: [] })
  folder.writeChain(made)
  return ok(folder)
}
