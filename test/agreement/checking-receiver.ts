import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { json } from 'node:stream/consumers'
import { z } from 'zod'
import { deliveryUpdatedEvent, processEvent } from '#platform/events.ts'
import type { DocumentCheck } from './document-check.ts'

/** What every event has. */
const eventShape = z.looseObject({ type: z.string(), date: z.string(), data: z.looseObject({}) })
export type ReceivedEvent = z.infer<typeof eventShape> & { path: string }

/** A webhook receiver that compares every event with the document's webhooks. */
interface CheckingReceiver {
  readonly url: string
  readonly events: ReceivedEvent[]
  readonly violations: string[]
  /** Resolves with the matching events once there are `count`. */
  waitFor(count: number, fits: (event: ReceivedEvent) => boolean): Promise<ReceivedEvent[]>
  close(): Promise<void>
}

/**
 * Which events the platform posts to the address itself, and which to a path of their own
 * (platform/README.md, Events).
 */
const pathOf = (type: string): string =>
  type === deliveryUpdatedEvent || type.startsWith('ecommerce.') ? `/${type}` : '/'

/** `token` is the bearer token that events must have. */
export async function startCheckingReceiver(
  check: DocumentCheck,
  token: string,
): Promise<CheckingReceiver> {
  const events: ReceivedEvent[] = []
  const violations: string[] = []
  let reported = Promise.withResolvers<null>()

  async function take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body: unknown = await json(request)
    const path = request.url ?? ''
    const event = { ...eventShape.parse(body), path }
    const { type } = event
    const complain = (problem: string): void => void violations.push(`${type}: ${problem}`)
    const { authorization, 'content-type': contentType } = request.headers
    if (request.method !== 'POST') complain(`came by ${request.method ?? ''}`)
    if (authorization !== `Bearer ${token}`) complain(`authorization ${authorization ?? 'none'}`)
    if (contentType !== 'application/json') complain(`content type ${contentType ?? 'none'}`)
    if (path !== pathOf(type)) complain(`came to ${path}`)
    if (type === processEvent && 'eventId' in event) complain('has an event id')
    const place = ['webhooks', type, 'post', 'requestBody', 'content', 'application/json', 'schema']
    const problems = check.has(place) ? check.problems(place, body) : ['is not in the document']
    for (const problem of problems) complain(problem)
    events.push(event)
    response.writeHead(200).end()
    reported.resolve(null)
    reported = Promise.withResolvers()
  }

  const server = createServer((request, response) => {
    take(request, response).catch((error: unknown) => {
      violations.push(String(error))
      response.writeHead(400).end()
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    events,
    violations,
    async waitFor(count, fits) {
      for (;;) {
        const matches = events.filter(fits)
        if (matches.length >= count) return matches.slice(0, count)
        await reported.promise
      }
    },
    async close() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
