import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { Chromium } from './chromium.ts'
import { claim, type Claim } from './single-instance.ts'
import { KnownEvents, Preventable, strict, strictEmitter } from './unwritten.ts'

interface CloseableWindow {
  close(): void
  isDestroyed(): boolean
}

const switches = new Map(
  process.argv.flatMap((argument): [string, string][] => {
    const [, name, value = ''] = /^--([^=]+)(?:=(.*))?$/s.exec(argument) ?? []
    return name === undefined ? [] : [[name, value]]
  }),
)

/**
 * The `app` of Electron, as far as we use it. The stand-in's own parts are behind `#` or in
 * `runtime`.
 */
class App extends KnownEvents {
  /** A spec may let the app believe that it is packaged. */
  readonly isPackaged = process.env['STANDIN_PACKAGED'] === '1'
  readonly commandLine = strict('app.commandLine', {
    appendSwitch: (name: string, value = '') => void switches.set(name, value),
    getSwitchValue: (name: string) => switches.get(name) ?? '',
    hasSwitch: (name: string) => switches.has(name),
    removeSwitch: (name: string) => void switches.delete(name),
  })
  #ready = Promise.withResolvers<undefined>()
  #isReady = false
  #claim: Claim | undefined
  readonly #folder: string
  readonly #manifest: { productName: string; version: string }

  constructor(folder: string) {
    super('app', [
      'ready',
      'second-instance',
      'open-file',
      'activate',
      'window-all-closed',
      'before-quit',
      'will-quit',
      'child-process-gone',
      'quit',
    ])
    this.#folder = folder
    this.#manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
      productName: string
      version: string
    }
  }

  enableSandbox(): void {}
  isReady = () => this.#isReady
  whenReady = () => this.#ready.promise
  getAppPath = () => this.#folder
  getName = () => this.#manifest.productName
  getVersion = () => this.#manifest.version
  getLocale = () => switches.get('lang') ?? 'en-GB'

  getPath(name: string): string {
    if (name !== 'userData')
      throw new Error(`stand-in: electron.app.getPath('${name}') is not provided`)
    return switches.get('user-data-dir') ?? join(homedir(), '.config', this.getName())
  }

  requestSingleInstanceLock(): boolean {
    this.#claim = claim(this.getPath('userData'), (argv) => {
      this.emit('second-instance', {}, argv, process.cwd(), {})
    })
    return this.#claim.held
  }

  /** Opens the browser; the app is ready once it answers. */
  async open(): Promise<void> {
    if (runtime.quitting) return
    const chromium = new Chromium(
      join(this.getPath('userData'), 'chromium'),
      switches.get('remote-debugging-port'),
      switches.get('host-resolver-rules'),
    )
    runtime.chromium = chromium
    chromium.on('gone', (why: string) => {
      if (runtime.quitting) return
      process.stderr.write(`stand-in: ${why}\n`)
      process.exit(1)
    })
    await chromium.send('Target.setDiscoverTargets', { discover: true })
    this.#isReady = true
    this.emit('ready', {}, {})
    this.#ready.resolve(undefined)
  }

  quit(): void {
    const before = new Preventable()
    this.emit('before-quit', before)
    if (before.defaultPrevented) return
    runtime.quitting = true
    for (const window of runtime.windows) window.close()
    if ([...runtime.windows].some((window) => !window.isDestroyed())) {
      runtime.quitting = false
      return
    }
    const will = new Preventable()
    this.emit('will-quit', will)
    if (will.defaultPrevented) return
    this.emit('quit', {}, 0)
    void this.exit(0)
  }

  /**
   * Starts nothing: the log line says with which arguments, and a spec starts the next run itself.
   */
  relaunch(options: { args: string[]; execPath?: string }): void {
    process.stderr.write(`stand-in: relaunch ${JSON.stringify(options)}\n`)
  }

  async exit(code = 0): Promise<void> {
    runtime.quitting = true
    await this.#claim?.release()
    await runtime.chromium?.close()
    process.exit(code)
  }
}
strictEmitter('app', App)

export const runtime: {
  chromium: Chromium | undefined
  quitting: boolean
  windows: Set<CloseableWindow>
  /** The app's requests to the system that no page can show: [name, ...arguments]. */
  calls: [string, ...unknown[]][]
} = { chromium: undefined, quitting: false, windows: new Set(), calls: [] }

/** Set by the launcher before anything imports this. */
export const app = new App(process.env['STANDIN_APP'] ?? process.cwd())

/** The browser, once the app is ready. */
export function browser(): Chromium {
  if (runtime.chromium === undefined) throw new Error('stand-in: not before the app is ready')
  return runtime.chromium
}
