import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import type { Connection } from '#platform/connection.ts'
import { createDialect } from '#platform/dialect.ts'
import { startPractice, type Practice } from '#practice/platform.ts'

/** What comes in the place of the platform's answer. */
export interface Answer {
  status?: number
  headers?: Record<string, string>
  body?: string
  /** No answer at all: the connection is cut, or held. */
  silence?: 'cut' | 'held'
}

interface Twist {
  /** By path and query, below version 3's base. Undefined lets the platform answer. */
  answer?: (path: string, url: URL) => Answer | undefined | Promise<Answer | undefined>
  /** The query as the platform gets it. */
  query?: (query: URLSearchParams) => URLSearchParams
  /** Fields of the platform's answers, in other names. */
  fields?: Readonly<Record<string, string>>
  /** What the platform's answers become, before `fields`. */
  data?: (path: string, data: unknown) => unknown
}

/** A practice platform, what was asked of it, and how to reach it. */
export interface GoBetween {
  practice: Practice
  connection: Connection
  /** `GET /ecommerce/orders?limit=1`, in the order in which they came. */
  asked: string[]
  /** The bodies that were sent, as they came over the wire. */
  sent: string[]
}

const rename = (value: unknown, names: Readonly<Record<string, string>>): unknown => {
  if (Array.isArray(value)) return value.map((each) => rename(each, names))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [names[name] ?? name, rename(inner, names)]),
  )
}

/** Opens a practice platform without orders, behind a server that keeps a record and can twist what passes. */
export async function openGoBetween(
  twist: Twist = {},
  dialect: Readonly<Record<string, string>> = {},
): Promise<GoBetween> {
  const practice = await startPractice()
  const { pathname: base } = new URL(practice.v3)
  const asked: string[] = []
  const sent: string[] = []

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', practice.v3)
    const path = url.pathname.replace(base, '')
    asked.push(`${request.method ?? ''} ${path}${decodeURIComponent(url.search)}`)
    const answer = await twist.answer?.(path, url)
    if (answer?.silence === 'held') return
    if (answer?.silence === 'cut') {
      request.socket.destroy()
      return
    }
    if (answer !== undefined) {
      const headers = { 'content-type': 'application/json', ...answer.headers }
      response.writeHead(answer.status ?? 200, headers).end(answer.body ?? '{}')
      return
    }
    if (twist.query !== undefined) url.search = twist.query(url.searchParams).toString()
    const { authorization = '' } = request.headers
    const body = await text(request)
    if (body !== '') sent.push(body)
    const given = await fetch(url, {
      method: request.method ?? '',
      headers: { authorization, 'content-type': request.headers['content-type'] ?? '' },
      ...(body === '' ? {} : { body }),
    })
    const data: unknown = await given.json()
    const told = rename(twist.data?.(path, data) ?? data, twist.fields ?? {})
    response.writeHead(given.status, { 'content-type': 'application/json' })
    response.end(JSON.stringify(told))
  }

  const server = createServer((request, response) => {
    // At the end of a test the platform may close while it answers.
    pass(request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    server.closeAllConnections()
    server.close()
    await practice.close()
  })
  return {
    practice,
    asked,
    sent,
    connection: {
      v3Url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${base}`,
      v1Url: null,
      tabsUrl: null,
      token: practice.token,
      channelToken: null,
      dialect: createDialect(dialect),
    },
  }
}

/** More orders than fit on a page, of every kind: waiting, on the road, cancelled. */
export async function placeOrders(practice: Practice): Promise<void> {
  const wait = false
  const placed = []
  const types = ['delivery', 'go', 'serve', 'delivery', 'go', 'delivery']
  for (const deliveryType of [...types, ...types])
    placed.push(await practice.placeOrder({ deliveryType }, { wait }))
  const [, second, , fourth] = placed
  if (second === undefined || fourth === undefined) throw new Error('none')
  await practice.moveDriver(fourth._id, 'picked-up', { wait })
  await practice.cancelOrder(second._id, 'no avocado', { wait })
}
