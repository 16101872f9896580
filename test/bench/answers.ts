import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { startPractice, type Practice } from '#practice/platform.ts'
import { practiceToken } from '#practice/practice-store.ts'
import type { MenuPayload } from '#practice/menu/payload.ts'
import { callWeb, type Connected } from '#test/support/web-process.ts'
import { largeMenu } from './board-menu.ts'
import { largeEvents } from './large-events.ts'
import { oursAtMost, type Line, type Measured, type Part } from './figure.ts'
import { startBuilt, withProbe, type Subject } from './subject.ts'

const aimMs = 100
const sizes = [2_000, 20_000, 60_000, 300_000]
const menuBytes = 7_000_000
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
  let long: { path: RegExp; body: Buffer } | null = null
  let served = 0

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, search } = new URL(request.url ?? '', practice.v3)
    response.setHeader('content-type', 'application/json')
    if (request.method === 'GET' && long?.path.test(pathname) === true) {
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
  const v3 = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}${pathname}`
  return {
    practice: practice.v3,
    connected: { ...practice, v3 } satisfies Connected,
    /** How often the long answer was asked for. */
    served: () => served,
    /** Answers `data`, JSON text, at a path from now on. */
    serve(path: RegExp, data: string) {
      long = { path, body: Buffer.from(`{"success":true,"data":${data}}`) }
      served = 0
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

type Front = Awaited<ReturnType<typeof openFront>>

interface Loop {
  longest: number
}

/** The longest block until the host has been at rest for a second; milliseconds. */
async function longestUntilRest(host: Subject): Promise<number> {
  let longest = 0
  for (let quiet = 0; quiet < 3;) {
    await pause(350)
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

/** The one that took longest. */
const slowest = (cases: readonly Case[]): Case =>
  cases.reduce((most, each) => (each.longest > most.longest ? each : most))

const ofLists = (size: number): string =>
  `longest block, lists of ${size.toLocaleString('en')} records`
const ofMenu = 'longest block, a menu of 7 MB that changes'
const ofEvents = 'longest block, events of 4 MiB'
const ofMemory = 'resident memory at the most meanwhile'

const line = (name: string, measures: string): Line => ({
  name,
  unit: 'ms',
  measures,
  floor: null,
  aim: oursAtMost(aimMs, 'ms'),
})

function tell({ title, longest, rss }: Case): void {
  const [ms, mb] = [longest, rss].map((value) => value.toFixed(0).padStart(6))
  process.stderr.write(`${ms ?? ''} ms ${mb ?? ''} MB  ${title}\n`)
}

/** Resolves once the front was asked; throws where that takes too long. */
async function asked(front: Front, title: string): Promise<void> {
  for (let tries = 0; front.served() === 0; tries++) {
    if (tries > 200) throw new Error(`nobody asked for ${title}`)
    await pause(100)
  }
}

async function measureList(front: Front, name: string, list: List): Promise<Map<number, Case[]>> {
  const bySize = new Map<number, Case[]>(sizes.map((size) => [size, []]))
  const host = await startBuilt({ ...withProbe(), connected: front.connected })
  await longestUntilRest(host)
  for (const size of sizes)
    for (const [kind, record] of Object.entries(kinds)) {
      const title = `${name}, ${size.toLocaleString('en')} ${kind}`
      front.serve(
        list.path,
        list.data(Array.from({ length: size }, (_, nth) => record(nth)).join(',')),
      )
      const answer = list.ask(host, front.connected.v3).catch(() => undefined)
      await asked(front, title)
      const longest = await longestUntilRest(host)
      await answer
      const measured = { title, longest, rss: await peakOf(host) }
      tell(measured)
      bySize.get(size)?.push(measured)
    }
  await host.end()
  return bySize
}

/** A good menu is read, and then read again with one thing changed in it. */
async function measureMenu(front: Front): Promise<Case[]> {
  const sample = (await (
    await fetch(`${front.practice}/ecommerce/menu`, {
      headers: { authorization: `Bearer ${practiceToken}` },
    })
  ).json()) as { data: [MenuPayload] }
  const menu = JSON.stringify(largeMenu(sample.data[0]))
  const names = menu.match(/"name":/g)?.length ?? 0
  const note = `"note":"${'x'.repeat(Math.ceil((menuBytes - menu.length) / names))}",`
  const filled = menu.replaceAll('"name":', `${note}"name":`)
  const host = await startBuilt({ ...withProbe(), connected: front.connected })
  await longestUntilRest(host)
  const cases: Case[] = []
  const changed = filled
    .replace('"Palta', '"Palta Hass')
    .replace('"available":true', '"available":false')
  for (const [title, text] of [['a menu', filled] as const, ['another menu', changed] as const]) {
    front.serve(/\/ecommerce\/menu$/, `[${text}]`)
    await callWeb(host.ui, 'menu.read', {})
    await asked(front, title)
    const measured = { title, longest: await longestUntilRest(host), rss: await peakOf(host) }
    tell(measured)
    cases.push(measured)
  }
  await host.end()
  return cases
}

async function measureEvents(): Promise<Case[]> {
  const cases: Case[] = []
  for (const [name, event] of Object.entries(largeEvents)) {
    const body = event()
    const host = await startBuilt(withProbe())
    await longestUntilRest(host)
    const answer = await fetch(host.webhook, {
      method: 'POST',
      headers: { authorization: `Bearer ${host.token}`, 'content-type': 'application/json' },
      body,
    })
    if (answer.status >= 500) throw new Error(`${name}: ${String(answer.status)}`)
    const title = `${name}, answered ${String(answer.status)}`
    const measured = { title, longest: await longestUntilRest(host), rss: await peakOf(host) }
    tell(measured)
    cases.push(measured)
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
        'How long a turn of the host was put off at the most while it read one of the lists of the platform, of records of which nothing can be read and of others of which everything can.',
      ),
    ),
    line(ofMenu, 'The same while a good menu was read, and once more with one thing changed.'),
    line(ofEvents, 'The same while it kept and read one event, of twelve kinds.'),
    {
      name: ofMemory,
      unit: 'MB',
      measures: 'The most that the system counted as its own in any of these.',
      floor: null,
      aim: null,
    },
  ],
  async measure() {
    const practice = await startPractice()
    const front = await openFront(practice)
    try {
      const measured = new Map<string, Case[]>()
      for (const [name, list] of Object.entries(lists))
        for (const [size, cases] of await measureList(front, name, list))
          measured.set(ofLists(size), [...(measured.get(ofLists(size)) ?? []), ...cases])
      measured.set(ofMenu, await measureMenu(front))
      measured.set(ofEvents, await measureEvents())
      const all = [...measured.values()].flat()
      return {
        ...Object.fromEntries(
          [...measured].map(([name, cases]): [string, Measured] => {
            const { longest, title } = slowest(cases)
            return [name, { floor: [], ours: [longest], note: title }]
          }),
        ),
        [ofMemory]: { floor: [], ours: [Math.max(...all.map(({ rss }) => rss))] },
      }
    } finally {
      front.close()
      await practice.close()
    }
  },
}
