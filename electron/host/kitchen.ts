import { randomUUID } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Caller } from '#contract/caller.ts'
import { audiences, type HostEvent } from '#contract/operations.ts'
import type { Connection } from '#platform/connection.ts'
import { createDialect } from '#platform/dialect.ts'
import { systemClock, type Clock } from './clock.ts'
import type { Provision } from './connection/provision.ts'
import { createStoreChoice } from './connection/store-choice.ts'
import { openOrQuarantine } from './db/quarantine.ts'
import { createValues } from './db/values.ts'
import { createDispatch, type Dispatch, type Handlers } from './dispatch.ts'
import { hashTokens } from './feeds/bearer.ts'
import { createHost, type Host } from './host.ts'
import type { Log } from './log.ts'
import { resetPin } from './screens/pin.ts'
import type { Vault } from './vault.ts'

/** What the kitchen needs of a practice platform (practice/platform.ts). */
export interface PracticePlatform {
  readonly v3: string
  readonly v1: string
  readonly tabs: string
  readonly token: string
  readonly channelToken: string
  /** Its page for training, for people. */
  readonly control: string
  readonly webhookToken: string
  readonly storeId: string
  setReceiver(url: string | null): void
  startRush(options: { ordersPerMinute: number; openWith?: number; atMostOpen?: number }): void
  close(): Promise<void>
}

export interface KitchenDeps {
  dataDir: string
  vault: Vault
  log: Log
  startPractice: () => Promise<PracticePlatform>
  provision?: Provision
  clock?: Clock
  /** Takes the manager's PIN off the store that is opened first: for whoever is at the machine itself. */
  resetPin?: boolean
}

/** Called with an event and who may hear it now, by the id of a screen. */
export type Listener = (event: HostEvent, mayHear: (screenId: string) => boolean) => void

/** What both shells open: one store behind the glass, the practice store until a real one is connected. */
export interface Kitchen {
  /** Who asks through a door, where it knows the screen by this id. */
  caller(screenId: string): Caller
  /** The one way in for screens. Parses everything itself and never rejects. */
  readonly call: Dispatch
  onEvent(listen: Listener): () => void
  /** Where the platform's events are to be sent; null where the listener could not be opened. */
  readonly webhookUrl: string | null
  /** What the menu shows of an item of the 86 board; null where there is nothing. */
  readonly picture: Host['picture']
  close(): Promise<void>
}

/** A rail that fills while someone looks, and does not grow without end while nobody does. */
const rush = { ordersPerMinute: 3, openWith: 9, atMostOpen: 40 }

/** How to reach a practice platform, which speaks the default dialect. */
export const practiceConnection = ({
  v3,
  v1,
  tabs,
  token,
  channelToken,
}: PracticePlatform): Connection => ({
  v3Url: v3,
  v1Url: v1,
  tabsUrl: tabs,
  token,
  channelToken,
  dialect: createDialect(),
})

/** Opens the store that was connected last, or the practice store. Throws a sentence where the data cannot be used. */
export async function createKitchen(deps: KitchenDeps): Promise<Kitchen> {
  const { dataDir, log } = deps
  const clock = deps.clock ?? systemClock
  const listeners = new Set<Listener>()
  mkdirSync(dataDir, { recursive: true })
  const webhookPort = deps.provision?.webhookPort ?? null
  let practice: PracticePlatform | null = null
  /** Nothing is told while one store takes the place of another: the screens ask for everything afterwards. */
  let isOpen = true

  const choice = createStoreChoice({
    ...deps,
    practiceControl: () => practice?.control ?? null,
    async reopen() {
      isOpen = false
      await close()
      host = await open()
      isOpen = true
    },
    onReplaced: () => broadcast({ type: 'host.replaced' }),
  })
  let host = await open(deps.resetPin)

  function broadcast(event: HostEvent): void {
    const audience = audiences[event.type]
    const mayHear = (screenId: string): boolean => audience.includes(host.callerOf(screenId).role)
    for (const listen of listeners)
      try {
        listen(event, mayHear)
      } catch (cause) {
        log.error('bug', { in: 'listener', cause: cause instanceof Error ? cause.stack : null })
      }
  }

  /** What every host gets, beside what its own store is. */
  function hostParts(file: string, withoutPin = false) {
    const opened = openOrQuarantine(join(dataDir, file), clock.now(), log)
    if (withoutPin) {
      resetPin(createValues(opened.db, log))
      log.warn('PIN taken off')
    }
    const notify = (event: HostEvent): void => {
      if (isOpen) broadcast(event)
    }
    return { ...opened, clock, log, chance: Math.random, notify }
  }

  async function openPractice(): Promise<Host> {
    const session = await deps.startPractice()
    practice = session
    const file = 'practice.sqlite'
    for (const suffix of ['', '-wal', '-shm']) rmSync(join(dataDir, file + suffix), { force: true })
    const opened = await createHost({
      ...hostParts(file),
      mode: 'practice',
      connection: practiceConnection(session),
      storeId: session.storeId,
      webhookTokens: hashTokens(session.webhookToken),
      webhookPort: webhookPort ?? 0,
    })
    session.setReceiver(opened.webhookUrl)
    session.startRush(rush)
    return opened
  }

  function open(withoutPin?: boolean): Promise<Host> {
    const chosen = choice.chosen()
    if (chosen === null) return openPractice()
    const { file, webhookToken, ...others } = chosen
    return createHost({
      ...hostParts(file, withoutPin),
      mode: 'store',
      ...others,
      webhookTokens: hashTokens(webhookToken),
      ...(webhookPort === null ? {} : { webhookPort }),
    })
  }

  async function close(): Promise<void> {
    await host.close()
    await practice?.close()
    practice = null
  }

  return {
    caller: (screenId) => host.callerOf(screenId),
    call: createDispatch(
      (): Handlers => ({ ...host.handlers, ...choice.handlers }),
      log,
      randomUUID,
    ),
    onEvent(listen) {
      listeners.add(listen)
      return () => listeners.delete(listen)
    },
    get webhookUrl() {
      return host.webhookUrl
    },
    picture: (key) => host.picture(key),
    close,
  }
}
