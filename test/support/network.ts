import { hash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { request, type RequestOptions } from 'node:https'
import { join as joinPath } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Caller, Role } from '#contract/caller.ts'
import type { OperationName } from '#contract/index.ts'
import { proofHeader, publicKeyHeader, requestMessages } from '#contract/web-door.ts'
import { createKitchen, type Kitchen } from '#host/kitchen.ts'
import { createSessionVault } from '#host/vault.ts'
import { startPractice } from '#practice/platform.ts'
import { createNetwork, type NetworkDeps, type NetworkHost } from '#web/network/network.ts'
import { networkIdOf } from '#web/network/paired.ts'
import { createRecordingLog } from './recording-log.ts'
import { temporaryFolder } from './temporary.ts'
import { json } from './web-door.ts'
import { makeBrowserKey, type BrowserKey } from './web-screen.ts'

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
  const pageDir = joinPath(folder, 'page')
  mkdirSync(joinPath(pageDir, 'assets'), { recursive: true })
  writeFileSync(joinPath(pageDir, 'index.html'), '<head></head><title>Kitchen Pass</title>')
  const log = createRecordingLog()
  const host = createNetwork({
    ...{ dataDir: folder, log, port: 0, given: null, fromAnywhere: false },
    ...{ others: { names: [], addresses: [] }, addresses: () => ['127.0.0.2'] },
    // Its own test sends it to the network.
    announce: () => Promise.resolve(() => Promise.resolve()),
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
    authority: () => readFileSync(joinPath(folder, 'network/authority.pem'), 'utf8'),
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

/** A screen that was let in. */
export interface JoinedScreen {
  id: string
  session: string
  key: BrowserKey
  /** The headers of its next request. */
  sign(method: string, url: string, body?: string): Record<string, string>
  call(name: OperationName, input?: object): Promise<{ status: number; answer: unknown }>
}

/** A page asks for a code with this key. */
export async function askForCode(
  network: TestNetwork,
  { publicKey }: BrowserKey,
  localAddress?: string,
): Promise<{ status: number; id: string; code: string }> {
  const headers = { [publicKeyHeader]: publicKey, 'user-agent': 'Mozilla/5.0 (iPad)' }
  const { status, text } = await askSecurely(network, '/pair', {
    method: 'POST',
    headers,
    ...(localAddress !== undefined && { localAddress }),
  })
  const { id = '', code = '' } =
    status === 200 ? (JSON.parse(text) as { id: string; code: string }) : {}
  return { status, id, code }
}

/** Loads the page as a browser does; returns the challenge in its head. */
export async function loadPage(network: TestNetwork): Promise<string> {
  const headers = { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' }
  const { text } = await askSecurely(network, '/', { headers })
  return /content="(\S+) /.exec(text)?.[1] ?? ''
}

/** Opens a session with a key that was let in. */
export async function enter(network: TestNetwork, key: BrowserKey): Promise<JoinedScreen> {
  const headers = key.show(await loadPage(network))
  const { text, status } = await askSecurely(network, '/session', { headers })
  if (status !== 200) throw new Error(`not let in: ${text}`)
  const { session } = JSON.parse(text) as { session: string }
  let number = 0
  function sign(method: string, url: string, body = ''): Record<string, string> {
    number += 1
    const bodyHash = hash('sha256', body, 'base64url')
    const signature = key.sign(requestMessages(session, { number, method, url, bodyHash }))
    return {
      authorization: `Bearer ${session}`,
      [proofHeader]: `${String(number)}.${bodyHash}.${signature}`,
    }
  }
  return {
    ...{ id: networkIdOf(key.publicKey), session, key, sign },
    async call(name, input = {}) {
      const body = JSON.stringify({ name, input })
      const { status, text } = await askSecurely(network, '/call', {
        method: 'POST',
        headers: { ...json, ...sign('POST', '/call', body) },
        body,
      })
      return { status, answer: status === 200 ? (JSON.parse(text) as unknown) : text }
    },
  }
}

/** Joins as a new screen, which a manager lets in. */
export async function join(
  network: TestNetwork,
  { name, role }: { name: string; role: Role },
): Promise<JoinedScreen> {
  const key = makeBrowserKey()
  const { id, code } = await askForCode(network, key)
  const asked = { waitingId: id, code, name, role }
  const approved = await network.kitchen.call(hostsManager, 'network.approve', asked)
  if (!approved.ok) throw new Error(`not approved: ${approved.error.code}`)
  return enter(network, key)
}
