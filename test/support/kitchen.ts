import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Caller } from '#contract/shared/caller.ts'
import type { HostEvent, Input, OperationName, Output } from '#contract/index.ts'
import type { RelayFile } from '#contract/relay/relay-file.ts'
import type { Result } from '#contract/shared/result.ts'
import type { Ticket } from '#contract/tickets/ticket.ts'
import type { SealKey } from '#domain/shifts/seal.ts'
import { systemClock, type Clock } from '#host/clock/clock.ts'
import { openStore } from '#host/db/open-store.ts'
import { backupsOf, dataDirOf } from '#host/db/store-folder.ts'
import { tables } from '#host/nouns.ts'
import { Dispatcher, type Handlers } from '#host/dispatch.ts'
import type { StoreSetup } from '#host/profile-file/profile-file.ts'
import type { Updater } from '#host/core/updater.ts'
import { WebhookTokens } from '#host/feeds/request-guard.ts'
import { Host } from '#host/host.ts'
import { practiceConnection } from '#host/start/practice-store.ts'
import type { Connection } from '#platform/connection.ts'
import { startPractice, type Practice } from '#practice/platform.ts'
import { manager } from './caller.ts'
import type { GoBetween } from './go-between.ts'
import { newDatabase } from './new-database.ts'
import { createRecordingLog, type RecordingLog } from './recording-log.ts'
import { testCosts } from './scrypt-costs.ts'

export const webhookToken = 'a-bearer-of-the-platform'

/** A host on a real file with a real listener and the practice platform. */
export interface TestStore {
  readonly host: Host
  readonly practice: Practice
  readonly log: RecordingLog
  readonly events: HostEvent[]
  readonly file: string
  /** Calls as a manager, or as `caller`. */
  call<Name extends OperationName>(
    name: Name,
    input: Input<Name>,
    caller?: Caller,
  ): Promise<Result<Output<Name>>>
  ticket(id: string): Promise<Ticket | undefined>
  /** Posts a body to the listener, as the platform does. */
  post(body: unknown, headers?: Record<string, string>): Promise<Response>
  /** Receives every event from now on, as a screen's connection does, and may throw. */
  listen(listener: (event: HostEvent) => void): void
  /** Ends the host abruptly and opens it again on the same file. */
  restart(): Promise<void>
}

interface Options {
  clock?: Clock
  /** Whether there is an order list. Default: no, so that only events arrive. */
  list?: boolean
  /** Whether the menu can be read from the start. Default: yes. */
  menu?: boolean
  /** How long the platform takes for an update of stock, in ms. Default: 400. */
  processMs?: number
  /** What is in front of version 3; returns its address. Default: nothing. */
  inFront?: (practice: Practice) => Promise<string>
  reach?: (practice: Practice) => Partial<Connection>
  /** The store's id in the connection, null for none. Default: its own. */
  storeId?: string | null
  /** The number of clients of the loyalty program. Default: 100, because each takes time. */
  clients?: number
  /** The number of payments of its till. Default: the practice platform's. */
  payments?: number
  /** By how much its first shift's total differs from its payments. Default: 0. */
  misstated?: number
  /** Whether the platform lists the token's stores from the start. Default: yes. */
  me?: boolean
  /** The port of its own practice platform. Default: any. */
  port?: number
  /** The listener's port; default any. */
  listenAt?: number
  /** What is between the host and its own practice platform. Default: nothing. */
  between?: GoBetween
  /** Whether backups are made. Default: no. */
  backups?: boolean
  /** The key of the system's key store at each opening. Default: none. */
  sealKey?: () => SealKey | null
  /** How it gets newer versions. Default: by hand. */
  updater?: Updater
  /** From 0 up to 1, for jitter. Default: always 0.5. */
  chance?: () => number
  /** The platform's clock; default the host's. */
  platformNow?: () => number
  /** The file of a relay. Default: none. */
  relayFile?: RelayFile
  /** What a setup file sets. Default: nothing. */
  setup?: StoreSetup
}

