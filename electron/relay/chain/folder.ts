import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { fleetRoles } from '#contract/relay/fleet.ts'
import { relayAddress } from '#contract/relay/relay-file.ts'
import { fail, ok, type Result } from '#contract/shared/result.ts'
import { makeFolder, replaceFile } from '#host/db/files.ts'

/**
 * The folder of a chain's administrator. `chain.json` has the keys; `websites.json`, `stores.json`
 * and `users.json` are the chain's lists, which reach its programs through NATS (lists.ts). The
 * subfolder `relay` is all that a relay needs, `fleet` all that the fleet's server needs, and the
 * subfolders of `nats` are what each nats-server needs.
 */

const id = z.string().min(1).max(100)

const seed = z.string().regex(/^SU[A-Z2-7]{40,80}$/)

/** How one program of the chain reaches the nats-servers. */
const accessSchema = z.strictObject({
  version: z.literal(2),
  /** The name of the chain. */
  name: z.string().min(1).max(100),
  servers: z.array(z.string()).min(1),
  /** Copies of each event, on as many nats-servers. */
  replicas: z.int().min(1).max(5),
  role: z.enum(['admin', 'relay', 'fleet']),
  seed,
  /** Of the nats-servers' certificates, PEM; null without TLS. */
  authority: z.string().nullable(),
})
export type ProgramAccess = z.infer<typeof accessSchema>

const chainSchema = z.strictObject({
  version: z.literal(2),
  name: z.string().min(1).max(100),
  /** Where stores reach a relay, `https://…`. */
  addresses: z.array(relayAddress).min(1).max(16),
  /** The names of the nats-servers' machines. */
  nodes: z.array(z.string()).min(1),
  /** How the administrator's commands reach the nats-servers. */
  access: accessSchema,
  /** Signs instructions to stores: PKCS 8, PEM. */
  signingKey: z.string(),
  /** Of the nodes' certificates, PEM; null without TLS. */
  authority: z.strictObject({ cert: z.string(), key: z.string() }).nullable(),
})
export type Chain = z.infer<typeof chainSchema>

const sha256 = z.string().regex(/^[0-9a-f]{64}$/)

const storeSchema = z.strictObject({
  websiteId: id,
  storeId: id,
  name: z.string().max(200),
  region: z.string().max(100).default(''),
  tags: z.array(z.string().min(1).max(50)).max(20).default([]),
  /** Of its token; null if it is revoked. */
  hash: sha256.nullable(),
  /** ISO: when its last file was made. */
  changedAt: z.string(),
})
export type KnownStore = z.infer<typeof storeSchema>

const bearerSchema = z.strictObject({
  /** SHA-256, hexadecimal: the bearer itself is stored nowhere. */
  hash: sha256,
  addedAt: z.string(),
})

/** The bearers that the platform sends, by website: one, or two while senders change over. */
export const websitesSchema = z.record(id, z.array(bearerSchema).max(2))
export type Websites = z.infer<typeof websitesSchema>

/** A person who may open the fleet page. */
export const accountSchema = z.strictObject({
  name: z.string().min(1).max(100),
  role: z.enum(fleetRoles),
  /** SHA-256 of the key, hexadecimal: the key itself is stored nowhere. */
  hash: sha256,
  addedAt: z.string(),
})
export type FleetAccount = z.infer<typeof accountSchema>

/** What the fleet page knows of a store before it reports: nothing secret. */
export const namedStoreSchema = storeSchema.pick({
  websiteId: true,
  storeId: true,
  name: true,
  region: true,
  tags: true,
})
export type NamedStore = z.infer<typeof namedStoreSchema>

/** The stores that may fetch events, by the hash of their token. */
export const storeAccessSchema = z.record(sha256, z.strictObject({ websiteId: id, storeId: id }))
export type StoreAccess = z.infer<typeof storeAccessSchema>

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

/** Reads how a program reaches NATS: `FOLDER/relay.json` or `FOLDER/fleet.json`. */
export const readAccess = (folder: string, role: 'relay' | 'fleet'): Result<ProgramAccess> =>
  readJson(join(folder, `${role}.json`), accessSchema)

/** The administrator's folder. Writing throws if the disk can't be written. */
export class ChainFolder {
  readonly #path: string

  constructor(path: string) {
    this.#path = path
  }

  #inside(name: string): string {
    return join(this.#path, name)
  }

  readChain(): Result<Chain> {
    return readJson(this.#inside('chain.json'), chainSchema)
  }
  writeChain(chain: Chain): void {
    write(this.#inside('chain.json'), chain)
    replaceFile(this.#inside('fleet/signing-key.pem'), chain.signingKey)
  }
  readStores(): Result<KnownStore[]> {
    return readJson(this.#inside('stores.json'), z.array(storeSchema))
  }
  writeStores(stores: readonly KnownStore[]): void {
    write(this.#inside('stores.json'), stores)
  }
  readWebsites(): Result<Websites> {
    return readJson(this.#inside('websites.json'), websitesSchema)
  }
  writeWebsites(websites: Websites): void {
    write(this.#inside('websites.json'), websites)
  }
  readUsers(): Result<FleetAccount[]> {
    return readJson(this.#inside('users.json'), z.array(accountSchema))
  }
  writeUsers(users: readonly FleetAccount[]): void {
    write(this.#inside('users.json'), users)
  }
  writeAccess(access: ProgramAccess): void {
    write(this.#inside(`${access.role}/${access.role}.json`), access)
  }
  /** The folder of a program, all of which is for that program. */
  programFolder(role: 'relay' | 'fleet'): string {
    return this.#inside(role)
  }
  /** The folder of one nats-server, the first has 1. */
  nodeFolder(nth: number): string {
    return this.#inside(join('nats', `node-${String(nth)}`))
  }
  makeFolders(nodes: number): void {
    const nodeNames = Array.from({ length: nodes }, (_, at) => `nats/node-${String(at + 1)}`)
    for (const name of ['relay', 'fleet', ...nodeNames]) makeFolder(this.#inside(name))
  }
}
