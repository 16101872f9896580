import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { DatabaseSync } from 'node:sqlite'
import type { HostEvent } from '#contract/index.ts'
import type { Ticket } from '#contract/tickets/ticket.ts'

/** What the floor does, as JSON in its first argument. All paths are files. */
export interface FloorPlan {
  /** Created here; stores the orders. */
  database: string
  /** Null if no screen is needed: then it only stores orders. */
  screen: {
    page: string
    /** How many cards the page draws. */
    cards: number
    /**
     * A JSON list of the tickets that are open at the start; the first is the model for new ones.
     */
    tickets: string
  } | null
}

/** The needed fields of a message. */
interface OrderMessage {
  eventId: string
  data: { order: { _id: string; code: string; deliverAt: string; orderStatus: string } }
}

/**
 * A program: the smallest host that keeps the promise. It parses and inserts each POST once; all of
 * one turn of the event loop share one commit at synchronous=FULL, and then get their 200. Screens
 * get the changes of the commit as one server-sent event in the product's format, and all open
 * tickets when they connect. It checks, stores and does nothing else.
 */
const plan = JSON.parse(process.argv[2] ?? '') as FloorPlan
const db = new DatabaseSync(plan.database)
db.exec(`
  PRAGMA locking_mode = EXCLUSIVE;
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA fullfsync = ON;
  CREATE TABLE orders (id INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, body TEXT NOT NULL) STRICT;
`)
const insert = db.prepare('INSERT OR IGNORE INTO orders (key, body) VALUES (?, ?)')

const { screen } = plan
const html =
  screen === null
    ? ''
    : readFileSync(screen.page, 'utf8').replace('data-cards=""', `data-cards="${screen.cards}"`)
const tickets =
  screen === null ? [] : (JSON.parse(readFileSync(screen.tickets, 'utf8')) as Ticket[])
const [model] = tickets
const open = new Map(tickets.map((ticket) => [ticket.id, ticket]))
const screens = new Set<ServerResponse>()

const frame = (changed: Ticket[], gone: string[]): string => {
  const now = new Date().toISOString()
  const event: HostEvent = { type: 'tickets.changed', revision: 0, now, tickets: changed, gone }
  return `data: ${JSON.stringify(event)}\n\n`
}

function tell(batch: readonly Waiting[]): void {
  if (model === undefined) return
  const changed: Ticket[] = []
  const gone: string[] = []
  for (const { data } of batch.map(({ message }) => message)) {
    const { _id: id, code, deliverAt, orderStatus } = data.order
    if (orderStatus === 'done') {
      open.delete(id)
      gone.push(id)
      continue
    }
    const ticket = { ...model, id, code, promisedAt: deliverAt }
    open.set(id, ticket)
    changed.push(ticket)
  }
  const text = frame(changed, gone)
  for (const each of screens) each.write(text)
}

interface Waiting {
  message: OrderMessage
  text: string
  response: ServerResponse
}
let waiting: Waiting[] = []

function commit(): void {
  const batch = waiting
  waiting = []
  db.exec('BEGIN IMMEDIATE')
  for (const { message, text } of batch) insert.run(message.eventId, text)
  db.exec('COMMIT')
  for (const { response } of batch) response.end('{"ok":true}')
  tell(batch)
}

function take(request: IncomingMessage, response: ServerResponse): void {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    const text = Buffer.concat(parts).toString()
    const message = JSON.parse(text) as OrderMessage
    if (waiting.push({ message, text, response }) === 1) setImmediate(commit)
  })
}

const server = createServer((request, response) => {
  if (request.method === 'POST') take(request, response)
  else if (request.url === '/events') {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(frame([...open.values()], []))
    screens.add(response)
    response.once('close', () => screens.delete(response))
  } else {
    response.setHeader('content-type', 'text/html; charset=utf-8')
    response.end(html)
  }
})
server.listen(0, '127.0.0.1', () => {
  const url = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`
  process.stdout.write(`${JSON.stringify({ ui: url, webhook: url })}\n`)
})
