import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { startPractice, type Practice } from '#practice/platform.ts'
import { practiceToken } from '#practice/practice-store.ts'
import { callWeb } from '#test/support/web-process.ts'
import { largeEvents } from './large-events.ts'
import { oursAtMost, type Line, type Measured, type Part } from './figure.ts'
import { startBuilt, withProbe, type Subject } from './subject.ts'

const aimMs = 100
const sizes = (process.env['SZ'] ?? '20000,60000,300000').split(',').map(Number)
const megabyte = 1024 * 1024

/** Records of a list: of the first nothing can be read, of the second everything. */
const kinds = {
  empty: () => '{}',
  tiny: (nth: number) => `{"_id":"r${String(nth)}"}`,
}

/** The data of an answer around a list of records. */
const pageOf = (records: string): string => `{"items":[${records}],"hasNextPage":false}`

/** A list of the platform: its path below version 3's base, its answer, and what has the host read it. */
interface List {
  path: RegExp
  data(records: string): string
  ask(host: Subject, front: string): Promise<unknown>
}

const day = new Date().toISOString().slice(0, 10)
const span = { from: day, to: day }
const firstPage = { words: '', page: 1 }

const lists: Record<string, List> = {
  stores: {
    path: /\/api\/me$/,
    data: (records) => `{"website":{"_id":"w"},"stores":[${records}]}`,
    ask: ({ ui }, v3Url) =>
      callWeb(ui, 'connection.tryToken', { v3Url, token: practiceToken, allowHttp: true }),
  },
  orders: {
    path: /\/ecommerce\/orders$/,
    data: pageOf,
    ask: ({ ui }) => callWeb(ui, 'connection.resume', {}),
  },
  menus: {
    path: /\/ecommerce\/menu$/,
    data: (records) => `[${records}]`,
    ask: ({ ui }) => callWeb(ui, 'menu.read', {}),
  },
  products: {
    path: /\/ecommerce\/menu$/,
    data: (records) => `[{"menu":{"_id":"m"},"products":[${records}]}]`,
    ask: ({ ui }) => callWeb(ui, 'menu.read', {}),
  },
  coupons: {
    path: /\/ecommerce\/coupons$/,
    data: pageOf,
    ask: ({ ui }) => callWeb(ui, 'coupons.list', { ...firstPage, onlyThisStore: false }),
  },
  guests: {
    path: /\/royalty\/clients$/,
    data: pageOf,
    ask: ({ ui }) => callWeb(ui, 'guests.list', { ...firstPage, order: 'points' }),
  },
  movements: {
    path: /\/royalty\/client-point-movements$/,
    data: (records) => `{"movements":[${records}],"pagination":{"hasNextPage":false}}`,
    ask: ({ ui }) =>
      callWeb(ui, 'guests.movements', {
        serviceUserId: 'u',
        from: null,
        to: null,
        type: null,
        page: 1,
      }),
  },
  'guests to export': {
    path: /\/royalty\/clients-export$/,
    data: (records) => `{"items":[${records}],"nextLastSeenId":null}`,
    ask: ({ ui }) => callWeb(ui, 'guests.export', { path: null }),
  },
  payments: {
    path: /\/tabs\/[^/]+\/tab-payments$/,
    data: pageOf,
    ask: ({ ui }) => callWeb(ui, 'payments.read', span),
  },
  "payments of a shift's search": {
    path: /\/tabs\/[^/]+\/tab-payments$/,
    data: pageOf,
    ask: ({ ui }) => callWeb(ui, 'shifts.find', { days: 2 }),
  },
  waste: {
    path: /\/tabs\/[^/]+\/waste-incidents$/,
    data: pageOf,
    ask: ({ ui }) => callWeb(ui, 'waste.read', span),
  },
  'payment methods': {
    path: /\/tabs\/[^/]+\/payment-methods$/,
    data: pageOf,
    ask: ({ ui }) => callWeb(ui, 'shifts.read', { shiftId: 'a-shift', how: 'again' }),
  },
}

