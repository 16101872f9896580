import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import type { Agent } from 'node:https'
import { join as joinPath } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Caller, Role } from '#contract/shared/caller.ts'
import { Kitchen } from '#host/kitchen.ts'
import { createSessionVault } from '#host/core/vault.ts'
import { NetworkHost, type NetworkDeps } from '#network/network.ts'
import { createRecordingLog } from './recording-log.ts'
import { temporaryFolder } from './temporary.ts'
import { askForCode, enter, type JoinedScreen, type SecureHost } from './network-screen.ts'
import { startQuietPractice } from './quiet-practice.ts'
import { testCosts } from './scrypt-costs.ts'

/** The person at the kitchen computer. */
export const hostsManager: Caller = { screen: 'desktop', name: '', role: 'manager' }

export interface TestNetwork extends SecureHost {
  folder: string
  kitchen: Kitchen
  host: NetworkHost
  close(): Promise<void>
}

/** A kitchen in the practice store that serves screens to the network. */
export async function openNetwork(
  options: Partial<NetworkDeps> & { folder?: string; isAllowed?: boolean } = {},
): Promise<TestNetwork> {
  const { folder = temporaryFolder(), isAllowed = true, ...deps } = options
  const pageDir = joinPath(folder, 'page')
  mkdirSync(joinPath(pageDir, 'assets'), { recursive: true })
  writeFileSync(joinPath(pageDir, 'index.html'), '<head></head><title>Kitchen Pass</title>')
  const log = createRecordingLog()
  const host = new NetworkHost({
    ...{ dataDir: folder, log, port: 0, given: null, fromAnywhere: false },
    ...{ others: { names: [], addresses: [] }, addresses: () => ['127.0.0.2'] },
    // Its own test sends it to the network.
    announce: () => Promise.resolve({ others: () => [], stop: () => Promise.resolve() }),
    ...deps,
  })
  const kitchen = await Kitchen.open({
    scryptCosts: testCosts,
    dataDir: folder,
    vault: createSessionVault(),
    log,
    startPractice: startQuietPractice,
    networkScreens: host,
  })
  await host.serve(kitchen, pageDir)
  if (isAllowed) await host.allow(true)
  let isClosed = false
  async function close(): Promise<void> {
    if (isClosed) return
    isClosed = true
    await host.close()
    await kitchen.close()
  }
  onTestFinished(close)
  return {
    ...{ folder, kitchen, host, close },
    port: () => host.read().port,
    authority: () => readFileSync(joinPath(folder, 'network/authority.pem'), 'utf8'),
  }
}

/** Joins as a new screen, which a manager lets in. */
export async function join(
  network: TestNetwork,
  { name, role }: { name: string; role: Role },
  agent?: Agent,
): Promise<JoinedScreen> {
  const { id, code, token } = await askForCode(network)
  const asked = { waitingId: id, code, name, role }
  const approved = await network.kitchen.call(hostsManager, 'network.approve', asked)
  if (!approved.ok) throw new Error(`not approved: ${approved.error.code}`)
  return enter(network, token, agent)
}
