import type { ConnectionView } from '#contract/connection.ts'
import { readRelayFile, type RelayFile } from '#contract/relay/relay-file.ts'
import type { StoreInChain } from '#contract/relay/subjects.ts'
import { fail, ok, type Result } from '#contract/result.ts'

export interface RelayChoiceDeps {
  /** The practice store has no relay. */
  storeIsReal(): boolean
  /** Whether a store of a chain is the open one; null while the platform has not said which it is. */
  owns(store: StoreInChain): boolean | null
  /** The text of the stored file; null if there is none. */
  read(): string | null
  keep(text: string): Promise<Result<null>>
  /** The open store uses this file from now on; null for none. The store stays open. */
  onChange(file: RelayFile | null): Promise<void>
}

/** The relay by which the store fetches its events. Its file is a secret and never comes out. */
export function createRelayChoice({ storeIsReal, owns, read, keep, onChange }: RelayChoiceDeps) {
  /** It may be another store's, if another store was connected since. */
  function stored(): RelayFile | null {
    const text = read()
    const file = text === null ? null : readRelayFile(text)
    return file?.ok === true ? file.value : null
  }

  return {
    stored,
    view(): ConnectionView['relay'] {
      const file = stored()
      if (file === null || !storeIsReal() || owns(file) === false) return null
      const { storeName, websiteId, servers } = file
      return { storeName, websiteId, servers: servers.map((server) => new URL(server).host) }
    },
    async use(text: string): Promise<Result<null>> {
      if (!storeIsReal()) return fail('too-late')
      const file = readRelayFile(text)
      if (!file.ok) return file
      const isOwn = owns(file.value)
      // Nobody can tell yet, and the events of another store would be lost to it.
      if (isOwn === null) return fail('unreachable')
      if (!isOwn) return fail('not-found', file.value.storeName, 'other-store')
      const saved = await keep(JSON.stringify(file.value))
      if (saved.ok) await onChange(file.value)
      return saved
    },
    async leave(): Promise<Result<null>> {
      if (stored() === null) return ok(null)
      const saved = await keep('')
      if (saved.ok) await onChange(null)
      return saved
    },
  }
}
