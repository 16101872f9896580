import { resolve } from 'node:path'
import { z } from 'zod'
import type { FlagValues } from '#web/command/parse.ts'
import { print, say } from '#web/log.ts'
import { setUpChain, writeCertificates } from '../chain/setup.ts'
import type { folderFlags, setupFlags } from '../flags.ts'
import { defaultFolder, folderOf, refuse } from './shared.ts'

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
  server: z.array(z.url({ protocol: /^(tls|wss)$/ })),
  'websocket-port': z.coerce.number().int().min(1).max(65_535).nullable(),
} satisfies Partial<Record<keyof typeof setupFlags, z.ZodType>>)

/** `setup`: makes the folder of a new chain. */
export async function runSetup(values: FlagValues<typeof setupFlags>): Promise<number> {
  const parsed = setupInput.safeParse({
    name: values.name ?? 'Chain',
    node: values.node ?? ['localhost'],
    server: values.server ?? [],
    'websocket-port': values['websocket-port'] ?? null,
  })
  if (!parsed.success) {
    say(`--${String(parsed.error.issues[0]?.path[0] ?? '')} can’t be used.\n`)
    return 2
  }
  const path = resolve(values.folder ?? defaultFolder)
  const filesFolder = values['node-files']
  const dataOf = (nth: number): string =>
    values['node-data'] ?? `${filesFolder ?? `${path}/nats/node-${String(nth)}`}/data`
  const { name, node: nodes, server: servers, 'websocket-port': webSocketPort } = parsed.data
  const made = await setUpChain(path, {
    name,
    servers,
    webSocketPort,
    hasTls: true,
    nodes: nodes.map((node, at) => ({ ...node, dataFolder: dataOf(at + 1) })),
    ...(filesFolder !== undefined && { filesFolder }),
  })
  if (!made.ok) return refuse(made.error)
  print(`The chain is in ${path}. Keep chain.json where only its administrator reads it.

${nodes
  .map(({ host, port }, at) => {
    const place = made.value.nodeFolder(at + 1)
    const what =
      filesFolder === undefined
        ? `nats-server -c ${place}/nats-server.conf`
        : `copy ${place} to ${filesFolder} there`
    return `  ${host}:${String(port)}: ${what}`
  })
  .join('\n')}
  relay: kitchen-pass-relay serve --folder ${path}/relay

Next: kitchen-pass-relay website add --website ID, and store add for each store.
`)
  return 0
}

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
