import { resolve } from 'node:path'
import { readFileSync } from 'node:fs'
import { z } from 'zod'
import { isToken } from '#contract/connection.ts'
import { fleetRoles } from '#contract/relay/fleet.ts'
import type { StoreInChain } from '#contract/relay/subjects.ts'
import { fail, ok, type AppError, type Result } from '#contract/result.ts'
import { shortestWebhookToken } from '#contract/webhook-token.ts'
import type { FlagValues } from '#web/command/parse.ts'
import { print, say } from '#web/log.ts'
import { writeFileAtOnce } from '#web/network/write-at-once.ts'
import { chainFolder } from './chain/folder.ts'
import { setUpChain, writeCertificates } from './chain/setup.ts'
import { createStores, type StoreWithFile } from './chain/stores.ts'
import { createUsers } from './chain/users.ts'
import { createWebsites } from './chain/websites.ts'
import type {
  addStoreFlags,
  addUserFlags,
  addWebsiteFlags,
  folderFlags,
  setupFlags,
  storeFileFlags,
  storeFlags,
  userFlags,
  websiteFlags,
} from './flags.ts'

const natsPort = 4222
/** The servers of a cluster reach each other at a port that is so much higher: 6222. */
const clusterPortOffset = 2_000
const defaultFolder = 'chain'

function refuse({ code, detail }: AppError): number {
  say(`${detail ?? code}\n`)
  return code === 'bad-input' ? 2 : 1
}

const folderOf = ({ folder = defaultFolder }: { folder?: string }) => chainFolder(resolve(folder))

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

const needs = (name: string, value: string | undefined): Result<string> =>
  value === undefined || value === '' || value.length > 100
    ? fail('bad-input', `--${name} is missing or too long.`)
    : ok(value)

/** The bearer in a file; undefined without a file. */
function readBearer(file: string | undefined): Result<string | undefined> {
  if (file === undefined) return ok(undefined)
  try {
    const bearer = readFileSync(file, 'utf8').trim()
    return isToken(bearer) && bearer.length >= shortestWebhookToken
      ? ok(bearer)
      : fail('bad-input', `${file} has no bearer: 8 or more characters without spaces.`)
  } catch {
    return fail('bad-input', `${file} can’t be read.`)
  }
}

/** `website add`. */
export function addWebsite(values: FlagValues<typeof addWebsiteFlags>): number {
  const id = needs('website', values.website)
  if (!id.ok) return refuse(id.error)
  const given = readBearer(values['bearer-file'])
  if (!given.ok) return refuse(given.error)
  const done = createWebsites(folderOf(values).relay).add(id.value, given.value)
  if (!done.ok) return refuse(done.error)
  if (given.value !== undefined) return reportChange()
  say(
    'The bearer for the platform’s events of this website. It is printed once, and stored nowhere:\n',
  )
  print(`${done.value}\n`)
  return 0
}

function reportChange(): number {
  print('Done. Relays that run follow within two seconds.\n')
  return 0
}

/** `website end-older` and `website remove`. */
export function changeWebsite(
  values: FlagValues<typeof websiteFlags>,
  what: 'endOlder' | 'remove',
): number {
  const id = needs('website', values.website)
  if (!id.ok) return refuse(id.error)
  const done = createWebsites(folderOf(values).relay)[what](id.value)
  return done.ok ? reportChange() : refuse(done.error)
}

/** `website list`. */
export function listWebsites(values: FlagValues<typeof folderFlags>): number {
  const websites = createWebsites(folderOf(values).relay).list()
  if (!websites.ok) return refuse(websites.error)
  for (const [id, bearers] of Object.entries(websites.value))
    print(`${id}  bearers of ${bearers.map(({ addedAt }) => addedAt.slice(0, 10)).join(' and ')}\n`)
  return 0
}

/** The stores of the chain in a folder, and the one that the flags name. */
function openStores(values: { folder?: string }) {
  const folder = folderOf(values)
  const chain = folder.readChain()
  return chain.ok ? ok(createStores(chain.value, folder)) : chain
}

function storeOf(values: FlagValues<typeof storeFlags>): Result<StoreInChain> {
  const websiteId = needs('website', values.website)
  if (!websiteId.ok) return websiteId
  const storeId = needs('store', values.store)
  return storeId.ok ? ok({ websiteId: websiteId.value, storeId: storeId.value }) : storeId
}

