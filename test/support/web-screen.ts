import { request } from 'node:http'
import { createInterface } from 'node:readline'
import { onTestFinished } from 'vitest'
import type { HostEvent, OperationName } from '#contract/operations.ts'
import type { WebServer } from '#web/server.ts'
import { ask, json, keyOf } from './web-door.ts'

/** A browser that is let in: what it is given, as it sends it back, and no key. */
export async function openBrowser(
  server: WebServer,
): Promise<{ cookie: string; authorization: string }> {
  const body = JSON.stringify({ key: keyOf(server) })
  const { headers } = await ask(server, '/key', { method: 'POST', headers: json, body })
  const [given = ''] = headers['set-cookie'] ?? []
  return { cookie: given.split(';')[0] ?? '', authorization: '' }
}

/** What a browser asks; the answer as it comes. */
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

/** Everything that a browser hears, from now on, or from where the path says. */
export async function listen(
  server: WebServer,
  headers: Record<string, string>,
  path = '/events',
): Promise<{ events: HostEvent[] }> {
  const events: HostEvent[] = []
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
    onTestFinished(() => void sent.destroy())
    sent.end()
  })
  return { events }
}
