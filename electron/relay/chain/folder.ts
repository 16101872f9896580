import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { fleetRoles } from '#contract/relay/fleet.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import { makeFolder, replaceFile } from '#host/db/files.ts'

/**
 * The folder of a chain's administrator. `chain.json` has the keys, `stores.json` the stores that
 * may fetch events. The subfolder `relay` is all that a relay needs, and the subfolders of `nats`
 * are what each nats-server needs. `signing-key.pem` is for the fleet's server alone.
 */

const id = z.string().min(1).max(100)

const userSchema = z.strictObject({ jwt: z.string(), seed: z.string() })

const chainSchema = z.strictObject({
  version: z.literal(1),
  name: z.string().min(1).max(100),
  /** Where stores and relays reach the nats-servers. */
  servers: z.array(z.string()).min(1),
  nodes: z.array(z.string()).min(1),
  keys: z.strictObject({
    operatorSeed: z.string(),
    systemSeed: z.string(),
    chainSeed: z.string(),
  }),
  /** Signs instructions to stores: PKCS 8, PEM. */
  signingKey: z.string(),
  system: userSchema,
  /** Of the nodes' certificates, PEM; null without TLS. */
  authority: z.strictObject({ cert: z.string(), key: z.string() }).nullable(),
})
export type Chain = z.infer<typeof chainSchema>

const storeSchema = z.strictObject({
  websiteId: id,
  storeId: id,
  name: z.string().max(200),
  /** Empty for none. */
  region: z.string().max(100).default(''),
  tags: z.array(z.string().min(1).max(50)).max(20).default([]),
  /** The public key of its user; null if it is revoked. */
  key: z.string().nullable(),
  /** ISO: when its last file was made. */
  changedAt: z.string(),
})
export type KnownStore = z.infer<typeof storeSchema>

const storesSchema = z.strictObject({
  stores: z.array(storeSchema),
  /** Keys that no longer count. */
  revoked: z.array(z.string()),
})
export type KnownStores = z.infer<typeof storesSchema>

const bearerSchema = z.strictObject({
  /** SHA-256, hexadecimal: the bearer itself is stored nowhere. */
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  addedAt: z.string(),
})

/** The bearers that the platform sends, by website: one, or two while senders change over. */
const websitesSchema = z.record(id, z.array(bearerSchema).max(2))
export type Websites = z.infer<typeof websitesSchema>

/** A person who may open the fleet page. */
const accountSchema = z.strictObject({
  name: z.string().min(1).max(100),
  role: z.enum(fleetRoles),
  /** SHA-256 of the key, hexadecimal: the key itself is stored nowhere. */
  hash: z.string().regex(/^[0-9a-f]{64}$/),
  addedAt: z.string(),
})
export type FleetAccount = z.infer<typeof accountSchema>

/** What the fleet page knows of a store before it reports: nothing secret. */
const namedStoreSchema = storeSchema.pick({
  websiteId: true,
  storeId: true,
  name: true,
  region: true,
  tags: true,
})
export type NamedStore = z.infer<typeof namedStoreSchema>

const relaySchema = z.strictObject({
  version: z.literal(1),
  /** The name of the chain. */
  name: z.string().min(1).max(100),
  servers: z.array(z.string()).min(1),
  /** Copies of each event, on as many nats-servers. */
  replicas: z.int().min(1).max(5),
  user: userSchema,
  authority: z.string().nullable(),
})
export type RelayAccess = z.infer<typeof relaySchema>

/** Reads a JSON file of the folder. Fails with a sentence that names the file. */
function readJson<Schema extends z.ZodType>(
  file: string,
  schema: Schema,
): Result<z.output<Schema>> {
  let text: string
  try {
    text = readFileSync(file, 'utf8')
  } catch {
    return fail('not-found', `${file} can’t be read.`)
  }
  try {
    const read = schema.safeParse(JSON.parse(text))
    if (read.success) return ok(read.data)
    return fail('bad-input', `${file}: ${read.error.issues[0]?.path.join('.') ?? ''} is wrong.`)
  } catch {
    return fail('bad-input', `${file} is not JSON.`)
  }
}

const write = (file: string, value: unknown): void =>
  replaceFile(file, `${JSON.stringify(value, null, 2)}\n`)

const relayFile = (folder: string): string => join(folder, 'relay.json')
const websitesFile = (folder: string): string => join(folder, 'websites.json')
const usersFile = (folder: string): string => join(folder, 'users.json')
const namesFile = (folder: string): string => join(folder, 'stores.json')

/** The folder of a relay: how it reaches NATS, whose events it accepts, and who sees the fleet. */
export const relayFolder = (folder: string) => ({
  websitesFile: websitesFile(folder),
  usersFile: usersFile(folder),
  namesFile: namesFile(folder),
  readAccess: () => readJson(relayFile(folder), relaySchema),
  readWebsites: () => readJson(websitesFile(folder), websitesSchema),
  writeAccess: (access: RelayAccess) => write(relayFile(folder), access),
  writeWebsites: (websites: Websites) => write(websitesFile(folder), websites),
  readUsers: () => readJson(usersFile(folder), z.array(accountSchema)),
  writeUsers: (users: readonly FleetAccount[]) => write(usersFile(folder), users),
  readNames: () => readJson(namesFile(folder), z.array(namedStoreSchema)),
  writeNames: (stores: readonly NamedStore[]) => write(namesFile(folder), stores),
})

/** The administrator's folder. Writing throws if the disk can't be written. */
export function chainFolder(folder: string) {
  const inside = (name: string): string => join(folder, name)
  const relay = relayFolder(inside('relay'))
  return {
    readChain: () => readJson(inside('chain.json'), chainSchema),
    writeChain(chain: Chain): void {
      write(inside('chain.json'), chain)
      replaceFile(inside('signing-key.pem'), chain.signingKey)
    },
    readStores: () => readJson(inside('stores.json'), storesSchema),
    writeStores(known: KnownStores): void {
      write(inside('stores.json'), known)
      const stores = known.stores.filter(({ key }) => key !== null)
      relay.writeNames(
        stores.map(({ websiteId, storeId, name, region, tags }) => ({
          ...{ websiteId, storeId, name },
          ...{ region, tags },
        })),
      )
    },
    relay,
    /** The folder of one nats-server, the first has 1. */
    nodeFolder: (nth: number): string => inside(join('nats', `node-${String(nth)}`)),
    makeFolders(nodes: number): void {
      for (const name of [
        'relay',
        ...Array.from({ length: nodes }, (_, at) => `nats/node-${at + 1}`),
      ])
        makeFolder(inside(name))
    },
  }
}
export type ChainFolder = ReturnType<typeof chainFolder>
export type RelayFolder = ReturnType<typeof relayFolder>
