import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Caller } from '#contract/caller.ts'
import type { ConnectInput, ConnectionView, TokenView } from '#contract/connection.ts'
import type { HostEvent } from '#contract/operations.ts'
import { fail, ok, type Result } from '#contract/result.ts'
import type { Connection } from '#platform/connection.ts'
import { createDialect } from '#platform/dialect.ts'
import { errorCode } from '#platform/failure.ts'
import { readMe } from '#platform/me.ts'
import { systemClock, type Clock } from './clock.ts'
import type { Provision } from './connection/provision.ts'
import { practiceProfile, readProfile, writeProfile, type Profile } from './connection/profile.ts'
import { reachOf } from './connection/reach.ts'
import { openOrQuarantine } from './db/quarantine.ts'
import { createDispatch, type Handlers } from './dispatch.ts'
import { hashTokens } from './feeds/bearer.ts'
import { createHost, type Host } from './host.ts'
import type { Log } from './log.ts'
import type { SecretName, Vault } from './vault.ts'

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
}

/** What both shells open: one store behind the glass, the practice store until a real one is connected. */
export interface Kitchen {
  /** The one way in for screens. Parses everything itself and never rejects. */
  call(caller: Caller, name: string, input: unknown): Promise<Result<unknown>>
  onEvent(listen: (event: HostEvent) => void): () => void
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
  const { dataDir, vault, log } = deps
  const clock = deps.clock ?? systemClock
  const listeners = new Set<(event: HostEvent) => void>()
  const notify = (event: HostEvent): void => {
    for (const listen of listeners) listen(event)
  }
  mkdirSync(dataDir, { recursive: true })
  let secrets = deps.provision?.secrets ?? {}
  const secret = (name: SecretName): string | null => secrets[name] ?? vault.read(name)
  const webhookPort = deps.provision?.webhookPort ?? null
  let profile = deps.provision?.profile ?? readProfile(dataDir) ?? practiceProfile
  let overrides = deps.provision?.dialect ?? {}
  let practice: PracticePlatform | null = null
  let host = await open()

  async function openPractice(): Promise<Host> {
    const session = await deps.startPractice()
    practice = session
    const file = join(dataDir, 'practice.sqlite')
    for (const suffix of ['', '-wal', '-shm']) rmSync(file + suffix, { force: true })
    const opened = await createHost({
      ...openOrQuarantine(file, clock.now(), log),
      clock,
      log,
      chance: Math.random,
      mode: 'practice',
      connection: practiceConnection(session),
      storeId: session.storeId,
      webhookTokens: hashTokens(session.webhookToken),
      webhookPort: webhookPort ?? 0,
      notify,
    })
    session.setReceiver(opened.webhookUrl)
    session.startRush(rush)
    return opened
  }

  function open(): Promise<Host> {
    if (profile.mode === 'practice' || profile.v3Url === null) return openPractice()
    const { v3Url, storeId } = profile
    const reach = reachOf(profile, secret('platform-token'), overrides)
    const name = createHash('sha256')
      .update(`${v3Url}|${storeId ?? ''}`)
      .digest('hex')
      .slice(0, 16)
    if (reach.unknownNames.length > 0)
      log.warn('no names of the dialect', { names: reach.unknownNames.join(' ') })
    return createHost({
      ...openOrQuarantine(join(dataDir, `store-${name}.sqlite`), clock.now(), log),
      clock,
      log,
      chance: Math.random,
      mode: 'store',
      ...reach,
      webhookTokens: hashTokens(secret('webhook-token')),
      ...(webhookPort === null ? {} : { webhookPort }),
      notify,
    })
  }

  async function close(): Promise<void> {
    await host.close()
    await practice?.close()
    practice = null
  }

  /** Puts another store behind the glass, and keeps which; where it cannot be opened, the old one comes back. */
  async function replace(next: Profile): Promise<Result<null>> {
    const before = profile
    await close()
    profile = next
    try {
      host = await open()
    } catch (cause) {
      log.error('store not opened', { cause: String(cause) })
      profile = before
      host = await open()
      notify({ type: 'host.replaced' })
      return fail('storage', cause instanceof Error ? cause.message : 'not opened')
    }
    writeProfile(dataDir, next)
    notify({ type: 'host.replaced' })
    return ok(null)
  }

  async function tryToken(v3Url: string, token: string): Promise<Result<TokenView>> {
    const connection: Connection = {
      v3Url,
      v1Url: null,
      tabsUrl: null,
      token,
      channelToken: null,
      dialect: createDialect(),
    }
    const me = await readMe(connection)
    if (!me.ok) return fail(errorCode(me.failure), me.failure.words)
    const { website, stores } = me.value
    return ok({
      brand: website.name ?? website._id,
      countryCode: website.countryCode ?? '',
      stores: stores.map((store) => ({
        id: store._id,
        name: store.name ?? store._id,
        timeZone: store.timezone ?? website.timezone ?? 'UTC',
      })),
    })
  }

  async function connect(input: ConnectInput): Promise<Result<null>> {
    const seen = await tryToken(input.v3Url, input.token)
    if (!seen.ok) return seen
    if (!seen.value.stores.some(({ id }) => id === input.storeId)) return fail('not-found')
    const kept = await vault.write('platform-token', input.token)
    if (!kept.ok) return kept
    if (input.webhookToken !== undefined) {
      const keptToo = await vault.write('webhook-token', input.webhookToken)
      if (!keptToo.ok) return keptToo
    }
    const next: Profile = {
      mode: 'store',
      v3Url: input.v3Url,
      v1Url: input.v1Url ?? null,
      tabsUrl: input.tabsUrl ?? null,
      storeId: input.storeId,
      dialect: profile.v3Url === input.v3Url ? profile.dialect : {},
    }
    if (profile.v3Url !== input.v3Url) overrides = {}
    // What a person types in takes the place of what was given from outside, and only that.
    const { 'platform-token': _replaced, ...others } = secrets
    secrets = input.webhookToken === undefined ? others : {}
    return replace(next)
  }

  const view = (): ConnectionView => ({
    mode: profile.mode,
    v3Url: profile.v3Url,
    storeId: profile.storeId,
    practiceControl: practice?.control ?? null,
    hasToken: secret('platform-token') !== null,
    hasWebhookToken: secret('webhook-token') !== null,
    vault: { safe: vault.weakness === null, reason: vault.weakness },
  })

  const dispatch = createDispatch(
    (): Handlers => ({
      ...host.handlers,
      'connection.read': () => ok(view()),
      'connection.tryToken': ({ v3Url, token }) => tryToken(v3Url, token),
      'connection.connect': connect,
      'connection.practise': () => replace(practiceProfile),
    }),
    log,
    randomUUID,
  )

  return {
    call: dispatch,
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