export async function openTestStore({
  clock = systemClock,
  list = false,
  menu = true,
  processMs = 400,
  inFront,
  reach = () => ({}),
  storeId,
  clients = 100,
  payments,
  misstated,
  me = true,
  port,
  between,
  backups = false,
  listenAt = 0,
  sealKey = () => null,
  updater,
  chance = () => 0.5,
  platformNow = () => clock.now(),
  relayFile,
  setup,
}: Options = {}): Promise<TestStore> {
  const practice =
    between?.practice ??
    (await startPractice({
      processMs,
      now: platformNow,
      clients,
      ...(payments !== undefined && { payments }),
      ...(misstated !== undefined && { misstated }),
      ...(port !== undefined && { port }),
    }))
  if (!list) practice.misbehave({ path: '/ecommerce/orders?', kind: 'no-such-endpoint' })
  if (!menu) practice.misbehave({ path: '/ecommerce/menu', kind: 'status', status: 503 })
  if (!me) practice.misbehave({ path: '/api/me', kind: 'status', status: 503 })
  const v3Url = between?.connection.v3Url ?? (await inFront?.(practice))
  const file = newDatabase()
  const log = createRecordingLog()
  const events: HostEvent[] = []

  let listener: (event: HostEvent) => void = () => undefined

  const open = (): Promise<Host> =>
    Host.open({
      ...openStore(file, clock.now(), log, { tables }),
      ...(backups && { backedUp: { path: file, folder: backupsOf(file) } }),
      sealKey: sealKey(),
      ...(updater && { updater }),
      ...(relayFile && { relayFile }),
      ...(setup && { setup }),
      clock,
      log,
      chance,
      scryptCosts: testCosts,
      mode: 'store',
      connection: {
        ...practiceConnection(practice),
        ...(v3Url !== undefined && { v3Url }),
        ...reach(practice),
      },
      storeId: storeId === undefined ? practice.storeId : storeId,
      webhookTokens: new WebhookTokens(`${webhookToken}\n${practice.webhookToken}`, clock),
      webhookPort: listenAt,
      exportsDir: join(dataDirOf(file), 'exports'),
      isChosen: (path) => path.startsWith(dataDirOf(file)),
      notify(event) {
        events.push(event)
        listener(event)
      },
    })

  let host = await open()
  const dispatcher = new Dispatcher(
    () => host.handlers as Handlers,
    log,
    () => 'bug',
  )
  onTestFinished(async () => {
    await host.close()
    await practice.close()
  })
  const call: TestStore['call'] = (name, input, caller = manager) =>
    dispatcher.call(caller, name, input) as never
  return {
    get host() {
      return host
    },
    practice,
    log,
    events,
    file,
    call,
    async ticket(id) {
      const snapshot = await call('tickets.list', {})
      if (!snapshot.ok) throw new Error('no snapshot')
      const open = snapshot.value.tickets.find((ticket) => ticket.id === id)
      if (open !== undefined) return open
      const recent = await call('tickets.recent', {})
      if (!recent.ok) throw new Error('no recent tickets')
      return recent.value.find((ticket) => ticket.id === id)
    },
    post: (body, headers = {}) =>
      fetch(host.webhookUrl ?? '', {
        method: 'POST',
        headers: {
          authorization: `Bearer ${webhookToken}`,
          'content-type': 'application/json',
          ...headers,
        },
        body: typeof body === 'string' || body instanceof Uint8Array ? body : JSON.stringify(body),
      }),
    listen(next) {
      listener = next
    },
    async restart() {
      await host.close()
      host = await open()
    },
  }
}

/** A guest's allergies as typed on a screen; null if they are unchanged. */
export async function typedAllergies(
  store: TestStore,
  clientId: string,
  caller: Caller = manager,
): Promise<string | null> {
  const read = await store.call('drafts.list', {}, caller)
  if (!read.ok) throw new Error(read.error.code)
  const entry = read.value.find(({ kind, subject }) => kind === 'allergies' && subject === clientId)
  return entry === undefined ? null : (entry.draft as { allergies: string }).allergies
}

/** Types a guest's allergies on a screen without saving them; null for unchanged. */
export const typeAllergies = (
  store: TestStore,
  subject: string,
  typed: string | null,
  caller: Caller = manager,
): Promise<Result<unknown>> =>
  typed === null
    ? store.call('drafts.discard', { kind: 'allergies', subject }, caller)
    : store.call(
        'drafts.save',
        { kind: 'allergies', subject, base: null, draft: { allergies: typed } },
        caller,
      )
