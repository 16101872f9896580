import { hash } from 'node:crypto'
import { Agent, request, type RequestOptions } from 'node:https'
import { onTestFinished } from 'vitest'
import type { OperationName } from '#contract/index.ts'
import { proofHeader, publicKeyHeader, requestMessages } from '#contract/web-door.ts'
import { networkIdOf } from '#web/network/paired.ts'
import { json } from './web-door.ts'
import { type BrowserKey } from './web-screen.ts'

/** Where screens on the network are served. */
export interface SecureHost {
  port(): number
  /** The certificate that screens trust, PEM. */
  authority(): string
}

export interface Answer {
  status: number
  headers: NodeJS.Dict<string | string[]>
  text: string
}

/** A raw request over HTTPS that trusts this kitchen's certificate. */
export function askSecurely(
  { port, authority }: SecureHost,
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
  network: SecureHost,
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
export async function loadPage(network: SecureHost): Promise<string> {
  const headers = { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate' }
  const { text } = await askSecurely(network, '/', { headers })
  return /content="(\S+) /.exec(text)?.[1] ?? ''
}

/** One connection for many calls, because each new one takes a handshake. */
export function oneConnection(): Agent {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  return agent
}

/** Opens a session with a key that was let in. By default each call has a connection of its own. */
export async function enter(
  network: SecureHost,
  key: BrowserKey,
  agent: Agent | false = false,
): Promise<JoinedScreen> {
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
        agent,
        method: 'POST',
        headers: { ...json, ...sign('POST', '/call', body) },
        body,
      })
      return { status, answer: status === 200 ? (JSON.parse(text) as unknown) : text }
    },
  }
}
