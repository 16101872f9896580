import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  expect,
  type Browser,
  type BrowserContext,
  type Locator,
  type Page,
} from '@playwright/test'
import type { Input, OperationName } from '#contract/index.ts'
import type { Settings } from '#contract/settings/settings.ts'
import { startPractice, type Practice } from '#practice/platform.ts'
import { createMovableClock } from '#test/support/movable-clock.ts'
import { reservedPort } from '#test/support/reserved-port.ts'
import { callAs, pairContext, startWeb } from '#test/support/web-process.ts'
import { launchDesktop } from '../desktop/launch.ts'
import { secretsIn } from './secrets.ts'

export interface ShellOption {
  shell: 'web' | 'desktop'
}

const webhookToken = 'bearer-of-the-journeys'

/** One store with one screen in either shell. */
export interface Store {
  readonly practice: Practice
  readonly page: Page
  card(code: string): Locator
  /** Posts a webhook body to the listener, as the platform does; returns the status. */
  post(body: unknown): Promise<number>
  call<Name extends OperationName>(name: Name, input: Input<Name>): Promise<unknown>
  /** The store's id from the next start on. */
  give(storeId: string): void
  /** Everything that the app has written to stdout and stderr since its last start. */
  output(): string
  /**
   * Moves the clocks of the app and the platform to an ISO instant; timers don't notice. Only with
   * `startsAt`.
   */
  sleepUntil(instant: string): void
  /**
   * Ends the app (with SIGKILL if `hard`) and starts it again on the same data, which `meanwhile`
   * may damage; the screen is the same.
   */
  restart(how?: 'softly' | 'hard', meanwhile?: (folder: string) => void): Promise<void>
}

/**
 * What identifies a browser to the web shell across starts: no copy of a browser's storage contains
 * its key.
 */
interface Memory {
  context: BrowserContext
}

interface Running {
  page: Page
  output(): string
  stop(how: 'softly' | 'hard'): Promise<void>
}

async function openWeb(
  browser: Browser,
  folder: string,
  env: Record<string, string>,
  nodeArgs: string[],
  uiPort: string,
  memory: Partial<Memory>,
): Promise<Running> {
  const web = startWeb({
    dataDir: folder,
    connected: null,
    env,
    nodeArgs,
    uiPort,
  })
  const { ui } = await web.ready
  memory.context ??= await browser.newContext({
    viewport: { width: 1280, height: 800 },
    locale: 'en-GB',
  })
  const page = await memory.context.newPage()
  await pairContext(memory.context, ui)
  await page.goto(ui)
  return {
    page,
    output: web.output,
    async stop(how) {
      await page.close()
      await web.end(how === 'hard' ? 'SIGKILL' : 'SIGTERM')
    },
  }
}

async function openDesktop(
  folder: string,
  env: Record<string, string>,
  electronArgs: string[],
): Promise<Running> {
  const { app, page } = await launchDesktop({ userDataDir: folder, env, electronArgs })
  let output = ''
  for (const stream of [app.process().stdout, app.process().stderr])
    stream?.on('data', (chunk: Buffer) => (output += chunk.toString()))
  return {
    page,
    output: () => output,
    async stop(how) {
      if (how === 'softly') return app.close()
      const pid = await app.evaluate(() => process.pid)
      const closed = app.waitForEvent('close')
      process.kill(pid, 'SIGKILL')
      await closed
    },
  }
}

/** Calls through the page's own bridge, or in its name at the web shell. */
async function callInPage(page: Page, name: string, input: unknown): Promise<unknown> {
  if (!(await page.evaluate<boolean>(`'kitchenBridge' in window`))) return callAs(page, name, input)
  return page.evaluate(
    ([name, input]) => {
      const { kitchenBridge } = globalThis as unknown as {
        kitchenBridge: { call(name: unknown, input: unknown): Promise<unknown> }
      }
      return kitchenBridge.call(name, input)
    },
    [name, input] as const,
  )
}

export interface StoreOptions extends ShellOption {
  /** The store's settings at first; a short undo keeps journeys short. */
  settings: Partial<Settings>
  list: boolean
  /**
   * The initial time of the app's and the platform's clocks, an ISO instant; null keeps the real
   * time.
   */
  startsAt: string | null
  /** How far the app's clock is ahead of the platform's; only with `startsAt`. */
  appAheadMs: number
  /** The store's id in the connection; null for its own. */
  storeId: string | null
  /** How many guests the points program has; null for the practice default. */
  clients: number | null
  /** How many payments its till has; null for the practice default. */
  payments: number | null
  salesChannel: boolean
  /** The time zone of its store, IANA; null for the practice default. */
  timeZone: string | null
  /** More variables of the app. */
  env: Record<string, string>
}

