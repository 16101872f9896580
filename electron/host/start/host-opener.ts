import { rmSync } from 'node:fs'
import { join } from 'node:path'
import type { HostEvent } from '#contract/index.ts'
import type { Clock } from '../clock/clock.ts'
import { claimStore, type StoreClaim } from '../connection/store-claim.ts'
import type { StoreChoice, StoreToOpen } from '../connection/store-choice.ts'
import { backupsOf, liveOf, practiceFolder } from '../db/store-folder.ts'
import { isDamage } from '../db/open.ts'
import { openStore } from '../db/open-store.ts'
import { createValues } from '../db/values.ts'
import { WebhookTokens } from '../feeds/request-guard.ts'
import { Host } from '../host.ts'
import type { KitchenDeps } from './kitchen-deps.ts'
import type { Log } from '../core/log.ts'
import { tables } from '../nouns.ts'
import { addSampleReservations, openPracticeHost, type PracticePlatform } from './practice-store.ts'
import type { LogLine } from '../log/recent-log.ts'
import type { ScreenListeners } from './screen-listeners.ts'
import { resetPin } from '../screens/pin.ts'
import { storedSealKey } from '../shifts/seal-key.ts'

interface HostOpenerDeps {
  kitchen: KitchenDeps
  clock: Clock
  log: Log
  recentLog(): readonly LogLine[]
  choice: StoreChoice
  listeners: ScreenListeners
  isChosen(path: string): boolean
  notify(event: HostEvent): void
  onDamage(cause: Error): void
}

/** Opens the chosen store, one at a time, and holds what belongs to it outside its folder. */
export class HostOpener {
  readonly #deps: HostOpenerDeps
  #practice: PracticePlatform | null = null
  #claim: StoreClaim | null = null
  #isSuspect = false

  constructor(deps: HostOpenerDeps) {
    this.#deps = deps
  }

  /** The control page of the practice platform; null if it isn't open. */
  get practiceControl(): string | null {
    return this.#practice?.control ?? null
  }

  /** A statement found damage: check the indexes too when the file opens next. */
  suspectDamage(): void {
    this.#isSuspect = true
  }

  async open(withoutPin = false): Promise<Host> {
    const { choice, kitchen, log } = this.#deps
    const chosen = choice.chosen()
    if (chosen === null) return this.#openPractice()
    // Without a connection nothing is fetched or sent.
    if (chosen.connection !== null)
      this.#claim = await claimStore(chosen.claimed, { ...kitchen, log })
    try {
      return await this.#openChecked(chosen, withoutPin)
    } catch (cause) {
      await this.#unclaim()
      throw cause
    }
  }

  /** After the host is closed, or didn't open. */
  async release(): Promise<void> {
    await this.#unclaim()
    await this.#practice?.close()
    this.#practice = null
  }

  async #unclaim(): Promise<void> {
    await this.#claim?.release()
    this.#claim = null
  }

  async #openPractice(): Promise<Host> {
    const { choice, kitchen, log } = this.#deps
    const practice = await kitchen.startPractice()
    this.#practice = practice
    for (const folder of [
      join(kitchen.dataDir, practiceFolder),
      this.#exportsDirOf(practiceFolder),
    ])
      rmSync(folder, { recursive: true, force: true })
    const host = await openPracticeHost(practice, {
      ...this.#hostDeps(practiceFolder, false),
      webhookPort: kitchen.provision?.webhookPort ?? 0,
    })
    await addSampleReservations(practice, { ...host.handlers, ...choice.handlers }, log)
    return host
  }

  async #openChecked(chosen: StoreToOpen, withoutPin: boolean): Promise<Host> {
    try {
      return await this.#openChosen(chosen, withoutPin)
    } catch (cause) {
      if (!isDamage(cause)) throw cause
      // An index that doesn't fit its table: only a whole check finds it.
      this.#deps.log.error('damage met at the start', { cause: cause.message })
      this.#isSuspect = true
      return this.#openChosen(chosen, withoutPin)
    }
  }

  async #openChosen(
    { folder, webhookToken, claimed: _claimed, ...others }: StoreToOpen,
    withoutPin: boolean,
  ): Promise<Host> {
    const { choice, kitchen, clock, log } = this.#deps
    const webhookPort = kitchen.provision?.webhookPort ?? null
    const hostDeps = this.#hostDeps(folder, withoutPin)
    const path = this.#pathOf(folder)
    try {
      return await Host.open({
        ...hostDeps,
        mode: 'store',
        backedUp: { path, folder: backupsOf(path) },
        replaceFile: (replacement) => choice.openAgain(replacement),
        sealKey: await storedSealKey(kitchen.vault, log),
        ...others,
        onStoreSeen: (reported) => choice.learn(folder, reported),
        webhookTokens: new WebhookTokens(webhookToken, clock),
        ...(webhookPort === null ? {} : { webhookPort }),
      })
    } catch (cause) {
      hostDeps.db.close()
      throw cause
    }
  }

  /** What every host gets, in addition to its own store. */
  #hostDeps(folder: string, withoutPin: boolean) {
    const { kitchen, clock, log, listeners } = this.#deps
    const { updater, networkScreens, scryptCosts } = kitchen
    return {
      ...this.#openDatabase(folder, withoutPin),
      ...{ clock, log },
      recentLog: () => this.#deps.recentLog(),
      ...(updater === undefined ? {} : { updater }),
      ...(networkScreens === undefined ? {} : { networkScreens }),
      ...(scryptCosts === undefined ? {} : { scryptCosts }),
      chance: Math.random,
      exportsDir: this.#exportsDirOf(folder),
      connectedScreens: () => listeners.connectedScreens(),
      endAccess: (screenId: string) => listeners.endAccess(screenId),
      isChosen: (path: string) => this.#deps.isChosen(path),
      notify: (event: HostEvent) => this.#deps.notify(event),
      onDamage: (cause: Error) => this.#deps.onDamage(cause),
    }
  }

  #openDatabase(folder: string, withoutPin: boolean): ReturnType<typeof openStore> {
    const { choice, clock, log } = this.#deps
    const isExpected = choice.wasOpened(folder)
    const isSuspect = this.#isSuspect
    const opened = openStore(this.#pathOf(folder), clock.now(), log, {
      ...{ tables, isExpected, isSuspect },
    })
    this.#isSuspect = false
    if (!withoutPin) return opened
    try {
      resetPin(createValues(opened.db, log))
    } catch (cause) {
      opened.db.close()
      throw cause
    }
    log.warn('PIN taken off')
    return opened
  }

  #pathOf(folder: string): string {
    return liveOf(join(this.#deps.kitchen.dataDir, folder))
  }

  /** A folder for each store, whose rows know its files. */
  #exportsDirOf(folder: string): string {
    return join(this.#deps.kitchen.dataDir, 'exports', folder)
  }
}
