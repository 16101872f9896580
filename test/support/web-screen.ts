import { generateKeyPairSync } from 'node:crypto'
import { request } from 'node:http'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'
import type { HostEvent, OperationName } from '#contract/index.ts'
import { browserMessages, publicKeyHeader } from '#contract/web-door.ts'
import { signText, writePublicKey } from '#web/door/keys.ts'
import type { WebServer } from '#web/server.ts'
import { ask, json, keyOf } from './web-door.ts'

export interface BrowserKey {
  readonly publicKey: string
  /** The header that turns a challenge into a session. */
  show(challenge: string): { authorization: string }
  sign(content: string): string
}

export function makeBrowserKey(): BrowserKey {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const raw = writePublicKey(publicKey)
  return {
    publicKey: raw,
    sign: (content) => signText(content, privateKey),
    show: (challenge) => ({
      authorization: `Signed ${raw}.${challenge}.${signText(browserMessages(challenge), privateKey)}`,
    }),
  }
}

/** Shows a key at the door, by default the one for scripts. */
export const pair = (server: WebServer, { publicKey }: BrowserKey, key = keyOf(server)) =>
  ask(server, '/key', {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, [publicKeyHeader]: publicKey },
  })

/** A challenge for the key of scripts. It opens a session like the one in a page's head. */
export async function askForChallenge(
  server: WebServer,
): Promise<{ challenge: string; proof: string }> {
  const { text } = await ask(server, `/challenge?${'a'.repeat(32)}`)
  return JSON.parse(text) as { challenge: string; proof: string }
}

/** Replaces the key for scripts. */
export const nobody = { authorization: '' }

/** Opens a session for a browser that was let in; returns the headers for its requests. */
export async function openSession(
  server: WebServer,
  key: BrowserKey,
): Promise<{ authorization: string }> {
  const { challenge } = await askForChallenge(server)
  const { text } = await ask(server, '/session', { headers: key.show(challenge) })
  const { session } = JSON.parse(text) as { session: string }
  return { authorization: `Bearer ${session}` }
}

/** The headers of a browser that was let in and has a page open. */
export async function openBrowser(server: WebServer): Promise<{ authorization: string }> {
  const key = makeBrowserKey()
  await pair(server, key)
  return openSession(server, key)
}

export async function call(
  server: WebServer,
  headers: Record<string, string>,
  name: OperationName,
  input: object = {},
): Promise<unknown> {
  const body = JSON.stringify({ name, input })
  const { text } = await ask(server, '/call', {
    method: 'POST',
    headers: { ...json, ...headers },
    body,
  })
  return JSON.parse(text) as unknown
}

/** Everything that a browser receives, from now on or from where the path says. */
export async function listen(
  server: WebServer,
  headers: Record<string, string>,
  path = '/events',
): Promise<{ events: HostEvent[]; close(): void }> {
  const events: HostEvent[] = []
  let close = (): void => undefined
  const { hostname, port } = new URL(server.url)
  await new Promise<void>((resolve, reject) => {
    const sent = request(
      { hostname, port, path, headers: { authorization: `Bearer ${keyOf(server)}`, ...headers } },
      (response) => {
        const lines = createInterface(response)
        // Cut at the end of the test.
        lines.on('error', () => undefined)
        lines.on('line', (line) => {
          if (line.startsWith('retry:')) resolve()
          if (line.startsWith('data: ')) events.push(JSON.parse(line.slice(6)) as HostEvent)
        })
      },
    )
    sent.on('error', reject)
    close = () => void sent.destroy()
    onTestFinished(close)
    sent.end()
  })
  return { events, close }
}
