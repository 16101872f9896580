import type { StoreInChain } from '#contract/relay/subjects.ts'
import { ok, type Result } from '#contract/result.ts'
import type { FlagValues } from '#web/command/parse.ts'
import { print, say } from '#web/log.ts'
import { replaceFile } from '#host/db/files.ts'
import { createStores, type StoreWithFile } from '../chain/stores.ts'
import type { addStoreFlags, folderFlags, storeFileFlags, storeFlags } from '../flags.ts'
import { folderOf, needs, refuse } from './shared.ts'

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
    replaceFile(path, `${JSON.stringify(file, null, 2)}\n`)
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
