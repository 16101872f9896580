import { randomUUID } from 'node:crypto'
import { accessSync, constants, realpathSync } from 'node:fs'
import { basename } from 'node:path'
import { backupFileEnd } from '#contract/backup-files/backup-file-limits.ts'
import type { Caller } from '#contract/shared/caller.ts'
import { operations, type HostEvent } from '#contract/index.ts'
import type { OfferedProfile } from '#contract/profiles/profiles.ts'
import type { RelayFile } from '#contract/relay/relay-file.ts'
import { fail, type Result } from '#contract/shared/result.ts'
import { systemClock } from './clock/clock.ts'
import { StoreChoice } from './connection/store-choice.ts'
import { closeToOthers, makeFolder, makePrivateFolder } from './db/files.ts'
import { leaseFolder, type FolderLease } from './db/folder-lease.ts'
import { Dispatcher, type Handlers } from './dispatch.ts'
import { HostOpener } from './start/host-opener.ts'
import type { Host } from './host.ts'
import type { KitchenDeps } from './start/kitchen-deps.ts'
import type { Log } from './core/log.ts'
import type { ExportedFile, FileReplacement } from './noun.ts'
import { RecentLog } from './log/recent-log.ts'
import { DatabaseRepair } from './start/reopen-database.ts'
import { ScreenListeners, type EndAccess, type Listener } from './start/screen-listeners.ts'

/** A link of the system may lead to the data folder (docs/it/data.md). */
function makeDataFolderPrivate(dataDir: string, log: Log): void {
  const realDir = realpathSync(dataDir)
  makePrivateFolder(realDir)
  closeToOthers(realDir, (name, cause) => {
    log.warn('left open to others', { name: basename(name), cause: String(cause) })
  })
}

/**
 * What both shells open: one store with its screens; the practice store until a real one is
 * connected.
 */
export class Kitchen {
  readonly #lease: FolderLease
  readonly #listeners: ScreenListeners
  readonly #chosenFiles = new Set<string>()
  readonly #choice: StoreChoice
  readonly #opener: HostOpener
  readonly #repair: DatabaseRepair
  readonly #dispatcher: Dispatcher
  /** Null until the first store is open. */
  #opened: Host | null = null
  /** Send nothing while one store replaces another: the screens ask for everything afterwards. */
  #isOpen = false

  /**
   * Opens the last connected store, or the practice store. Throws a sentence if the data can't be
   * used.
   */
  static async open(deps: KitchenDeps): Promise<Kitchen> {
    const { dataDir } = deps
    makeFolder(dataDir)
    // SQLite reports a failing disk if the disk accepts no writes.
    accessSync(dataDir, constants.W_OK)
    const lease = leaseFolder(dataDir)
    try {
      const kitchen = new Kitchen(deps, lease)
      await kitchen.#start(deps.resetPin)
      return kitchen
    } catch (cause) {
      lease.release()
      throw cause
    }
  }

