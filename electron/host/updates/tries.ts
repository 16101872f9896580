import { isNewer } from '#domain/updates/version.ts'
import type { InstallingUpdater } from '../core/updater.ts'

/** After so many failures of one version, the next version is awaited. */
const maxTries = 3
const overdueMs = 3 * 24 * 3_600_000

type Notes = InstallingUpdater['notes']
type Note = ReturnType<Notes['read']>

/** What happened to versions that were given to the installer, across starts. */
export class Tries {
  readonly #notes: Notes
  readonly #running: string
  readonly #now: () => number

  /** `running` is the version of this program. */
  constructor({ notes }: Pick<InstallingUpdater, 'notes'>, running: string, now: () => number) {
    this.#notes = notes
    this.#running = running
    this.#now = now
  }

  /** Whether a version was ready when the program was last used. */
  get wasReady(): boolean {
    const { ready } = this.#notes.read()
    return ready !== null && isNewer(ready.version, this.#running)
  }

  /** The version that should be running and isn't, until somebody has read it. */
  get notInstalled(): string | null {
    const { tried } = this.#notes.read()
    if (tried === null || tried.isSeen || !isNewer(tried.version, this.#running)) return null
    return tried.version
  }

  gaveUpOn(version: string): boolean {
    const { tried } = this.#notes.read()
    return tried !== null && tried.version === version && tried.times >= maxTries
  }

  isOverdue(version: string): boolean {
    const { ready } = this.#notes.read()
    if (ready === null || ready.version !== version) return false
    return this.#now() - Date.parse(ready.since) > overdueMs
  }

  becameReady(version: string): void {
    if (this.#notes.read().ready?.version === version) return
    this.#change({ ready: { version, since: new Date(this.#now()).toISOString() } })
  }

  /** Before the installer starts: it may end this program at any moment. */
  starts(version: string): void {
    this.#count(version, false)
  }

  /** It was downloaded and refused, so it never came to the installer. */
  refused(version: string): void {
    this.#count(version, true)
  }

  seen(): void {
    const { tried } = this.#notes.read()
    if (tried !== null) this.#change({ tried: { ...tried, isSeen: true } })
  }

  #count(version: string, isSeen: boolean): void {
    const { tried } = this.#notes.read()
    const times = tried?.version === version ? tried.times : 0
    this.#change({ tried: { version, times: times + 1, isSeen } })
  }

  #change(changed: Partial<Note>): void {
    this.#notes.write({ ...this.#notes.read(), ...changed })
  }
}
