import { isNewer } from '#domain/updates/version.ts'
import type { InstallingUpdater } from '../updater.ts'

/** After so many failures of one version, the next version is awaited. */
const mostTries = 3
const overdueMs = 3 * 24 * 3_600_000

/** What happened to versions that were given to the installer, across starts. */
export function createTries(
  { notes }: Pick<InstallingUpdater, 'notes'>,
  running: string,
  now: () => number,
) {
  const current = () => notes.read()
  const change = (changed: Partial<ReturnType<typeof current>>): void =>
    notes.write({ ...current(), ...changed })

  function count(version: string, isSeen: boolean): void {
    const { tried } = current()
    const times = tried?.version === version ? tried.times : 0
    change({ tried: { version, times: times + 1, isSeen } })
  }

  return {
    /** Whether a version was ready when the program was last used. */
    get wasReady(): boolean {
      const { ready } = current()
      return ready !== null && isNewer(ready.version, running)
    },
    /** The version that should be running and isn't, until somebody has read it. */
    get notInstalled(): string | null {
      const { tried } = current()
      if (tried === null || tried.isSeen || !isNewer(tried.version, running)) return null
      return tried.version
    },
    gaveUpOn(version: string): boolean {
      const { tried } = current()
      return tried !== null && tried.version === version && tried.times >= mostTries
    },
    isOverdue(version: string): boolean {
      const { ready } = current()
      if (ready === null || ready.version !== version) return false
      return now() - Date.parse(ready.since) > overdueMs
    },
    becameReady(version: string): void {
      if (current().ready?.version === version) return
      change({ ready: { version, since: new Date(now()).toISOString() } })
    },
    /** Before the installer starts: it may end this program at any moment. */
    starts: (version: string) => count(version, false),
    /** It was downloaded and refused, so it never came to the installer. */
    refused: (version: string) => count(version, true),
    seen(): void {
      const { tried } = current()
      if (tried !== null) change({ tried: { ...tried, isSeen: true } })
    },
  }
}

export type Tries = ReturnType<typeof createTries>
