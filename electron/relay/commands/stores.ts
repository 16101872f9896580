import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { StoreInChain } from '#contract/relay/subjects.ts'
import { fail, ok, type Result } from '#contract/shared/result.ts'
import type { FlagValues } from '#cli/command/command.ts'
import { print, say } from '#host/log/terminal.ts'
import { makeFolder, replaceFile } from '#host/db/files.ts'
import { ChainStores, type StoreLabels, type StoreWithFile } from '../chain/stores.ts'
import type {
  addStoreFlags,
  folderFlags,
  importStoresFlags,
  labelStoreFlags,
  storeFileFlags,
  storeFlags,
} from '../flags.ts'
import { readStoreLines } from './store-lines.ts'
import { chainOf, folderOf, needs, pushChanges, refuse, type ChainFlags } from './shared.ts'

/** The stores of the chain in a folder. */
function openStores(values: ChainFlags): Result<ChainStores> {
  const chain = chainOf(values)
  return chain.ok ? ok(new ChainStores(chain.value, folderOf(values))) : chain
}

/** The stores of the chain, and the one that the flags name. */
function openStore(
  values: FlagValues<typeof storeFlags>,
): Result<{ stores: ChainStores; store: StoreInChain }> {
  const websiteId = needs('website', values.website)
  if (!websiteId.ok) return websiteId
  const storeId = needs('store', values.store)
  if (!storeId.ok) return storeId
  const stores = openStores(values)
  if (!stores.ok) return stores
  return ok({
    stores: stores.value,
    store: { websiteId: websiteId.value, storeId: storeId.value },
  })
}

/** Tags are given one by one, or separated by commas. */
const tagsOf = (texts: readonly string[]): string[] => [
  ...new Set(
    texts
      .flatMap((each) => each.split(','))
      .map((tag) => tag.trim())
      .filter(Boolean),
  ),
]

function labelsOf(values: FlagValues<typeof labelStoreFlags>): Result<Partial<StoreLabels>> {
  const { name, region, tag } = values
  const tags = tag === undefined ? undefined : tagsOf(tag)
  if ((name ?? '').length > 200) return fail('bad-input', '--name is too long.')
  if ((region ?? '').length > 100) return fail('bad-input', '--region is too long.')
  if (tags !== undefined && (tags.length > 20 || tags.some(({ length }) => length > 50)))
    return fail('bad-input', '--tag: at most 20 tags of 50 letters.')
  return ok({
    ...(name !== undefined && { name }),
    ...(region !== undefined && { region }),
    ...(tags !== undefined && { tags }),
  })
}

const plain = (id: string): string => id.replaceAll(/[^\w-]/g, '_')

const fileNameOf = ({ storeId }: StoreInChain): string => `${plain(storeId)}.relay.json`

/** The file of each store; with its website and a number where several would have the same. */
function fileNamesOf(stores: readonly StoreInChain[]): string[] {
  const counts = new Map<string, number>()
  for (const store of stores)
    counts.set(fileNameOf(store), (counts.get(fileNameOf(store)) ?? 0) + 1)
  return stores.map((store, at) =>
    counts.get(fileNameOf(store)) === 1
      ? fileNameOf(store)
      : `${plain(store.websiteId)}-${String(at + 1)}-${fileNameOf(store)}`,
  )
}

/** Writes the file of a store, which only its owner can read. */
function writeStoreFile({ file }: StoreWithFile, path: string): Result<null> {
  try {
    replaceFile(path, `${JSON.stringify(file, null, 2)}\n`)
  } catch {
    return fail(
      'bad-input',
      `${path} can’t be written. Run kitchen-pass-relay store rotate for a new file.`,
    )
  }
  print(`${path}\n`)
  return ok(null)
}