  private constructor(deps: KitchenDeps, lease: FolderLease) {
    const clock = deps.clock ?? systemClock
    const log = new RecentLog(deps.log, clock)
    makeDataFolderPrivate(deps.dataDir, log)
    this.#lease = lease
    this.#listeners = new ScreenListeners(log)
    this.#choice = this.#makeChoice(deps, log)
    this.#opener = new HostOpener({
      ...{ kitchen: deps, clock, log, choice: this.#choice, listeners: this.#listeners },
      recentLog: () => log.lines(),
      isChosen: (path) => this.#chosenFiles.has(path),
      notify: (event) => this.#notify(event),
      onDamage: (cause) => this.#meetDamage(cause),
    })
    this.#repair = new DatabaseRepair({
      ...{ clock, log },
      openAgain: () => this.#openSuspected(),
      giveUp: () => this.#closeStore(),
    })
    this.#dispatcher = new Dispatcher(() => this.#handlers, log, randomUUID)
  }

  /** The caller behind a screen's id. */
  caller(screenId: string): Caller {
    return this.#host.callerOf(screenId)
  }

  /** The only entry for screens. It parses everything and never rejects. */
  call(caller: Caller, name: string, input: unknown): Promise<Result<unknown>> {
    const { closed } = this.#repair
    return closed === null
      ? this.#dispatcher.call(caller, name, input)
      : Promise.resolve(fail('storage', closed))
  }

  /** `screens` are the ids of those that get the events now; none by default. */
  onEvent(listen: Listener, screens: () => Iterable<string> = () => []): () => void {
    return this.#listeners.add(listen, screens)
  }

  /** The screens that get the events are others now. */
  reportScreens(): void {
    this.#notify({ type: 'screens.changed' })
  }

  /**
   * `end` ends the access of a screen that a manager removes, if it is one of the caller's. Fails with
   * `storage` if that can't be remembered.
   */
  onRemoved(end: EndAccess): void {
    this.#listeners.addEnding(end)
  }

  /** The address for the platform's events; null if the listener couldn't open. */
  get webhookUrl(): string | null {
    return this.#host.webhookUrl
  }

  /** A picture of the menu by its name (contract, StockItem); null if there is none. */
  picture(name: string): ReturnType<Host['picture']> {
    return this.#host.picture(name)
  }

  /** A person chose this file in a dialog of this computer. */
  choose(path: string): void {
    this.#chosenFiles.add(path)
  }

  /** Shows a setup file to a manager, who decides. */
  offerProfile(offered: OfferedProfile): void {
    this.#choice.offer(offered)
  }

  /** Whether no store was ever connected here. */
  isNew(): boolean {
    return this.#choice.isNew()
  }

  /** The file of an export by its name, if this caller may get it. */
  exportFile({ role }: Caller, name: string): ExportedFile | null {
    const operation = name.endsWith(backupFileEnd) ? 'backupFiles.export' : 'guests.export'
    return operations[operation].roles.includes(role) ? this.#host.exportFile(name) : null
  }

  close(): Promise<void> {
    return this.#closeStore().finally(() => this.#lease.release())
  }

  get #host(): Host {
    if (this.#opened === null) throw new Error('no store is open')
    return this.#opened
  }

  get #handlers(): Handlers {
    return { ...this.#host.handlers, ...this.#choice.handlers }
  }

  #makeChoice(deps: KitchenDeps, log: Log): StoreChoice {
    return new StoreChoice({
      ...deps,
      log,
      practiceControl: () => this.#opener.practiceControl,
      reopen: (replacement) => this.#reopen(replacement),
      onWebhookTokens: (secret) => this.#host.replaceWebhookTokens(secret),
      onRelay: (file) => this.#useRelay(file),
      owns: (store) => this.#host.owns(store),
      onReplaced: () => this.#broadcast({ type: 'host.replaced' }),
      settings: () => this.#host.settings(),
      onProfiles: () => this.#broadcast({ type: 'profiles.changed' }),
    })
  }

  async #start(withoutPin: boolean | undefined): Promise<void> {
    try {
      this.#opened = await this.#opener.open(withoutPin)
    } catch (cause) {
      await this.#opener.release()
      throw cause
    }
    this.#isOpen = true
  }

  async #reopen(replacement?: FileReplacement): Promise<void> {
    this.#isOpen = false
    await this.#closeStore()
    try {
      replacement?.replace()
      this.#opened = await this.#opener.open()
    } catch (cause) {
      if (replacement === undefined) throw cause
      replacement.undo()
      this.#opened = await this.#opener.open()
      this.#isOpen = true
      throw cause
    }
    this.#isOpen = true
  }

  async #closeStore(): Promise<void> {
    await this.#host.close()
    await this.#opener.release()
  }

  #openSuspected(): Promise<void> {
    this.#opener.suspectDamage()
    return this.#choice.openAgain()
  }

  #meetDamage(cause: Error): void {
    if (this.#isOpen) this.#repair.met(cause)
  }

  async #useRelay(file: RelayFile | null): Promise<void> {
    await this.#host.useRelay(file)
    this.#broadcast({ type: 'connection.changed' })
  }

  #notify(event: HostEvent): void {
    if (this.#isOpen) this.#broadcast(event)
  }

  #broadcast(event: HostEvent): void {
    this.#listeners.broadcast(event, (screenId) => this.#host.callerOf(screenId).role)
  }
}
