import { request } from 'node:http'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import { Kitchen } from '#host/kitchen.ts'
import { createSessionVault } from '#host/core/vault.ts'
import { startPractice } from '#practice/platform.ts'
import { serveScreens, type WebServer } from '#web/server.ts'
import { createRecordingLog } from './recording-log.ts'
import { startQuietPractice } from './quiet-practice.ts'
import { testCosts } from './scrypt-costs.ts'
import { temporaryFolder } from './temporary.ts'

/** A web shell in the practice store, with a page of one line. By default without orders. */
export async function openWeb({ hasOrders = false } = {}): Promise<WebServer> {
  const folder = temporaryFolder()
  const pageDir = join(folder, 'page')
  mkdirSync(join(pageDir, 'assets'), { recursive: true })
  writeFileSync(
    join(pageDir, 'index.html'),
    '<title>Kitchen Pass</title><script src="./assets/index-1.js"></script>',
  )
  writeFileSync(join(pageDir, 'assets/index-1.js'), 'void 0')
  writeFileSync(join(folder, 'secret.html'), 'not for the page')
  const kitchen = await Kitchen.open({
    scryptCosts: testCosts,
    dataDir: folder,
    vault: createSessionVault(),
    log: createRecordingLog(),
    startPractice: hasOrders ? startPractice : startQuietPractice,
  })
  const server = await serveScreens(kitchen, { port: 0, pageDir, dataDir: folder })
  onTestFinished(async () => {
    await server.close()
    await kitchen.close()
  })
  return server
}

interface Options {
  method?: string
  headers?: Record<string, string>
  body?: string
}

/** The key for scripts. */
export const keyOf = ({ keyFile }: WebServer): string => readFileSync(keyFile, 'utf8').trim()

/**
 * A raw request with the key for scripts, unless `headers` replace it: fetch would normalize paths
 * and reject headers.
 */
export function ask(
  server: WebServer,
  path: string,
  { method = 'GET', headers = {}, body }: Options = {},
): Promise<{ status: number; headers: NodeJS.Dict<string | string[]>; text: string }> {
  const { hostname, port } = new URL(server.url)
  const all = { authorization: `Bearer ${keyOf(server)}`, ...headers }
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, method, headers: all }, (response) => {
      let text = ''
      response.on('data', (chunk: Buffer) => (text += chunk.toString()))
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text })
      })
    })
    sent.on('error', reject)
    sent.end(body)
  })
}

export const json = { 'content-type': 'application/json' }
