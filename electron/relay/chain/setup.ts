import { existsSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { fail, ok, type Result } from '#contract/shared/result.ts'
import { issueCertificate, makeAuthority } from '#receiver/x509.ts'
import { replaceFile } from '#host/db/files.ts'
import { ChainFolder, type Chain } from './folder.ts'
import { newSeed, publicKeyOf, type NatsRole } from './nats-users.ts'
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
  /** Where stores reach a relay, `https://…`. */
  addresses: readonly string[]
  /** Without TLS all nodes are on this machine. */
  hasTls: boolean
  /** Where each node finds its files once they are copied to its machine; by default in the folder. */
  filesFolder?: string
}

/** Certificates of nodes are renewed by hand, so they last as long as browsers once allowed. */
const certificateDays = 825

const addressOf = ({ host, port }: NewNode, hasTls: boolean): string =>
  `${hasTls ? 'tls' : 'nats'}://${host}:${String(port)}`

/** A port that is forwarded to this machine is reached by this name. */
const forwarded = 'localhost'

/** Makes a new certificate for each node and writes it to the node's folder. */
export async function writeCertificates(
  folder: ChainFolder,
  { authority, nodes }: Pick<Chain, 'authority' | 'nodes'>,
  now: number,
  days = certificateDays,
): Promise<void> {
  if (authority === null) return
  for (const [at, host] of nodes.entries()) {
    const names = [...new Set([host, forwarded])]
    const certificate = await issueCertificate(authority, { names, addresses: [] }, now, {
      days,
      isPeer: true,
    })
    const place = folder.nodeFolder(at + 1)
    replaceFile(join(place, 'certificate.pem'), certificate.cert)
    replaceFile(join(place, 'key.pem'), certificate.key)
    writeFileSync(join(place, 'authority.pem'), authority.cert)
  }
}

function placesOf(folder: ChainFolder, { nodes, hasTls, filesFolder }: NewChain): NodePlace[] {
  return nodes.map((node, at) => {
    const place = filesFolder ?? folder.nodeFolder(at + 1)
    const file = (name: string): string => `${place}/${name}`
    const tls = {
      cert: file('certificate.pem'),
      key: file('key.pem'),
      authority: file('authority.pem'),
    }
    return { ...node, isLocal: !hasTls, tls: hasTls ? tls : null }
  })
}

/** Makes the folder of a new chain. Fails if there is one already, because its keys can't be made again. */
export async function setUpChain(
  path: string,
  chain: NewChain,
  now = Date.now(),
): Promise<Result<ChainFolder>> {
  const folder = new ChainFolder(path)
  // The client of NATS checks certificates by name alone.
  const address = chain.nodes.find(({ host }) => isIP(host.replace(/^\[|\]$/g, '')) !== 0)
  if (chain.hasTls && address !== undefined)
    return fail('bad-input', `${address.host} is an address. A certificate needs a name.`)
  if (existsSync(join(path, 'chain.json')))
    return fail('too-late', `There is a chain in ${path} already.`)
  folder.makeFolders(chain.nodes.length)
  const authority = chain.hasTls ? await makeAuthority(`${chain.name} relay`, []) : null
  const seeds = { admin: newSeed(), relay: newSeed(), fleet: newSeed() }
  const accessOf = (role: NatsRole) => ({
    version: 2 as const,
    name: chain.name,
    servers: chain.nodes.map((node) => addressOf(node, chain.hasTls)),
    replicas: Math.min(3, chain.nodes.length),
    role,
    seed: seeds[role],
    authority: authority?.cert ?? null,
  })
  const newChain: Chain = {
    version: 2,
    name: chain.name,
    addresses: [...chain.addresses],
    nodes: chain.nodes.map(({ host }) => host),
    access: accessOf('admin'),
    signingKey: newSigningKey(),
    authority,
  }
  await writeCertificates(folder, newChain, now)
  writeConfigurations(folder, chain, seeds)
  for (const role of ['relay', 'fleet'] as const) folder.writeAccess(accessOf(role))
  folder.writeWebsites({})
  folder.writeUsers([])
  folder.writeStores([])
  folder.writeChain(newChain)
  return ok(folder)
}

function writeConfigurations(
  folder: ChainFolder,
  chain: NewChain,
  seeds: Readonly<Record<NatsRole, string>>,
): void {
  const places = placesOf(folder, chain)
  const publicKeys = {
    admin: publicKeyOf(seeds.admin),
    relay: publicKeyOf(seeds.relay),
    fleet: publicKeyOf(seeds.fleet),
  }
  for (const [at, place] of places.entries())
    writeFileSync(
      join(folder.nodeFolder(at + 1), 'nats-server.conf'),
      nodeConfig(place, places, publicKeys),
    )
}