/** The practice platform, of which one list is a long one while `serve` says so. */
async function openFront(practice: Practice) {
  let long: { list: List; body: Buffer } | null = null
  let served = 0

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, search } = new URL(request.url ?? '', practice.v3)
    response.setHeader('content-type', 'application/json')
    if (request.method === 'GET' && long?.list.path.test(pathname) === true) {
      served += 1
      response.end(long.body)
      return
    }
    const isShift = pathname.endsWith('/shifts/a-shift')
    if (isShift) {
      const startedAt = new Date(Date.now() - 3_600_000).toISOString()
      response.end(JSON.stringify({ success: true, data: { _id: 'a-shift', startedAt } }))
      return
    }
    const body = await text(request)
    const answer = await fetch(new URL(pathname + search, practice.v3), {
      method: request.method ?? 'GET',
      headers: {
        authorization: request.headers.authorization ?? '',
        'content-type': 'application/json',
      },
      ...(body !== '' && { body }),
    })
    response.writeHead(answer.status).end(await answer.text())
  }

  const server = createServer((request, response) => {
    pass(request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { pathname } = new URL(practice.v3)
  return {
    v3: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}${pathname}`,
    served: () => served,
    serve(list: List, records: string) {
      long = { list, body: Buffer.from(`{"success":true,"data":${list.data(records)}}`) }
      served = 0
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

interface Loop {
  longest: number
}

/** The longest block until the host has been at rest for two seconds; milliseconds. */
async function longestUntilRest(host: Subject): Promise<number> {
  let longest = 0
  for (let quiet = 0; quiet < 4;) {
    await pause(500)
    const block = ((await host.ask('loop')) as Loop).longest
    longest = Math.max(longest, block)
    quiet = block < 25 ? quiet + 1 : 0
  }
  return longest
}

interface Case {
  title: string
  /** Milliseconds. */
  longest: number
  /** Megabytes that were held at the most. */
  rss: number
}

async function peakOf(host: Subject): Promise<number> {
  return ((await host.ask('memory')) as { peak: number }).peak / megabyte
}

const worst = (cases: readonly Case[], by: 'longest' | 'rss'): Case =>
  cases.reduce((most, each) => (each[by] > most[by] ? each : most), {
    title: '',
    longest: 0,
    rss: 0,
  })

const ofLists = (size: number): string =>
  `longest block, lists of ${size.toLocaleString('en')} records`
const ofEvents = 'longest block, events of 4 MiB'
const ofMemory = 'resident memory at the most, lists'
const ofEventMemory = 'resident memory at the most, events'

const line = (name: string, measures: string): Line => ({
  name,
  unit: 'ms',
  measures,
  floor: null,
  aim: oursAtMost(aimMs, 'ms'),
})
const memoryLine = (name: string): Line => ({
  name,
  unit: 'MB',
  measures: 'The most that the system counted as its own while it read one of these.',
  floor: null,
  aim: null,
})

const told = (title: string, { longest, rss }: Omit<Case, 'title'>): void => {
  process.stderr.write(
    `  ${longest.toFixed(0).padStart(6)} ms ${rss.toFixed(0).padStart(5)} MB  ${title}\n`,
  )
}

const chosen = process.env['KITCHEN_PASS_BENCH_CASE'] ?? ''

async function measureLists(size: number): Promise<Case[]> {
  const cases: Case[] = []
  const practice = await startPractice()
  const front = await openFront(practice)
  try {
    for (const [name, list] of Object.entries(lists))
      for (const [kind, record] of Object.entries(kinds)) {
        const title = `${name}, ${String(size)} ${kind}`
        if (!title.includes(chosen)) continue
        const host = await startBuilt({ ...withProbe(), connected: { ...practice, v3: front.v3 } })
        await longestUntilRest(host)
        front.serve(list, Array.from({ length: size }, (_, nth) => record(nth)).join(','))
        const answer = list.ask(host, front.v3).catch(() => undefined)
        while (front.served() === 0) await pause(100)
        const longest = await longestUntilRest(host)
        await answer
        const measured = { longest, rss: await peakOf(host) }
        cases.push({ title, ...measured })
        told(title, measured)
        await host.end()
      }
    return cases
  } finally {
    front.close()
    await practice.close()
  }
}

async function measureEvents(): Promise<Case[]> {
  const cases: Case[] = []
  for (const [title, event] of Object.entries(largeEvents)) {
    if (!`event: ${title}`.includes(chosen)) continue
    const body = event()
    const host = await startBuilt(withProbe())
    await longestUntilRest(host)
    const answer = await fetch(host.webhook, {
      method: 'POST',
      headers: { authorization: `Bearer ${host.token}`, 'content-type': 'application/json' },
      body,
    })
    if (answer.status >= 500) throw new Error(`${title}: ${String(answer.status)}`)
    const longest = await longestUntilRest(host)
    const measured = { longest, rss: await peakOf(host) }
    cases.push({ title, ...measured })
    told(`event: ${title}, answered ${String(answer.status)}`, measured)
    await host.end()
  }
  return cases
}

/** How long what the platform says keeps the host from everything else, however odd and long it is. */
export const answers: Part = {
  rounds: null,
  lines: [
    ...sizes.map((size) =>
      line(
        ofLists(size),
        'How long a turn of the host was put off at the most while it read one of the lists of the platform.',
      ),
    ),
    line(ofEvents, 'The same while it kept and read one event, of eleven kinds.'),
    memoryLine(ofMemory),
    memoryLine(ofEventMemory),
  ],
  async measure() {
    const measured: Record<string, Measured> = {}
    const all: Case[] = []
    for (const size of sizes) {
      const cases = await measureLists(size)
      all.push(...cases)
      const { longest, title } = worst(cases, 'longest')
      measured[ofLists(size)] = { floor: [], ours: [longest], note: title }
    }
    const events = await measureEvents()
    const slowest = worst(events, 'longest')
    measured[ofEvents] = { floor: [], ours: [slowest.longest], note: slowest.title }
    for (const [name, cases] of [[ofMemory, all] as const, [ofEventMemory, events] as const]) {
      const { rss, title } = worst(cases, 'rss')
      measured[name] = { floor: [], ours: [rss], note: title }
    }
    return measured
  },
}
