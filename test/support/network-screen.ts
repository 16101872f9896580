import { Agent, request, type RequestOptions } from 'node:https'
import { onTestFinished } from 'vitest'
import type { FirstView } from '#contract/first-view.ts'
import type { OperationName } from '#contract/index.ts'
import { json } from './web-door.ts'

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
  token: string
  headers: { authorization: string }
  call(name: OperationName, input?: object): Promise<{ status: number; answer: unknown }>
}

/** A new screen that shows a code. */
interface Waiting {
  status: number
  id: string
  code: string
  /** Worth nothing until a manager lets the screen in. */
  token: string
}

/** A new screen asks for a code. */
export async function askForCode(network: SecureHost, localAddress?: string): Promise<Waiting> {
  const { status, text } = await askSecurely(network, '/pair', {
    method: 'POST',
    headers: { 'user-agent': 'Mozilla/5.0 (iPad)' },
    ...(localAddress !== undefined && { localAddress }),
  })
  const asked = status === 200 ? (JSON.parse(text) as object) : {}
  return { id: '', code: '', token: '', ...asked, status }
}

/** One connection for many calls, because each new one takes a handshake. */
export function oneConnection(): Agent {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => agent.destroy())
  return agent
}

/**
 * Loads the first view with a token that was let in. By default each call has a connection of its
 * own.
 */
export async function enter(
  network: SecureHost,
  token: string,
  agent: Agent | false = false,
): Promise<JoinedScreen> {
  const headers = { authorization: `Bearer ${token}` }
  const { text, status } = await askSecurely(network, '/first', { headers, agent })
  if (status !== 200) throw new Error(text)
  const { view } = JSON.parse(text) as { view: FirstView }
  const screens = view['screens.get']
  if (!screens.ok) throw new Error(screens.error.code)
  return {
    ...{ id: screens.value.own.id, token, headers },
    async call(name, input = {}) {
      const body = JSON.stringify({ name, input })
      const { status: code, text: answered } = await askSecurely(network, '/call', {
        agent,
        method: 'POST',
        headers: { ...json, ...headers },
        body,
      })
      return { status: code, answer: code === 200 ? (JSON.parse(answered) as unknown) : answered }
    },
  }
}
