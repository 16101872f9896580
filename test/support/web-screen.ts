import { request } from 'node:http'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'
import type { HostEvent, OperationName } from '#contract/index.ts'
import type { WebServer } from '#web/server.ts'
import { ask, json, keyOf } from './web-door.ts'

/** Replaces the key for scripts. */
export const nobody = { authorization: '' }

/** Shows a key at the door, by default the one for scripts. */
export const showKey = (server: WebServer, key = keyOf(server)) =>
  ask(server, '/key', { method: 'POST', headers: { authorization: `Bearer ${key}` } })

/** The token that the door has answered, as the header of further requests. */
export const headersWith = ({ text }: { text: string }): { authorization: string } => ({
  authorization: `Bearer ${(JSON.parse(text) as { token: string }).token}`,
})

/** The headers of a browser that was let in. */
export const openBrowser = async (server: WebServer): Promise<{ authorization: string }> =>
  headersWith(await showKey(server))

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
): Promise<{ events: HostEvent[]; ended: Promise<unknown>; close(): void }> {
  const events: HostEvent[] = []
  let close = (): void => undefined
  let ended: Promise<unknown> = Promise.resolve()
  const { hostname, port } = new URL(server.url)
  await new Promise<void>((resolve, reject) => {
    const sent = request(
      { hostname, port, path, headers: { authorization: `Bearer ${keyOf(server)}`, ...headers } },
      (response) => {
        ended = new Promise((done) => response.once('close', done))
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
  return { events, ended, close }
}