export interface OpenStore extends Store {
  /** Ends it, and expects that no secret is in the page, in the output, or in any file. */
  close(): Promise<void>
}

/** Opens a store at a practice platform of its own, and waits for its wall. */
export async function openStore(browser: Browser, options: StoreOptions): Promise<OpenStore> {
  const { shell, settings, startsAt, appAheadMs, clients, payments, timeZone } = options
  const folder = mkdtempSync(join(tmpdir(), 'kitchen-pass-'))
  const clock = startsAt === null ? null : createMovableClock(folder, startsAt)
  const practice = await startPractice({
    ...(clock !== null && { now: () => clock.now() - appAheadMs }),
    ...(clients !== null && { clients }),
    ...(payments !== null && { payments }),
    ...(timeZone !== null && { timeZone }),
  })
  if (!options.list) practice.misbehave({ path: '/ecommerce/orders?', kind: 'no-such-endpoint' })
  const [port, uiPort] = [await reservedPort(), String(await reservedPort())]
  const env = {
    KITCHEN_PASS_V3_URL: practice.v3,
    KITCHEN_PASS_TOKEN: practice.token,
    KITCHEN_PASS_STORE: options.storeId ?? practice.storeId,
    KITCHEN_PASS_WEBHOOK_PORT: String(port),
    KITCHEN_PASS_WEBHOOK_TOKEN: `${webhookToken}\n${practice.webhookToken}`,
    ...(options.salesChannel && {
      KITCHEN_PASS_TABS_URL: practice.tabs,
      KITCHEN_PASS_CHANNEL_ID: practice.salesChannelConfigId,
      KITCHEN_PASS_CHANNEL_TOKEN: practice.channelToken,
    }),
    ...clock?.env,
    ...options.env,
  }
  const args = clock?.args ?? []
  const memory: Partial<Memory> = {}
  const open = (): Promise<Running> =>
    shell === 'web'
      ? openWeb(browser, folder, env, args, uiPort, memory)
      : openDesktop(folder, env, args)
  /** What the page's policy blocked: none of our code may need it. */
  const refused: string[] = []
  const watch = ({ page }: Running): void => {
    page.on('console', (message) => {
      if (/Content Security Policy|Trusted(HTML|Script)/.test(message.text()))
        refused.push(message.text())
    })
  }
  let running = await open()
  watch(running)
  let output = ''
  practice.setReceiver(`http://127.0.0.1:${port}/`)
  await callInPage(running.page, 'settings.change', settings)
  const ready = (): Promise<void> =>
    expect(
      running.page
        .getByText('All clear')
        .or(running.page.getByText('Can’t get orders right now'))
        .or(running.page.getByRole('article').first()),
    ).toBeVisible()
  await ready()
  return {
    practice,
    get page() {
      return running.page
    },
    card: (code) => running.page.getByRole('article', { name: new RegExp(`\\b${code}\\b`) }),
    async post(body) {
      const { status } = await fetch(`http://127.0.0.1:${port}/`, {
        method: 'POST',
        headers: { authorization: `Bearer ${webhookToken}`, 'content-type': 'application/json' },
        body: typeof body === 'string' ? body : JSON.stringify(body),
      })
      return status
    },
    call: (name, input) => callInPage(running.page, name, input),
    give(storeId) {
      env.KITCHEN_PASS_STORE = storeId
    },
    output: () => running.output(),
    sleepUntil(instant) {
      if (clock === null) throw new Error('a journey that moves the clock has startsAt')
      clock.moveTo(instant)
    },
    async restart(how = 'softly', meanwhile = () => undefined) {
      await running.stop(how)
      output += running.output()
      meanwhile(folder)
      running = await open()
      watch(running)
      await ready()
    },
    async close() {
      const html = await running.page.content()
      await running.stop('softly')
      // After every journey: no secret in the page, in the output, or in any file.
      const secrets = [practice.token, webhookToken, practice.webhookToken]
      output += running.output()
      for (const secret of secrets) {
        expect(html).not.toContain(secret)
        expect(output).not.toContain(secret)
      }
      expect(secretsIn(folder, secrets)).toEqual([])
      expect(refused).toEqual([])
      // The browser is used for the next journey, so other screens of this one end here.
      for (const context of browser.contexts()) await context.close()
      await practice.close()
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
