import { spawn, type ChildProcess } from 'node:child_process'
import { EventEmitter } from 'node:events'
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'

const switches = [
  '--headless=new',
  '--no-first-run',
  '--no-default-browser-check',
  '--no-startup-window',
  '--disable-gpu',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-extensions',
  '--password-store=basic',
  '--disable-background-timer-throttling',
  '--disable-renderer-backgrounding',
  '--disable-backgrounding-occluded-windows',
  '--force-color-profile=srgb',
  '--font-render-hinting=none',
  '--hide-scrollbars',
  // The app decides about certificates (session.ts).
  '--ignore-certificate-errors',
  '--remote-debugging-pipe',
  '--disable-features=HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,Translate,MediaRouter,PaintHolding',
]

interface Answer {
  id?: number
  method?: string
  params?: unknown
  sessionId?: string
  result?: unknown
  error?: { message: string }
}

/**
 * A browser controlled over a pipe. If this process dies, the pipe breaks and the browser ends as
 * well.
 */
export class Chromium extends EventEmitter {
  readonly #process: ChildProcess
  readonly #pending = new Map<
    number,
    { resolve: (value: never) => void; reject: (cause: Error) => void }
  >()
  #ids = 0

  /**
   * @param port passed through, so that a test driver can attach as well.
   * @param rules the app's own rules for names.
   */
  constructor(profile: string, port: string | undefined, rules: string | undefined) {
    super()
    this.setMaxListeners(0)
    mkdirSync(profile, { recursive: true })
    endLeftover(profile)
    const executable = process.env['STANDIN_CHROMIUM'] ?? '/usr/bin/chromium'
    const root = process.getuid?.() === 0
    this.#process = spawn(
      executable,
      [
        ...switches,
        ...(root ? ['--no-sandbox'] : []),
        ...(port === undefined ? [] : [`--remote-debugging-port=${port}`]),
        ...(rules === undefined ? [] : [`--host-resolver-rules=${rules}`]),
        '--autoplay-policy=no-user-gesture-required',
        `--user-data-dir=${profile}`,
      ],
      { stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'] },
    )
    if (this.#process.pid !== undefined) writeFileSync(pidFile(profile), String(this.#process.pid))
    this.#process.on('error', (cause) => this.emit('gone', cause.message))
    this.#process.on('exit', () => this.emit('gone', 'the browser ended'))
    this.#listen()
  }

  get #toBrowser(): Writable {
    return this.#process.stdio[3] as Writable
  }

  #listen(): void {
    createInterface({ input: this.#process.stderr as Readable }).on('line', (line) => {
      if (line.startsWith('DevTools listening on ')) process.stderr.write(`${line}\n`)
    })
    this.#toBrowser.on('error', () => {})
    let rest = ''
    const fromBrowser = this.#process.stdio[4] as Readable
    fromBrowser.setEncoding('utf8').on('data', (chunk: string) => {
      const messages = (rest + chunk).split('\0')
      rest = messages.pop() ?? ''
      for (const message of messages) this.#take(JSON.parse(message) as Answer)
    })
  }

  #take({ id, method, params, sessionId, result, error }: Answer): void {
    if (id === undefined) {
      this.emit(`${sessionId ?? ''}:${method ?? ''}`, params)
      return
    }
    const pending = this.#pending.get(id)
    this.#pending.delete(id)
    if (error === undefined) pending?.resolve(result as never)
    else pending?.reject(new Error(error.message))
  }

  send<T = unknown>(method: string, params: object = {}, sessionId?: string): Promise<T> {
    this.#ids += 1
    const id = this.#ids
    this.#toBrowser.write(`${JSON.stringify({ id, method, params, sessionId })}\0`)
    return new Promise<T>((resolve, reject) => this.#pending.set(id, { resolve, reject }))
  }

  /** Asks the browser to end, and kills it if it doesn't. */
  async close(): Promise<void> {
    if (this.#process.exitCode !== null || this.#process.signalCode !== null) return
    const ended = new Promise((resolve) => this.#process.once('exit', resolve))
    this.send('Browser.close').catch(() => {})
    const force = setTimeout(() => this.#process.kill('SIGKILL'), 3000)
    await ended
    clearTimeout(force)
  }
}

const pidFile = (profile: string) => join(profile, 'standin.pid')

/**
 * After a SIGKILL the last browser may still be ending, and a new one would find its profile in
 * use.
 */
function endLeftover(profile: string): void {
  if (!existsSync(pidFile(profile))) return
  const pid = Number(readFileSync(pidFile(profile), 'utf8'))
  try {
    if (readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(profile)) process.kill(pid, 'SIGKILL')
  } catch {
    // It is gone, as it should be.
  }
  for (const lock of ['SingletonLock', 'SingletonSocket', 'SingletonCookie']) {
    rmSync(join(profile, lock), { force: true })
  }
}