/** Writes the file of a store, which only its owner can read. Returns an exit code. */
function writeStoreFile(
  { file, store }: StoreWithFile,
  values: FlagValues<typeof storeFileFlags>,
): number {
  const path = values.file ?? `${store.storeId.replaceAll(/[^\w-]/g, '_')}.relay.json`
  try {
    writeFileAtOnce(path, `${JSON.stringify(file, null, 2)}\n`)
  } catch {
    say(`${path} can’t be written. Run kitchen-pass-relay store rotate for a new file.\n`)
    return 1
  }
  print(`${path}\n`)
  say('This file lets the store fetch its orders. It is a secret: give it to that store alone.\n')
  return 0
}

/** `store add`. */
export async function addStore(values: FlagValues<typeof addStoreFlags>): Promise<number> {
  const store = storeOf(values)
  const stores = openStores(values)
  if (!store.ok) return refuse(store.error)
  if (!stores.ok) return refuse(stores.error)
  const made = await stores.value.add(store.value, values.name ?? '')
  return made.ok ? writeStoreFile(made.value, values) : refuse(made.error)
}

/** `store rotate`: a new file, and the old one counts no longer. */
export async function rotateStore(values: FlagValues<typeof storeFileFlags>): Promise<number> {
  const store = storeOf(values)
  const stores = openStores(values)
  if (!store.ok) return refuse(store.error)
  if (!stores.ok) return refuse(stores.error)
  const made = await stores.value.rotate(store.value)
  if (!made.ok) return refuse(made.error)
  const written = writeStoreFile(made.value, values)
  return Math.max(written, reportPush(await stores.value.push()))
}

/** `store revoke`. */
export async function revokeStore(values: FlagValues<typeof storeFlags>): Promise<number> {
  const store = storeOf(values)
  const stores = openStores(values)
  if (!store.ok) return refuse(store.error)
  if (!stores.ok) return refuse(stores.error)
  const done = stores.value.revoke(store.value)
  return done.ok ? reportPush(await stores.value.push()) : refuse(done.error)
}

/** `store push`: gives the nats-servers again what was revoked. */
export async function pushStores(values: FlagValues<typeof folderFlags>): Promise<number> {
  const stores = openStores(values)
  return stores.ok ? reportPush(await stores.value.push()) : refuse(stores.error)
}

function reportPush(pushed: Result<null>): number {
  if (pushed.ok) {
    say('The nats-servers know it: the old file counts no longer.\n')
    return 0
  }
  say(`No nats-server answers (${pushed.error.detail ?? pushed.error.code}), so the old file still counts.
Run kitchen-pass-relay store push once they run.\n`)
  return 1
}

const roleInput = z.enum(fleetRoles)

const usersIn = (values: { folder?: string }) => createUsers(folderOf(values).relay)

/** `user add`. */
export function addUser(values: FlagValues<typeof addUserFlags>): number {
  const name = needs('name', values.name)
  const role = roleInput.safeParse(values.role ?? 'viewer')
  if (!name.ok) return refuse(name.error)
  if (!role.success) {
    say('--role is viewer or admin.\n')
    return 2
  }
  const added = usersIn(values).add(name.value, role.data)
  if (!added.ok) return refuse(added.error)
  print(`${added.value}\n`)
  say('This key opens the fleet page: type it there, or open the page with #key= and the key.\n')
  return 0
}

/** `user list`. */
export function listUsers(values: FlagValues<typeof folderFlags>): number {
  const users = usersIn(values).list()
  if (!users.ok) return refuse(users.error)
  for (const { name, role, addedAt } of users.value)
    print(`${role.padEnd(6)}  ${addedAt.slice(0, 10)}  ${name}\n`)
  return 0
}

/** `user remove`. */
export function removeUser(values: FlagValues<typeof userFlags>): number {
  const name = needs('name', values.name)
  if (!name.ok) return refuse(name.error)
  const removed = usersIn(values).remove(name.value)
  return removed.ok ? 0 : refuse(removed.error)
}

/** `store list`. */
export function listStores(values: FlagValues<typeof folderFlags>): number {
  const stores = openStores(values)
  if (!stores.ok) return refuse(stores.error)
  const known = stores.value.list()
  if (!known.ok) return refuse(known.error)
  for (const { websiteId, storeId, name, key, changedAt } of known.value.stores)
    print(
      `${websiteId}  ${storeId}  ${key === null ? 'revoked' : 'active '}  ${changedAt.slice(0, 10)}  ${name}\n`,
    )
  return 0
}
