import { spawn } from 'node:child_process'
import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { BrowserContext, Page } from '@playwright/test'
import { tokenPlace } from '#contract/network/device-token.ts'
import { sampleStore } from './samples.ts'
import { within } from './small-disk.ts'

/** The web shell and the command of IT, as they are built: they start faster than from their sources. */
export const webBundle = join(import.meta.dirname, '../../out/main/web.js')
export const commandBundle = join(import.meta.dirname, '../../out/main/cli.js')

/** As the door's own page does it (web/door/door-page.ts); nothing if the browser was let in before. */
const letIn = (key: string): string => `(async () => {
  if (localStorage['${tokenPlace}'] !== undefined) return
  const headers = { authorization: 'Bearer ${key}' }
  const answer = await fetch('/key', { method: 'POST', headers })
  if (!answer.ok) throw new Error('not let in: ' + answer.status)
  localStorage['${tokenPlace}'] = (await answer.json()).token
})()`

/** The keys for scripts of the web shells that were started here, by origin. */
const keys = new Map<string, string>()

/** The header with a script's key for the web shell at `url`; empty for another server. */
export function keyHeader(url: string): Record<string, string> {
  const key = keys.get(new URL(url).origin)
  return key === undefined ? {} : { authorization: `Bearer ${key}` }
}

/**
 * Lets a browser in at the web shell at `url`. Does nothing if it is already in, or if there is no
 * web shell. A further screen asks for its name only with `asksName`, because the question takes
 * a line from the wall that other journeys measure.
 */
export async function pairContext(
  context: BrowserContext,
  url: string,
  { asksName = false } = {},
): Promise<void> {
  const { origin } = new URL(url)
  const key = keys.get(origin)
  if (key === undefined) return
  // A browser's own page has no second one.
  const blank = context.pages().find((page) => page.url() === 'about:blank')
  const page = blank ?? (await context.newPage())
  // Any answer of that origin is enough.
  await page.goto(`${origin}/door.css`)
  await page.evaluate(letIn(key))
  if (!asksName)
    await page.evaluate(
      `localStorage['kitchen-pass.preferences'] ??= JSON.stringify({ namesDeclined: 99 })`,
    )
  if (blank === undefined) await page.close()
}

/** Asks the web shell in the name of a page whose browser was let in. */
export async function askAs(page: Page, path: string, init: RequestInit = {}): Promise<Response> {
  const token = await page.evaluate<string>(`localStorage['${tokenPlace}'] ?? ''`)
  const headers = { ...(init.headers as Record<string, string>), authorization: `Bearer ${token}` }
  return fetch(new URL(path, page.url()), { ...init, headers })
}

/** Calls an operation in the name of such a page; returns the raw answer. */
export async function callAs(page: Page, name: string, input: unknown): Promise<unknown> {
  const response = await askAs(page, '/call', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name, input }),
  })
  return response.json()
}

export interface Connected {
  v3: string
  token: string
  webhookToken: string
  storeId: string
}

/** A platform without a server. Only one program of a computer may open a store of it. */
export const newNobody = (): Connected => ({
  v3: `http://127.${[1, 2, 3].map(() => randomInt(1, 255)).join('.')}:9/v3`,
  token: 'no-such-token',
  webhookToken: 'test-webhook-token',
  storeId: sampleStore,
})

/** For tests that only receive. Each file has its own. */
export const nobody = newNobody()

interface WebOptions {
  /** Its database stays there across starts. */
  dataDir: string
  /** `nobody` by default; null leaves it to `env` and to the last connection. */
  connected?: Connected | null
  env?: Record<string, string>
  /** `webBundle` by default. */
  entry?: string
  nodeArgs?: string[]
  /** A fixed port, so that its screens find it after a restart; any free port by default. */
  uiPort?: string
  /** A command that runs the program and becomes it. */
  through?: readonly string[]
  /** Opens a message channel to the child. */
  channel?: boolean
}

