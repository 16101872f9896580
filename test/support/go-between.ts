import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import type { Connection } from '#platform/connection.ts'
import { createDialect } from '#platform/dialect.ts'
import { startPractice, type Practice, type PracticeOptions } from '#practice/platform.ts'
import { createHold, type Hold } from './hold.ts'

export interface Answer {
  status?: number
  headers?: Record<string, string>
  body?: string
  /** No answer: the connection is cut, or stays open. */
  silence?: 'cut' | 'held'
}

/** Too busy: certainly nothing happened. */
export const busy: Answer = { status: 429, body: '{"message":"busy"}' }
/** The connection breaks, so nobody knows whether it happened. */
export const lost: Answer = { silence: 'cut' }
/** The platform rejects it. */
export const refused: Answer = { status: 400, body: '{"message":"no"}' }

interface Interference {
  /** By path and query, below version 3's base. Undefined forwards the request to the platform. */
  answer?: (path: string, url: URL) => Answer | undefined
  /** Changes the query for the platform. */
  query?: (query: URLSearchParams) => URLSearchParams
  fields?: Readonly<Record<string, string>>
  /** Changes the platform's answers, before `fields`. */
  data?: (path: string, data: unknown) => unknown
}

/** A change of the menu's answers: everything with this external id gets other fields. */
export const menuWith =
  (externalId: string, fields: () => object): NonNullable<Interference['data']> =>
  (path, data) =>
    path.includes('/ecommerce/menu')
      ? (JSON.parse(JSON.stringify(data), (_, value: { externalId?: string } | null) =>
          value?.externalId === externalId ? { ...value, ...fields() } : value,
        ) as unknown)
      : data

/** Requests that wait until the test answers them itself or lets the platform answer. */
export interface HeldRequests extends Hold<URL, Answer | undefined> {
  /** How many requests matched, including those that were not held. */
  times(): number
  /** Holds no further requests. Held ones keep waiting. */
  stop(): void
}

interface HoldRule {
  fits: (path: string) => boolean
  /**
   * Before the platform gets the request, or after it has handled it and before its answer arrives.
   * Default: before.
   */
  when?: 'before' | 'after'
  /** How many are held; default all. */
  max?: number
}

/** A practice platform, the requests it got, and its connection. */
export interface GoBetween {
  practice: Practice
  connection: Connection
  /** `GET /ecommerce/orders?limit=1`, in the order of arrival. */
  asked: string[]
  sent: string[]
  /** Holds requests from now on, by their path below version 3's base. */
  hold(rule: HoldRule): HeldRequests
}

/** The rules for held requests, and how one request waits. */
function createHolds() {
  const rules: (Required<HoldRule> & { requests: HeldRequests; fitted: number })[] = []
  return {
    hold({ fits, when = 'before', max = Infinity }: HoldRule): HeldRequests {
      const requests: HeldRequests = {
        ...createHold(),
        times: () => rule.fitted,
        stop: () => void (rule.max = 0),
      }
      const rule = { fits, when, max, requests, fitted: 0 }
      rules.push(rule)
      return requests
    },
    async wait(path: string, url: URL, now: 'before' | 'after'): Promise<Answer | undefined> {
      for (const rule of rules) {
        if (rule.when !== now || !rule.fits(path)) continue
        rule.fitted += 1
        if (rule.requests.arrived.length < rule.max) return await rule.requests.arrive(url)
      }
      return undefined
    },
  }
}

const rename = (value: unknown, names: Readonly<Record<string, string>>): unknown => {
  if (Array.isArray(value)) return value.map((each) => rename(each, names))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [names[name] ?? name, rename(inner, names)]),
  )
}

/**
 * Opens a practice platform without orders, behind a server that records requests and can change
 * answers.
 */
export async function openGoBetween(
  interference: Interference = {},
  dialect: Readonly<Record<string, string>> = {},
  options: PracticeOptions = {},
): Promise<GoBetween> {
  // Each client takes time.
  const practice = await startPractice({ clients: 100, ...options })
  const { pathname: base } = new URL(practice.v3)
  const asked: string[] = []
  const sent: string[] = []

  const holds = createHolds()

  function answerWith(answer: Answer, request: IncomingMessage, response: ServerResponse): void {
    if (answer.silence === 'held') return
    if (answer.silence === 'cut') {
      request.socket.destroy()
      return
    }
    const headers = { 'content-type': 'application/json', ...answer.headers }
    response.writeHead(answer.status ?? 200, headers).end(answer.body ?? '{}')
  }

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', practice.v3)
    const path = url.pathname.replace(base, '')
    asked.push(`${request.method ?? ''} ${path}${decodeURIComponent(url.search)}`)
    const before = (await holds.wait(path, url, 'before')) ?? interference.answer?.(path, url)
    if (before !== undefined) {
      answerWith(before, request, response)
      return
    }
    if (interference.query !== undefined)
      url.search = interference.query(url.searchParams).toString()
    const { authorization = '' } = request.headers
    const body = await text(request)
    if (body !== '') sent.push(body)
    const platformAnswer = await fetch(url, {
      method: request.method ?? '',
      headers: { authorization, 'content-type': request.headers['content-type'] ?? '' },
      ...(body === '' ? {} : { body }),
    })
    const data: unknown = await platformAnswer.json()
    const reported = rename(interference.data?.(path, data) ?? data, interference.fields ?? {})
    const after = await holds.wait(path, url, 'after')
    const headers = { date: platformAnswer.headers.get('date') ?? '' }
    const answer = { status: platformAnswer.status, headers, body: JSON.stringify(reported) }
    answerWith(after ?? answer, request, response)
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
    hold: holds.hold,
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

/** More orders than fit on a page, in all states: waiting, on the road, cancelled. */
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
