import { existsSync, writeFileSync } from 'node:fs'
import { isIP } from 'node:net'
import { join } from 'node:path'
import { fail, ok, type Result } from '#contract/result.ts'
import { issueCertificate, makeAuthority } from '#web/network/certificates/x509.ts'
import { writeFileAtOnce } from '#web/network/write-at-once.ts'
import { makeChainKeys, makeRelayUser, makeSystemUser, publicAccounts } from './accounts.ts'
import { chainFolder, type Chain, type ChainFolder } from './folder.ts'
import { nodeConfig, type NodePlace } from './node-config.ts'

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
  /** Without TLS all nodes are on this machine. */
  hasTls: boolean
  /** Where the node finds its files once they are copied there; the folder itself by default. */
  filesFolder?: string
}

/** Certificates of nodes are renewed by hand, so they last as long as browsers once allowed. */
const certificateDays = 825

const addressOf = ({ host, port }: NewNode, hasTls: boolean): string =>
  `${hasTls ? 'tls' : 'nats'}://${host}:${String(port)}`

/** Makes a new certificate for each node and writes it to the node's folder. */
export async function writeCertificates(
  folder: ChainFolder,
  { authority, nodes }: Pick<Chain, 'authority' | 'nodes'>,
  now: number,
): Promise<void> {
  if (authority === null) return
  for (const [at, host] of nodes.entries()) {
    const isAddress = isIP(host) !== 0
    const made = await issueCertificate(
      authority,
      { names: isAddress ? [] : [host], addresses: isAddress ? [host] : [] },
      now,
      { days: certificateDays, isPeer: true },
    )
    const place = folder.nodeFolder(at + 1)
    writeFileAtOnce(join(place, 'certificate.pem'), made.cert)
    writeFileAtOnce(join(place, 'key.pem'), made.key)
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
    return { ...node, tls: hasTls ? tls : null }
  })
}

/** Makes the folder of a new chain. Fails if there is one already, because its keys can't be made again. */
export async function setUpChain(
  path: string,
  chain: NewChain,
  now = Date.now(),
): Promise<Result<ChainFolder>> {
  const folder = chainFolder(path)
  if (existsSync(join(path, 'chain.json')))
    return fail('too-late', `There is a chain in ${path} already.`)
  folder.makeFolders(chain.nodes.length)
  const keys = makeChainKeys()
  const accounts = await publicAccounts(chain.name, keys, {})
  const authority = chain.hasTls ? await makeAuthority(`${chain.name} relay`, now, []) : null
  const made: Chain = {
    version: 1,
    name: chain.name,
    servers: chain.nodes.map((node) => addressOf(node, chain.hasTls)),
    nodes: chain.nodes.map(({ host }) => host),
    keys,
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
    servers: made.servers,
    replicas: Math.min(3, chain.nodes.length),
    user: await makeRelayUser(keys),
    authority: authority?.cert ?? null,
  })
  folder.relay.writeWebsites({})
  folder.writeStores({ stores: [], revoked: {} })
  folder.writeChain(made)
  return ok(folder)
}
