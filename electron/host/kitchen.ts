import { randomUUID } from 'node:crypto'
import { accessSync, constants, realpathSync, rmSync } from 'node:fs'
import { basename, join } from 'node:path'
import { backupFileEnd } from '#contract/backup-file-limits.ts'
import type { Caller } from '#contract/caller.ts'
import { eventsByRole, operations, type HostEvent } from '#contract/index.ts'
import type { OfferedProfile } from '#contract/profiles.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import type { Connection } from '#platform/connection.ts'
import { createDialect } from '#platform/dialect.ts'
import { systemClock, type Clock } from './clock.ts'
import type { Provision } from './connection/provision.ts'
import { claimStore, type StoreClaim } from './connection/store-claim.ts'
import { StoreChoice } from './connection/store-choice.ts'
import { closeToOthers, makeFolder, makePrivateFolder } from './db/files.ts'
import { leaseFolder, type FolderLease } from './db/folder-lease.ts'
import { backupsOf, liveOf, practiceFolder } from './db/store-folder.ts'
import { isDamage } from './db/open.ts'
import { openStore } from './db/open-store.ts'
import { createValues } from './db/values.ts'
import { createDispatch, type Dispatch, type Handlers } from './dispatch.ts'
import { createWebhookTokens } from './feeds/request-guard.ts'
import { createHost, type Host } from './host.ts'
import { logThrown, type Log } from './log.ts'
import { createRecentLog } from './recent-log.ts'
import { createReopenDatabase } from './reopen-database.ts'
import type { NetworkScreens } from './network-screens.ts'
import { tables } from './nouns.ts'
import { resetPin } from './screens/pin.ts'
import type { ScryptCosts } from './sealing/scrypt-costs.ts'
import { storedSealKey } from './shifts/seal-key.ts'
import type { Updater } from './updater.ts'
import type { Vault } from './vault.ts'

/** The part of a practice platform that the kitchen needs (practice/platform.ts). */
export interface PracticePlatform {
  readonly v3: string
  readonly v1: string
  readonly tabs: string
  readonly token: string
  readonly channelToken: string
  readonly salesChannelConfigId: string
  /** Its control page, for trainers. */
  readonly control: string
  readonly webhookToken: string
  readonly storeId: string
  setReceiver(url: string | null): void
  startRush(options: { ordersPerMinute: number; openWith?: number; atMostOpen?: number }): void
  /** The reservations that the practice store starts with, as screens would send them. */
  firstDays(): { plan: unknown; taken: readonly unknown[] }
  close(): Promise<void>
}

export interface KitchenDeps {
  dataDir: string
  vault: Vault
  log: Log
  startPractice: () => Promise<PracticePlatform>
  provision?: Provision
  clock?: Clock
  /** How this program gets newer versions; absent if somebody installs them by hand. */
  updater?: Updater
  /** Screens on the local network; absent if this program can't serve them. */
  networkScreens?: NetworkScreens
  /** Removes the manager's PIN of the store that opens first. For people at the computer itself. */
  resetPin?: boolean
  /** What a PIN or a passphrase costs to try; less in tests. */
  scryptCosts?: ScryptCosts
  /** Tests with several computers on one machine give each its own name. */
  computer?: string
}

/** Called with an event and who may receive it, by the id of a screen. */
export type Listener = (event: HostEvent, mayReceive: (screenId: string) => boolean) => void

type EndAccess = (screenId: string) => Result<null>

/**
 * What both shells open: one store with its screens; the practice store until a real one is
 * connected.
 */
export interface Kitchen {
  /** The caller behind a screen's id. */
  caller(screenId: string): Caller
  /** The only entry for screens. It parses everything and never rejects. */
  readonly call: Dispatch
  /** `screens` are the ids of those that get the events now; none by default. */
  onEvent(listen: Listener, screens?: () => Iterable<string>): () => void
  /** The screens that get the events are others now. */
  reportScreens(): void
  /**
   * `end` ends the access of a screen that a manager removes, if it is one of the caller's. Fails with
   * `storage` if that can't be remembered.
   */
  onRemoved(end: EndAccess): void
  /** The address for the platform's events; null if the listener couldn't open. */
  readonly webhookUrl: string | null
  /** A picture of the menu by its name (contract, StockItem); null if there is none. */
  readonly picture: Host['picture']
  choose(path: string): void
  /** Shows a setup file to a manager, who decides. */
  offerProfile(offered: OfferedProfile): void
  /** Whether no store was ever connected here. */
  isNew(): boolean
  /** The file of an export by its name, if this caller may get it. */
  exportFile(caller: Caller, name: string): ReturnType<Host['exportFile']>
  close(): Promise<void>
}

/** The wall fills while someone watches, and doesn't grow forever while nobody does. */
const rush = { ordersPerMinute: 3, openWith: 9, atMostOpen: 40 }

