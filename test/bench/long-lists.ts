import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Practice } from '#practice/platform.ts'
import { practiceToken } from '#practice/practice-store.ts'
import { callWeb, type Connected } from '#test/support/web-process.ts'
import type { Subject } from './subject.ts'

/** Records of a list: nothing of the first can be read, everything of the second. */
export const kinds = {
  empty: () => '{}',
  tiny: (nth: number) => `{"_id":"r${String(nth)}"}`,
}

/** The JSON around a list of records. */
const pageOf = (records: string): string => `{"items":[${records}],"hasNextPage":false}`

/**
 * A list of the platform: its path below version 3's base, its answer, and the call that makes the
 * host read it.
 */
export interface List {
  path: RegExp
  data(records: string): string
  ask(host: Subject, front: string): Promise<unknown>
}

const day = new Date().toISOString().slice(0, 10)
const span = { from: day, to: day }
const firstPage = { text: '', page: 1 }

export const lists: Record<string, List> = {
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
    ask: ({ ui }) => callWeb(ui, 'menu.refresh', {}),
  },
  products: {
    path: /\/ecommerce\/menu$/,
    data: (records) => `[{"menu":{"_id":"m"},"products":[${records}]}]`,
    ask: ({ ui }) => callWeb(ui, 'menu.refresh', {}),
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
    ask: ({ ui }) => callWeb(ui, 'shifts.refresh', { shiftId: 'a-shift' }),
  },
}

/** The practice platform with one list that `serve` replaces by a long one. */
export async function openFront(practice: Practice) {
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
    connected: {
      v3,
      token: practice.token,
      webhookToken: practice.webhookToken,
      storeId: practice.storeId,
    } satisfies Connected,
    /** How often the long answer was requested. */
    served: () => served,
    /** Answers with `data`, JSON text, at a path from now on. */
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

export type Front = Awaited<ReturnType<typeof openFront>>
