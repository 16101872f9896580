import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { nobody, startWeb, webBundle, type Connected } from '#test/support/web-process.ts'
import type { LoadPlan, LoadResult } from './load.ts'

/** What is measured: the web shell, or the floor beneath it. Both take orders by POST and serve a page. */
export interface Subject {
  readonly ui: string
  readonly webhook: string
  readonly token: string
  ask(question: string): Promise<unknown>
  end(): Promise<void>
}

export const folder = mkdtempSync(join(tmpdir(), 'kitchen-pass-bench-'))
process.once('exit', () => {
  rmSync(folder, { recursive: true, force: true })
})

let folders = 0
/** An empty folder for the data of one subject. */
export function freshFolder(): string {
  folders += 1
  return mkdtempSync(join(folder, `${folders}-`))
}

/** One of this folder's files as plain JavaScript: what is measured must not pay for reading TypeScript. */
export function compiled(name: string): string {
  const source = readFileSync(join(import.meta.dirname, name), 'utf8')
  const file = join(folder, name.replace(/\.ts$/, '.mjs'))
  writeFileSync(file, stripTypeScriptTypes(source))
  return file
}

const page = join(import.meta.dirname, 'floor-page.html')

/** The bare server, with this many cards on its bare page. */
export async function startFloor(cards = 0): Promise<Subject> {
  const child = spawn(process.execPath, [compiled('floor-server.ts'), page, String(cards)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  const { ui, webhook } = JSON.parse(line) as { ui: string; webhook: string }
  return {
    ui,
    webhook,
    token: 'none',
    ask: () => Promise.reject(new Error('the floor answers nothing')),
    async end() {
      const gone = once(child, 'exit')
      child.kill('SIGKILL')
      await gone
    },
  }
}

interface WebWish {
  dataDir?: string
  connected?: Connected
  nodeArgs?: string[]
  channel?: boolean
}

/** The built web shell, as `npm run serve` runs it. */
export async function startBuilt(wish: WebWish = {}): Promise<Subject> {
  const connected = wish.connected ?? nobody
  const web = startWeb({ dataDir: freshFolder(), entry: webBundle, ...wish, connected })
  return {
    ...(await web.ready),
    token: connected.webhookToken,
    ask: web.ask,
    async end() {
      await web.end('SIGKILL')
    },
  }
}

/** Loads a subject from a process of its own. */
export async function load(plan: LoadPlan): Promise<LoadResult> {
  const program = join(import.meta.dirname, 'load.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [program, JSON.stringify(plan)])
  const result = JSON.parse(stdout) as LoadResult
  if (result.failed > 0)
    throw new Error(`${result.failed} of the orders were not answered with 200`)
  return result
}