/** The connection to a practice platform, which uses the default dialect. */
export const practiceConnection = (practice: PracticePlatform): Connection => ({
  v3Url: practice.v3,
  v1Url: practice.v1,
  tabsUrl: practice.tabs,
  token: practice.token,
  channelToken: practice.channelToken,
  salesChannelConfigId: practice.salesChannelConfigId,
  dialect: createDialect(),
})

/**
 * Opens the last connected store, or the practice store. Throws a sentence if the data can't be
 * used.
 */
export async function createKitchen(deps: KitchenDeps): Promise<Kitchen> {
  const { dataDir } = deps
  makeFolder(dataDir)
  // SQLite reports a failing disk if the disk accepts no writes.
  accessSync(dataDir, constants.W_OK)
  const lease = leaseFolder(dataDir)
  try {
    return await openKitchen(deps, lease)
  } catch (cause) {
    lease.release()
    throw cause
  }
}

/** The same in a folder that this program holds. */
async function openKitchen(deps: KitchenDeps, lease: FolderLease): Promise<Kitchen> {
  const { dataDir } = deps
  const clock = deps.clock ?? systemClock
  const { log, recent } = createRecentLog(deps.log, clock)
  const listeners = new Map<Listener, () => Iterable<string>>()
  const endings: EndAccess[] = []
  const chosenFiles = new Set<string>()
  // A link of the system may lead to the data folder (docs/it/data.md).
  const realDir = realpathSync(dataDir)
  makePrivateFolder(realDir)
  closeToOthers(realDir, (name, cause) => {
    log.warn('left open to others', { name: basename(name), cause: String(cause) })
  })
  const webhookPort = deps.provision?.webhookPort ?? null
  let practice: PracticePlatform | null = null
  let claim: StoreClaim | null = null
  /** Send nothing while one store replaces another: the screens ask for everything afterwards. */
  let isOpen = false
  /** A statement found damage: check the indexes too when the file opens next. */
  let isSuspect = false

  const choice = new StoreChoice({
    ...deps,
    log,
    practiceControl: () => practice?.control ?? null,
    async reopen(replacement) {
      isOpen = false
      await close()
      try {
        replacement?.replace()
        host = await open()
      } catch (cause) {
        if (replacement === undefined) throw cause
        replacement.undo()
        host = await open()
        isOpen = true
        throw cause
      }
      isOpen = true
    },
    onWebhookTokens: (secret) => host.replaceWebhookTokens(secret),
    async onRelay(file) {
      await host.useRelay(file)
      broadcast({ type: 'connection.changed' })
    },
    owns: (store) => host.owns(store),
    onReplaced: () => broadcast({ type: 'host.replaced' }),
    settings: () => host.settings(),
    onProfiles: () => broadcast({ type: 'profiles.changed' }),
  })
  const repair = createReopenDatabase({
    clock,
    log,
    openAgain() {
      isSuspect = true
      return choice.openAgain()
    },
    giveUp: close,
  })
  let host = await open(deps.resetPin).catch(async (cause: unknown) => {
    await practice?.close()
    throw cause
  })
  isOpen = true

  function broadcast(event: HostEvent): void {
    for (const { event: seen, roles } of eventsByRole(event)) {
      const mayReceive = (screenId: string): boolean => roles.includes(host.callerOf(screenId).role)
      for (const listen of listeners.keys())
        try {
          listen(seen, mayReceive)
        } catch (cause) {
          logThrown(log, 'listener', cause)
        }
    }
  }

  /** A folder for each store, whose rows know its files. */
  function exportsDirOf(folder: string): string {
    return join(dataDir, 'exports', folder)
  }

  /** What every host gets, in addition to its own store. */
  function hostParts(folder: string, withoutPin = false) {
    const path = liveOf(join(dataDir, folder))
    const isExpected = choice.wasOpened(folder)
    const opened = openStore(path, clock.now(), log, { tables, isExpected, isSuspect })
    isSuspect = false
    if (withoutPin) {
      try {
        resetPin(createValues(opened.db, log))
      } catch (cause) {
        opened.db.close()
        throw cause
      }
      log.warn('PIN taken off')
    }
    const notify = (event: HostEvent): void => {
      if (isOpen) broadcast(event)
    }
    return {
      ...opened,
      onDamage(cause: Error) {
        if (isOpen) repair.met(cause)
      },
      clock,
      log,
      recentLog: recent,
      ...(deps.updater === undefined ? {} : { updater: deps.updater }),
      ...(deps.networkScreens === undefined ? {} : { networkScreens: deps.networkScreens }),
      ...(deps.scryptCosts === undefined ? {} : { scryptCosts: deps.scryptCosts }),
      chance: Math.random,
      connectedScreens: () => new Set([...listeners.values()].flatMap((screens) => [...screens()])),
      endAccess: (screenId: string) =>
        endings.map((end) => end(screenId)).find((ended) => !ended.ok) ?? ok(null),
      notify,
      exportsDir: exportsDirOf(folder),
      isChosen: (path: string) => chosenFiles.has(path),
    }
  }

  /** Sample reservations for the practice store, sent in the same way as from a screen. */
  async function takeFirstDays(opened: Host, session: PracticePlatform): Promise<void> {
    const person: Caller = { screen: '', name: 'Practice', role: 'manager' }
    const handlers: Handlers = { ...opened.handlers, ...choice.handlers }
    const call = createDispatch(() => handlers, log, randomUUID)
    const { plan, taken } = session.firstDays()
    const results = [await call(person, 'reservations.savePlan', plan)]
    for (const each of taken) results.push(await call(person, 'reservations.take', each))
    for (const answer of results)
      if (!answer.ok) log.warn('practice book', { error: answer.error.code })
  }

  async function openPractice(): Promise<Host> {
    const session = await deps.startPractice()
    practice = session
    for (const each of [join(dataDir, practiceFolder), exportsDirOf(practiceFolder)])
      rmSync(each, { recursive: true, force: true })
    const opened = await createHost({
      ...hostParts(practiceFolder),
      mode: 'practice',
      connection: practiceConnection(session),
      storeId: session.storeId,
      webhookTokens: createWebhookTokens(session.webhookToken, clock),
      webhookPort: webhookPort ?? 0,
    })
    session.setReceiver(opened.webhookUrl)
    session.startRush(rush)
    await takeFirstDays(opened, session)
    return opened
  }

  type Chosen = NonNullable<ReturnType<StoreChoice['chosen']>>

  async function openChosen(
    { folder, webhookToken, claimed: _claimed, ...others }: Chosen,
    withoutPin?: boolean,
  ): Promise<Host> {
    const parts = hostParts(folder, withoutPin)
    const path = liveOf(join(dataDir, folder))
    try {
      return await createHost({
        ...parts,
        mode: 'store',
        backedUp: { path, folder: backupsOf(path) },
        replaceFile: (replacement) => choice.openAgain(replacement),
        sealKey: await storedSealKey(deps.vault, log),
        ...others,
        onStoreSeen: (reported) => choice.learn(folder, reported),
        webhookTokens: createWebhookTokens(webhookToken, clock),
        ...(webhookPort === null ? {} : { webhookPort }),
      })
    } catch (cause) {
      parts.db.close()
      throw cause
    }
  }

  async function openChecked(chosen: Chosen, withoutPin?: boolean): Promise<Host> {
    try {
      return await openChosen(chosen, withoutPin)
    } catch (cause) {
      if (!isDamage(cause)) throw cause
      // An index that doesn't fit its table: only a whole check finds it.
      log.error('damage met at the start', { cause: cause.message })
      isSuspect = true
      return openChosen(chosen, withoutPin)
    }
  }

  async function open(withoutPin?: boolean): Promise<Host> {
    const chosen = choice.chosen()
    if (chosen === null) return openPractice()
    // Without a connection nothing is fetched or sent.
    if (chosen.connection !== null) claim = await claimStore(chosen.claimed, { ...deps, log })
    return openChecked(chosen, withoutPin).catch(async (cause: unknown) => {
      await unclaim()
      throw cause
    })
  }

  async function close(): Promise<void> {
    await host.close()
    await unclaim()
    await practice?.close()
    practice = null
  }

  async function unclaim(): Promise<void> {
    await claim?.release()
    claim = null
  }

  const dispatch = createDispatch(
    (): Handlers => ({ ...host.handlers, ...choice.handlers }),
    log,
    randomUUID,
  )
  return {
    caller: (screenId) => host.callerOf(screenId),
    call: (...asked) =>
      repair.closed === null ? dispatch(...asked) : Promise.resolve(fail('storage', repair.closed)),
    onEvent(listen, screens = () => []) {
      listeners.set(listen, screens)
      return () => listeners.delete(listen)
    },
    reportScreens() {
      if (isOpen) broadcast({ type: 'screens.changed' })
    },
    onRemoved: (end) => void endings.push(end),
    get webhookUrl() {
      return host.webhookUrl
    },
    picture: (name) => host.picture(name),
    choose: (path) => void chosenFiles.add(path),
    offerProfile: (offered) => choice.offer(offered),
    isNew: () => choice.isNew(),
    exportFile({ role }, name) {
      const operation = name.endsWith(backupFileEnd) ? 'backupFiles.export' : 'guests.export'
      return operations[operation].roles.includes(role) ? host.exportFile(name) : null
    },
    close: () => close().finally(lease.release),
  }
}
