import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { onTestFinished } from 'vitest'
import type { FleetMessage, FleetRole, FleetStore } from '#contract/relay/fleet.ts'
import type { StoreStatus } from '#contract/relay/store-status.ts'
import { statusSubject, type StoreInChain } from '#contract/relay/subjects.ts'
import { readAccess } from '#relay/chain/folder.ts'
import { FleetServer } from '#relay/fleet/fleet.ts'
import { FakeClock } from '../fake-clock.ts'
import { createRecordingLog } from '../recording-log.ts'
import { temporaryFolder } from '../temporary.ts'
import type { TestChain } from './test-chain.ts'

/** A store's status in which all is well, but for the given fields. */
export const statusOf = (fields: Partial<StoreStatus> = {}): StoreStatus => ({
  ...{ version: 1, app: '0.2.0', name: 'Downtown', platform: 'reached', lastOrderAge: 60 },
  ...{ openTickets: 3, lateTickets: 0, waiting: 0, needsPerson: 0, feedAge: 5, isSaving: true },
  ...{ diskFreeMb: 50_000, backupAge: 3_600, isBackupFailing: false },
  ...{ acceptsInstructions: true, instructions: [] },
  ...{ hours: null, salesToday: null, coversToday: null },
  ...fields,
})

/** What a page has of a fleet's event stream. */
export interface OpenPage {
  stores(): FleetStore[]
  state(storeId: string): string | undefined
  messages: FleetMessage[]
  isEnded(): boolean
  close(): void
}

/** Reads an event stream as a page does. */
export async function openPage(fleet: FleetServer, cookie: string): Promise<OpenPage> {
  const stopping = new AbortController()
  const answer = await fetch(`${fleet.url}events`, {
    headers: { cookie },
    signal: stopping.signal,
  })
  if (answer.status !== 200 || answer.body === null)
    throw new Error(`the events answered ${String(answer.status)}`)
  const messages: FleetMessage[] = []
  const stores = new Map<string, FleetStore>()
  let hasEnded = false
  const body: AsyncIterable<Uint8Array> = answer.body
  async function read(): Promise<void> {
    let text = ''
    const decoder = new TextDecoder()
    for await (const bytes of body) {
      text += decoder.decode(bytes, { stream: true })
      const parts = text.split('\n\n')
      text = parts.pop() ?? ''
      for (const part of parts)
        if (part.startsWith('data: ')) take(JSON.parse(part.slice(6)) as FleetMessage)
    }
  }
  function take(message: FleetMessage): void {
    messages.push(message)
    if (message.type === 'all') stores.clear()
    for (const store of message.stores) stores.set(store.id, store)
    if (message.type === 'changed') for (const id of message.gone) stores.delete(id)
  }
  void read()
    .catch(() => undefined)
    .finally(() => (hasEnded = true))
  onTestFinished(() => {
    stopping.abort()
  })
  return {
    messages,
    stores: () => [...stores.values()],
    state: (storeId) => [...stores.values()].find((each) => each.storeId === storeId)?.state,
    isEnded: () => hasEnded,
    close: () => {
      stopping.abort()
    },
  }
}

/** Serves the fleet page of a chain in this process, by a clock of its own. */
export async function openFleet(
  chain: TestChain,
  {
    clock = new FakeClock(new Date().toISOString()),
    alertUrl = null,
    isReady = true,
    signingKey = chain.chain.signingKey,
  }: {
    clock?: FakeClock
    alertUrl?: string | null
    isReady?: boolean
    /** Null for a server that can't send instructions. */
    signingKey?: string | null
  } = {},
) {
  const pageDir = temporaryFolder()
  writeFileSync(join(pageDir, 'index.html'), '<!doctype html><head></head><title>Fleet</title>')
  const access = readAccess(chain.fleetPath, 'fleet')
  if (!access.ok) throw new Error('the folder can’t be read')
  const log = createRecordingLog()
  const context = { clock, log, chance: () => 0.5, signingKey }
  const fleet = await FleetServer.start(
    { ...context, access: access.value },
    { address: '127.0.0.1', port: 0, pageDir, alertUrl },
  )
  onTestFinished(() => fleet.close())
  if (isReady) await fleet.ready
  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    fetch(`${fleet.url}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
  return {
    ...{ fleet, clock, log, post },
    /** Adds a person, whose key the server knows. */
    async addUser(name: string, role: FleetRole = 'viewer'): Promise<string> {
      const key = await chain.addUser(name, role)
      while ((await post('login', { key })).status !== 200) await pause(5)
      await clock.advance(2_000)
      return key
    },
    /** The cookie of a browser that logs in. */
    async logIn(key: string): Promise<string> {
      const answer = await post('login', { key })
      return answer.headers.get('set-cookie')?.split(';')[0] ?? ''
    },
    get: (path: string, cookie = '') => fetch(`${fleet.url}${path}`, { headers: { cookie } }),
  }
}

/** Publishes a status as a store does, with the rights of a relay. */
export async function publishStatus(
  chain: TestChain,
  store: StoreInChain,
  status: StoreStatus,
): Promise<void> {
  const nats = await chain.nats()
  nats.publish(statusSubject(store), JSON.stringify(status))
  await nats.flush()
}