/** Writes the file of a store, and lets the relays know. Returns an exit code. */
async function handOut(
  storeWithFile: Result<StoreWithFile>,
  values: FlagValues<typeof storeFileFlags>,
): Promise<number> {
  if (!storeWithFile.ok) return refuse(storeWithFile.error)
  const written = writeStoreFile(
    storeWithFile.value,
    values.file ?? fileNameOf(storeWithFile.value.store),
  )
  if (written.ok)
    say('This file lets the store fetch its orders. It is a secret: give it to that store alone.\n')
  else say(`${written.error.detail ?? ''}\n`)
  return Math.max(written.ok ? 0 : 1, await pushChanges(values))
}

/** `store add`. */
export async function addStore(values: FlagValues<typeof addStoreFlags>): Promise<number> {
  const opened = openStore(values)
  if (!opened.ok) return refuse(opened.error)
  const labels = labelsOf(values)
  if (!labels.ok) return refuse(labels.error)
  const { stores, store } = opened.value
  const toAdd = stores.listToAdd(store)
  if (!toAdd.ok) return refuse(toAdd.error)
  const path = values.file ?? fileNameOf(store)
  if (existsSync(path))
    return refuse({
      code: 'too-late',
      detail: `${path} is there already. Name another with --file.`,
    })
  return handOut(stores.add(store, { name: '', region: '', tags: [], ...labels.value }), values)
}

/** `store rotate`: a new file, and the old one counts no longer. */
export async function rotateStore(values: FlagValues<typeof storeFileFlags>): Promise<number> {
  const opened = openStore(values)
  if (!opened.ok) return refuse(opened.error)
  const { stores, store } = opened.value
  return handOut(stores.rotate(store), values)
}

/** `store revoke`. */
export async function revokeStore(values: FlagValues<typeof storeFlags>): Promise<number> {
  const opened = openStore(values)
  if (!opened.ok) return refuse(opened.error)
  const done = opened.value.stores.revoke(opened.value.store)
  return done.ok ? pushChanges(values) : refuse(done.error)
}

/** `store change`: another name, region or tags. */
export async function labelStore(values: FlagValues<typeof labelStoreFlags>): Promise<number> {
  const opened = openStore(values)
  if (!opened.ok) return refuse(opened.error)
  const labels = labelsOf(values)
  if (!labels.ok) return refuse(labels.error)
  const done = opened.value.stores.label(opened.value.store, labels.value)
  return done.ok ? pushChanges(values) : refuse(done.error)
}

/** `store import`: the stores of a list, each with its file. */
export async function importStores(values: FlagValues<typeof importStoresFlags>): Promise<number> {
  const list = needs('list', values.list)
  if (!list.ok) return refuse(list.error)
  const stores = openStores(values)
  if (!stores.ok) return refuse(stores.error)
  const text = readText(list.value)
  if (text === null) return refuse({ code: 'bad-input', detail: `${list.value} can’t be read.` })
  const lines = readStoreLines(text)
  if (!lines.ok) return refuse(lines.error)
  const folder = values.to ?? '.'
  makeFolder(folder)
  const added = stores.value.addAll(lines.value)
  if (!added.ok) return refuse(added.error)
  const names = fileNamesOf(added.value.map(({ store }) => store))
  for (const [at, storeWithFile] of added.value.entries()) {
    const written = writeStoreFile(storeWithFile, join(folder, names[at] ?? ''))
    if (!written.ok) return refuse(written.error)
  }
  const skipped = lines.value.length - added.value.length
  if (skipped > 0) say(`${String(skipped)} stores have a file already, and keep it.\n`)
  return pushChanges(values)
}

/** Null for a file that can't be read. */
function readText(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}

/** `store list`. */
export function listStores(values: FlagValues<typeof folderFlags>): number {
  const stores = openStores(values)
  if (!stores.ok) return refuse(stores.error)
  const list = stores.value.list()
  if (!list.ok) return refuse(list.error)
  for (const { websiteId, storeId, name, region, tags, hash, changedAt } of list.value) {
    const state = hash === null ? 'revoked' : 'active '
    const labels = [region, ...tags].filter((each) => each !== '').join(', ')
    const more = labels === '' ? '' : `  (${labels})`
    print(`${websiteId}  ${storeId}  ${state}  ${changedAt.slice(0, 10)}  ${name}${more}\n`)
  }
  return 0
}