export interface WebProcess {
  readonly pid: number
  /**
   * Resolves with its addresses when it is ready, including the one that lets a single browser in;
   * rejects with its output if it ends before.
   */
  readonly ready: Promise<{ ui: string; invitation: string; webhook: string }>
  /** Nobody reads its stderr any more. */
  closeStderr(): void
  /** Everything that it wrote to stdout and stderr. */
  output(): string
  /**
   * Ends it and waits until it is gone; returns its exit code. SIGKILL leaves it no time to clean
   * up.
   */
  end(signal: 'SIGKILL' | 'SIGTERM'): Promise<number | null>
  /** Asks over the channel and returns the next message. */
  ask(question: string): Promise<unknown>
}

function connectedFlags(dataDir: string, connected: Connected): Record<string, string> {
  const tokenFile = join(dataDir, 'token')
  const webhookTokenFile = join(dataDir, 'webhook-token')
  writeFileSync(tokenFile, connected.token, { mode: 0o600 })
  writeFileSync(webhookTokenFile, connected.webhookToken, { mode: 0o600 })
  return {
    'v3-url': connected.v3,
    'token-file': tokenFile,
    store: connected.storeId,
    'webhook-port': '0',
    'webhook-token-file': webhookTokenFile,
  }
}

/**
 * Reads the addresses in a web shell's first lines and remembers its key. `seen` converts its paths
 * to ours.
 */
export function readAddresses(
  line: string,
  seen: (path: string) => string = (path) => path,
): { ui: string; invitation: string; webhook: string } {
  const reported = JSON.parse(line) as Record<'ui' | 'keyFile' | 'webhook', string>
  const { href, origin } = new URL('/', reported.ui)
  keys.set(origin, readFileSync(seen(reported.keyFile), 'utf8').trim())
  return { ui: href, invitation: reported.ui, webhook: reported.webhook }
}

/** Starts a web shell on free ports, with tokens from files as a script would. */
export function startWeb(options: WebOptions): WebProcess {
  const { dataDir, connected = nobody, entry = webBundle, nodeArgs = [] } = options
  const flags = {
    'ui-port': options.uiPort ?? '0',
    data: dataDir,
    ...(connected === null ? {} : connectedFlags(dataDir, connected)),
  }
  const args = Object.entries(flags).flatMap(([name, value]) => [`--${name}`, value])
  const [command = '', ...params] = [
    ...(options.through ?? []),
    process.execPath,
    ...nodeArgs,
    entry,
    ...args,
  ]
  const child = spawn(command, params, {
    stdio: ['ignore', 'pipe', 'pipe', options.channel === true ? 'ipc' : 'ignore'],
    // Nothing is stored in the home folder of whoever runs the tests.
    env: { ...process.env, KITCHEN_PASS_KEY_FILE: 'none', ...options.env },
  })
  const gone = once(child, 'exit')
  let text = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (part: Buffer) => (text += part.toString()))
  const ready = new Promise<{ ui: string; invitation: string; webhook: string }>(
    (resolve, reject) => {
      if (child.stdout !== null)
        createInterface(child.stdout).once('line', (line) => {
          // The command around it may have given it its own file system.
          const seen = (path: string) =>
            options.through === undefined ? path : within(child.pid ?? 0, path)
          resolve(readAddresses(line, seen))
        })
      child.once('error', reject)
      void gone.then(() => {
        reject(new Error(`the web shell ended before it was ready: ${text.slice(-4_000)}`))
      })
    },
  )
  // Whoever kills it early doesn't wait until it is ready.
  ready.catch(() => undefined)
  return {
    pid: child.pid ?? 0,
    ready,
    closeStderr: () => child.stderr?.destroy(),
    output: () => text,
    async end(signal) {
      child.kill(signal)
      const [code] = (await gone) as [number | null]
      return code
    },
    async ask(question) {
      const answered = once(child, 'message')
      child.send(question)
      const [answer] = (await answered) as [unknown]
      return answer
    },
  }
}

/** Calls an operation as a screen does. Rejects if the web shell is gone. */
export async function callWeb(ui: string, name: string, input: unknown): Promise<unknown> {
  const response = await fetch(`${ui}call`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...keyHeader(ui) },
    body: JSON.stringify({ name, input }),
  })
  const result = (await response.json()) as { ok: true; value: unknown } | { ok: false }
  if (!result.ok) throw new Error(`${name}: ${JSON.stringify(result)}`)
  return result.value
}
