import { createKitchen, type Kitchen } from '#host/kitchen.ts'
import { createSessionVault } from '#host/vault.ts'
import { startPractice } from '#practice/platform.ts'
import { createNetwork, type NetworkDeps, type NetworkHost } from '#web/network/network.ts'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { request, type RequestOptions } from 'node:https'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Caller, Role } from '#contract/caller.ts'
import { createRecordingLog } from './recording-log.ts'
import { temporaryFolder } from './temporary.ts'

/** The person at the kitchen computer. */
export const hostsManager: Caller = { screen: 'desktop', name: '', role: 'manager' }

export interface TestNetwork {
  folder: string
  kitchen: Kitchen
  host: NetworkHost
  /** The port of the screens. */
  port(): number
  /** The certificate that screens trust, PEM. */
  authority(): string
  close(): Promise<void>
}

/** A kitchen in the practice store that serves screens to the network. */
export async function openNetwork(
  given: Partial<NetworkDeps> & { folder?: string; isAllowed?: boolean } = {},
): Promise<TestNetwork> {
  const { folder = temporaryFolder(), isAllowed = true, ...deps } = given
  const pageDir = join(folder, 'page')
  mkdirSync(join(pageDir, 'assets'), { recursive: true })
  writeFileSync(join(pageDir, 'index.html'), '<head></head><title>Kitchen Pass</title>')
  const log = createRecordingLog()
  const host = createNetwork({
    ...{ dataDir: folder, log, port: 0, given: null, fromAnywhere: false },
    ...{ others: { names: [], addresses: [] }, addresses: () => ['127.0.0.2'] },
    ...deps,
  })
  const kitchen = await createKitchen({
    dataDir: folder,
    vault: createSessionVault(),
    log,
    startPractice,
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
    authority: () => readFileSync(join(folder, 'network/authority.pem'), 'utf8'),
  }
}

export interface Answer {
  status: number
  headers: NodeJS.Dict<string | string[]>
  text: string
}

/** A raw request over HTTPS that trusts this kitchen's certificate. */
export function askSecurely(
  { port, authority }: TestNetwork,
  path: string,
  { body, ...options }: RequestOptions & { body?: string } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port: port(), path, ca: authority(), agent: false, ...options },
      (response) => {
        let text = ''
        response.on('data', (chunk: Buffer) => (text += chunk.toString()))
        response.on('end', () => {
          resolve({ status: response.statusCode ?? 0, headers: response.headers, text })
        })
      },
    )
    sent.on('error', reject)
    sent.end(body)
  })
}
