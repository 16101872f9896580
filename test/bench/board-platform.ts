import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { MenuPayload } from '#practice/menu/payload.ts'
import { startPractice, type Practice } from '#practice/platform.ts'
import { startWeb } from '#test/support/web-process.ts'
import { largeMenu } from './board-menu.ts'
import { freshFolder, type Subject } from './subject.ts'

/** How long the platform takes for an update of stock, in ms. */
export const processMs = 400

/** A practice platform for the board, and the address of its version 3. */
export interface BoardPlatform {
  readonly practice: Practice
  readonly v3: string
  close(): Promise<void>
}

export async function smallPlatform(): Promise<BoardPlatform> {
  const practice = await startPractice({ processMs })
  return { practice, v3: practice.v3, close: () => practice.close() }
}

const menuPath = '/ecommerce/menu'

/**
 * The practice platform behind a server that returns a menu of 7,000 items and forwards everything
 * else.
 */
export async function largePlatform(): Promise<BoardPlatform> {
  const practice = await startPractice({ processMs })
  const { pathname } = new URL(practice.v3)
  const asked = await fetch(`${practice.v3}${menuPath}`, {
    headers: { authorization: `Bearer ${practice.token}` },
  })
  const { data } = (await asked.json()) as { data: [MenuPayload] }
  const menus = JSON.stringify({ success: true, data: [largeMenu(data[0])] })

  async function pass(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const url = new URL(request.url ?? '', practice.v3)
    response.setHeader('content-type', 'application/json')
    if (url.pathname === `${pathname}${menuPath}`) {
      response.end(menus)
      return
    }
    const { authorization = '' } = request.headers
    const answer = await fetch(url, { method: request.method ?? '', headers: { authorization } })
    response.writeHead(answer.status).end(await answer.text())
  }

  const server = createServer((request, response) => {
    pass(request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    practice,
    v3: `http://127.0.0.1:${String((server.address() as AddressInfo).port)}${pathname}`,
    async close() {
      server.closeAllConnections()
      server.close()
      await practice.close()
    },
  }
}

/** The built web shell as the store of such a platform, with its events. */
export async function startBoard({ practice, v3 }: BoardPlatform): Promise<Subject> {
  const web = startWeb({
    dataDir: freshFolder(),
    connected: {
      v3,
      token: practice.token,
      webhookToken: practice.webhookToken,
      storeId: practice.storeId,
    },
    env: { KITCHEN_PASS_V1_URL: practice.v1 },
  })
  const { ui, webhook } = await web.ready
  practice.setReceiver(webhook)
  return {
    ui,
    webhook,
    token: practice.webhookToken,
    ask: web.ask,
    async end() {
      await web.end('SIGKILL')
    },
  }
}
