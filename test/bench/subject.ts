import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { stripTypeScriptTypes } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { newNobody, startWeb, type Connected } from '#test/support/web-process.ts'
import type { FloorPlan } from './floor-server.ts'
import type { LoadPlan, LoadResult } from './load.ts'
import type { Question } from './probe.ts'

/** A measured program: the web shell, or the floor. Both take orders by POST and serve a page. */
export interface Subject {
  readonly ui: string
  readonly webhook: string
  readonly token: string
  /** Asks the probe inside, if it was started with one. */
  ask(question: Question): Promise<unknown>
  end(): Promise<void>
}

export const folder = mkdtempSync(join(tmpdir(), 'kitchen-pass-bench-'))
const running = new Set<() => void>()
process.once('exit', () => {
  for (const kill of running) kill()
  rmSync(folder, { recursive: true, force: true })
})

let folders = 0
/** An empty data folder for a subject. */
export function freshFolder(): string {
  folders += 1
  return mkdtempSync(join(folder, `${folders}-`))
}

/**
 * A file of this folder as plain JavaScript, so that the subject doesn't spend time on TypeScript.
 */
export function compiled(name: string): string {
  const source = readFileSync(join(import.meta.dirname, name), 'utf8')
  const file = join(folder, name.replace(/\.ts$/, '.mjs'))
  writeFileSync(file, stripTypeScriptTypes(source))
  return file
}

const page = join(import.meta.dirname, 'floor-page.html')

/** How to start a subject with the probe. */
export const withProbe = () => ({
  nodeArgs: ['--expose-gc', '--import', pathToFileURL(compiled('probe.ts')).href],
  channel: true,
})

interface FloorOptions {
  /** Its page draws this many cards of the tickets in this file; without it there is no page. */
  screen?: { cards: number; tickets: string }
  nodeArgs?: string[]
  channel?: boolean
}

/** The floor's host with an empty database. */
export async function startFloor(request: FloorOptions = {}): Promise<Subject> {
  const plan: FloorPlan = {
    database: join(freshFolder(), 'floor.sqlite'),
    screen: request.screen === undefined ? null : { page, ...request.screen },
  }
  const args = [...(request.nodeArgs ?? []), compiled('floor-server.ts'), JSON.stringify(plan)]
  const child = spawn(process.execPath, args, {
    stdio: ['ignore', 'pipe', 'inherit', request.channel === true ? 'ipc' : 'ignore'],
  })
  if (child.stdout === null) throw new Error('no stdout')
  const kill = (): void => void child.kill('SIGKILL')
  running.add(kill)
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string]
  const { ui, webhook } = JSON.parse(line) as { ui: string; webhook: string }
  return {
    ui,
    webhook,
    token: 'none',
    async ask(question) {
      const answered = once(child, 'message')
      child.send(question)
      const [answer] = (await answered) as [unknown]
      return answer
    },
    async end() {
      const gone = once(child, 'exit')
      kill()
      await gone
      running.delete(kill)
    },
  }
}

interface WebOptions {
  dataDir?: string
  env?: Record<string, string>
  connected?: Connected
  nodeArgs?: string[]
  channel?: boolean
}

/** By data folder: several run at the same time, and a store runs once on a computer. */
const stores = new Map<string, Connected>()
function storeOf(dataDir: string): Connected {
  const store = stores.get(dataDir) ?? newNobody()
  stores.set(dataDir, store)
  return store
}

/** The built web shell, as `npm run serve` runs it. */
export async function startBuilt(request: WebOptions = {}): Promise<Subject> {
  const dataDir = request.dataDir ?? freshFolder()
  const connected = request.connected ?? storeOf(dataDir)
  const web = startWeb({ ...request, dataDir, connected })
  const kill = (): void => void web.end('SIGKILL')
  running.add(kill)
  return {
    ...(await web.ready),
    token: connected.webhookToken,
    ask: web.ask,
    async end() {
      await web.end('SIGKILL')
      running.delete(kill)
    },
  }
}

/** Loads a subject from a separate process. */
export async function load(plan: LoadPlan): Promise<LoadResult> {
  const program = join(import.meta.dirname, 'load.ts')
  const { stdout } = await promisify(execFile)(process.execPath, [program, JSON.stringify(plan)])
  const result = JSON.parse(stdout) as LoadResult
  if (result.failed > 0)
    throw new Error(`${result.failed} of the orders were not answered with 200`)
  return result
}
