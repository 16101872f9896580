import { resolve } from 'node:path'
import { z } from 'zod'
import { relayAddress } from '#contract/relay/relay-file.ts'
import { fail, ok, type Result } from '#contract/shared/result.ts'
import type { FlagValues } from '#cli/command/command.ts'
import { print } from '#host/log/terminal.ts'
import type { ChainFolder } from '../chain/folder.ts'
import { setUpChain, writeCertificates, type NewNode } from '../chain/setup.ts'
import type { folderFlags, setupFlags } from '../flags.ts'
import { defaultFolder, folderOf, pushChanges, refuse } from './shared.ts'

const natsPort = 4222
/** The servers of a cluster reach each other at a port that is so much higher: 6222. */
const clusterPortOffset = 2_000

/** `HOST` or `HOST:PORT`. */
const nodeInput = z
  .string()
  .regex(/^[\w.-]+(:\d+)?$/)
  .transform((text) => {
    const [host = '', port = natsPort] = text.split(':')
    return { host, port: Number(port), clusterPort: Number(port) + clusterPortOffset }
  })
  .refine(({ port, clusterPort }) => port > 0 && clusterPort <= 65_535)

const setupInput = z.object({
  name: z.string().min(1).max(100),
  node: z
    .array(nodeInput)
    .max(5)
    .refine(
      (nodes) => new Set(nodes.map(({ host, port }) => `${host}:${port}`)).size === nodes.length,
    ),
  address: z.array(relayAddress).min(1).max(16),
} satisfies Partial<Record<keyof typeof setupFlags, z.ZodType>>)

/** Where a relay on this machine is reached by default. */
const localAddress = 'http://127.0.0.1:8480'

/** What `setup` and `up` make: the folder of a new chain. */
export async function makeChain(
  values: Partial<FlagValues<typeof setupFlags>>,
): Promise<Result<{ folder: ChainFolder; path: string; nodes: NewNode[] }>> {
  const parsed = setupInput.safeParse({
    name: values.name ?? 'Chain',
    node: values.node ?? ['localhost'],
    address: values.address ?? [localAddress],
  })
  if (!parsed.success)
    return fail('bad-input', `--${String(parsed.error.issues[0]?.path[0] ?? '')} can’t be used.`)
  const path = resolve(values.folder ?? defaultFolder)
  const filesFolder = values['node-files']
  const dataOf = (nth: number): string =>
    values['node-data'] ?? `${filesFolder ?? `${path}/nats/node-${String(nth)}`}/data`
  const { name, node: places, address: addresses } = parsed.data
  const isLocal = places.every(({ host }) => host === 'localhost')
  if (!isLocal && values.address === undefined)
    return fail('bad-input', '--address is missing: where stores reach the relays, https://…')
  const nodes = places.map((node, at) => ({ ...node, dataFolder: dataOf(at + 1) }))
  const folder = await setUpChain(path, {
    name,
    addresses,
    // On one machine nobody else reaches them.
    hasTls: !isLocal,
    nodes,
    ...(filesFolder !== undefined && { filesFolder }),
  })
  return folder.ok ? ok({ folder: folder.value, path, nodes }) : folder
}

/** `setup`. */
export async function runSetup(values: FlagValues<typeof setupFlags>): Promise<number> {
  const chain = await makeChain(values)
  if (!chain.ok) return refuse(chain.error)
  const { folder, path, nodes } = chain.value
  const filesFolder = values['node-files']
  print(`The chain is in ${path}. Keep chain.json where only its administrator reads it.

${nodes
  .map(({ host, port }, at) => {
    const place = folder.nodeFolder(at + 1)
    const what =
      filesFolder === undefined
        ? `nats-server -c ${place}/nats-server.conf`
        : `copy ${place} to ${filesFolder} there`
    return `  ${host}:${String(port)}: ${what}`
  })
  .join('\n')}
  relay: kitchen-pass-relay serve --folder ${folder.programFolder('relay')}
  fleet page: kitchen-pass-relay fleet --folder ${folder.programFolder('fleet')}

Next, once they run: kitchen-pass-relay website add --website ID, and store add for each store.
`)
  return 0
}

/** `push`: writes the chain's lists to NATS again. */
export const runPush = (values: FlagValues<typeof folderFlags>): Promise<number> =>
  pushChanges(values)

/** `certificates`: new certificates for the nodes, before the old ones end. */
export async function runCertificates(values: FlagValues<typeof folderFlags>): Promise<number> {
  const folder = folderOf(values)
  const chain = folder.readChain()
  if (!chain.ok) return refuse(chain.error)
  await writeCertificates(folder, chain.value, Date.now())
  print(
    'New certificates are in the folders of the nodes. Copy them, then reload each nats-server.\n',
  )
  return 0
}
