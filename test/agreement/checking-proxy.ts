import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { OpenApi } from '#platform/openapi/document.ts'
import type { DocumentCheck } from './document-check.ts'

export interface Bases {
  v3: string
  v1: string
  tabs: string
}

/** A proxy in front of a platform that compares every answer with the document. */
interface CheckingProxy extends Bases {
  /** What did not match, as `METHOD path status: problem`. */
  readonly violations: string[]
  checked(): number
  close(): Promise<void>
}

function patternOf(path: string): RegExp {
  const parts = path.split(/\{[^}]+\}/).map((part) => part.replace(/[.*+?^$()|[\]\\]/g, '\\$&'))
  return new RegExp(`^${parts.join('[^/]+')}$`)
}

/** The interface of a path, from its own server entry. */
function baseOf(item: Record<string, unknown>): keyof Bases {
  const servers = JSON.stringify(item['servers'] ?? '')
  if (servers.includes('v1_url')) return 'v1'
  return servers.includes('tabs_url') ? 'tabs' : 'v3'
}

export async function startCheckingProxy(
  platform: Bases,
  document: OpenApi,
  check: DocumentCheck,
): Promise<CheckingProxy> {
  const violations: string[] = []
  let checked = 0
  const names = ['v3', 'v1', 'tabs'] as const
  const paths = Object.entries(document.paths).map(([path, item]) => ({
    path,
    base: baseOf(item),
    pattern: patternOf(path),
  }))

  /** The place of an answer's schema in the document; null for an unknown endpoint. */
  function placeOf(method: string, pathname: string, status: number): string[] | null {
    const base = names.find((name) => pathname.startsWith(`${new URL(platform[name]).pathname}/`))
    if (base === undefined) return null
    const rest = pathname.slice(new URL(platform[base]).pathname.length)
    const endpoint = paths.find(
      (each) =>
        each.base === base &&
        each.pattern.test(rest) &&
        check.has(['paths', each.path, method.toLowerCase()]),
    )
    if (endpoint === undefined) return null
    const responses = ['paths', endpoint.path, method.toLowerCase(), 'responses']
    const reported = check.has([...responses, String(status)]) ? String(status) : 'default'
    return [...responses, reported, 'content', 'application/json', 'schema']
  }

  function compare(method: string, pathname: string, answer: Response, text: string): void {
    const { status } = answer
    const complain = (problem: string): void => {
      violations.push(`${method} ${pathname} ${status}: ${problem}`)
    }
    const place = placeOf(method, pathname, status)
    if (place === null) {
      if (answer.ok) complain('is no endpoint of the document')
      return
    }
    checked += 1
    if (answer.ok && status !== 200) complain('is not the status of a success')
    const type = answer.headers.get('content-type') ?? 'nothing'
    if (!/^application\/json(;|$)/.test(type)) {
      complain(`is ${type}, not JSON`)
      return
    }
    const problems = check.problems(place, JSON.parse(text))
    for (const problem of problems) complain(problem)
  }

  async function pass(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const { method = 'GET', url = '/', headers } = incoming
    const body = await buffer(incoming)
    const sent = new Headers()
    for (const name of ['authorization', 'content-type', 'accept'] as const) {
      const value = headers[name]
      if (value !== undefined) sent.set(name, value)
    }
    const target = new URL(url, platform.v3)
    const answer = await fetch(target, {
      method,
      headers: sent,
      ...(body.length > 0 && { body: new Uint8Array(body) }),
    })
    const text = await answer.text()
    compare(method, target.pathname, answer, text)
    const date = answer.headers.get('date')
    outgoing.writeHead(answer.status, {
      'content-type': answer.headers.get('content-type') ?? 'text/plain',
      // The platform's clock, not this server's.
      ...(date !== null && { date }),
    })
    outgoing.end(text)
  }

  const server = createServer((incoming, outgoing) => {
    pass(incoming, outgoing).catch((error: unknown) => {
      violations.push(`${incoming.method ?? ''} ${incoming.url ?? ''}: ${String(error)}`)
      outgoing.destroy()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const through = (base: string): string => origin + new URL(base).pathname
  return {
    v3: through(platform.v3),
    v1: through(platform.v1),
    tabs: through(platform.tabs),
    violations,
    checked: () => checked,
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
