import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test as base, type Page } from '@playwright/test'
import { startPractice, type Practice } from '#practice/platform.ts'
import { callWeb, pairContext, startWeb, type WebProcess } from '#test/support/web-process.ts'
import { secretsIn, writtenForms } from './secrets.ts'

export const passphrase = 'seven wet onions'

/** How many stores the practice platform has besides its two. */
const branches = 8

/** A setup file for the ten stores of the practice platform; each but the first has settings of its own. */
export const fileOf = (platform: Practice, more: object = {}) => ({
  version: 1,
  common: {
    v3Url: platform.v3,
    settings: { undoSeconds: 3, startedStage: true, webhookPort: 0 },
    screens: [
      { name: 'Grill', role: 'kitchen', preferences: { wallSize: 'XL', cardNumbers: true } },
      { name: 'Front desk', role: 'counter' },
      { name: 'Back office', role: 'manager' },
    ],
    printers: [{ name: 'Pass', address: '10.255.255.9', language: 'es' }],
    keyMenuPath: { en: 'Settings › Developers › Keys', es: 'Ajustes › Claves' },
    locked: true,
    ...more,
  },
  stores: [
    { name: 'Colón', storeId: platform.storeId },
    { name: 'Punta Arenas', storeId: 'store-punta-arenas', settings: { undoSeconds: 5 } },
    ...Array.from({ length: branches }, (_, index) => ({
      name: `Branch ${String(index + 1)}`,
      storeId: `store-branch-${String(index + 1)}`,
      settings: { undoSeconds: 11 + index },
    })),
  ],
})

/** A started web shell. */
interface Service {
  /** Opens a screen of it. */
  open(): Promise<Page>
  call(name: string, input: object): Promise<unknown>
  end(): Promise<void>
}

interface Shop {
  platform: Practice
  /** Starts the web shell on the data of a computer, the same one by default. */
  serve(env: Record<string, string>, computer?: string): Promise<Service>
  /** Starts the web shell, and opens a screen of it. */
  open(env?: Record<string, string>): Promise<Page>
  /** Writes a file outside the data folders; returns its path. */
  write(name: string, content: unknown): string
}

export const test = base.extend<{ shop: Shop }>({
  async shop({ browser }, use) {
    const platform = await startPractice({ branches })
    const folder = mkdtempSync(join(tmpdir(), 'kitchen-pass-'))
    const outside = mkdtempSync(join(tmpdir(), 'kitchen-pass-files-'))
    const running = new Map<WebProcess, Page[]>()
    let written = ''

    async function end(web: WebProcess): Promise<void> {
      for (const page of running.get(web) ?? []) {
        written += await page.content()
        await page.context().close()
      }
      running.delete(web)
      expect(await web.end('SIGTERM')).toBe(0)
      written += web.output()
    }
    async function serve(env: Record<string, string>, computer = 'data'): Promise<Service> {
      const web = startWeb({
        dataDir: join(folder, computer),
        connected: null,
        env: { KITCHEN_PASS_KEY_FILE: 'none', KITCHEN_PASS_WEBHOOK_PORT: '0', ...env },
      })
      const pages: Page[] = []
      running.set(web, pages)
      const { ui } = await web.ready
      return {
        async open() {
          const page = await browser.newPage({
            viewport: { width: 1024, height: 768 },
            locale: 'en-GB',
          })
          await pairContext(page.context(), ui)
          await page.goto(ui)
          pages.push(page)
          return page
        },
        call: (name, input) => callWeb(ui, name, input),
        end: () => end(web),
      }
    }
    await use({
      platform,
      serve,
      open: async (env = {}) => (await serve(env)).open(),
      write(name, content) {
        const path = join(outside, name)
        writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
        return path
      },
    })
    for (const web of running.keys()) await end(web)
    for (const form of [platform.token, passphrase].flatMap(writtenForms))
      expect(written).not.toContain(form)
    expect(secretsIn(folder, [platform.token, passphrase])).toEqual([])
    await platform.close()
    for (const each of [folder, outside])
      rmSync(each, { recursive: true, force: true, maxRetries: 5 })
  },
})
