import { randomBytes } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { browser } from './app.ts'
import { ipcMain } from './ipc-main.ts'
import { answerRequest, type PausedRequest } from './requests.ts'
import { fromPage, toPage } from './scheme.ts'
import { settlePermissions } from './session.ts'
import { KnownEvents, strict, strictEmitter } from './unwritten.ts'
import { createWire } from './wire.ts'
import { createPeer, isolatedWorld, mainWorld, type FromPage, type ToPage } from './worlds.ts'

const worldName = 'Electron Isolated Context'
const wire = createWire()

type OpenHandler = (details: { url: string }) => { action: 'deny' }
interface Context {
  id: number
  name: string
  auxData: { frameId: string }
}
interface Frame {
  id: string
  url: string
  urlFragment?: string
  parentId?: string
}

/** The page of a window: a tab of the browser with the app's real preload in an isolated world. */
export class WebContents extends KnownEvents {
  readonly id: number
  /** The name of its session. */
  readonly partition: string
  /** Resolves once the tab exists. */
  readonly attached: Promise<void>
  targetId = ''
  /** True during a navigation that the main process started. */
  ownNavigation = false
  #session = ''
  #frameId = ''
  #url = ''
  #isolated: number | undefined
  #open: OpenHandler | undefined
  #destroyed = false
  readonly #binding = `standin_${randomBytes(6).toString('hex')}`
  readonly #closeWindow: () => void

  constructor(
    id: number,
    { preload, partition }: { preload: string | undefined; partition: string },
    size: { width: number; height: number },
    closeWindow: () => void,
  ) {
    super('webContents', [
      'did-finish-load',
      'did-navigate',
      'destroyed',
      'preload-error',
      'render-process-gone',
      'will-navigate',
      'will-frame-navigate',
      'will-redirect',
      'will-attach-webview',
    ])
    this.id = id
    this.partition = partition
    this.#closeWindow = closeWindow
    this.attached = this.#attach(preload, size)
  }

  /** The top frame, by which a sender is checked. */
  get mainFrame() {
    const url = this.#url
    const { protocol, host } = URL.canParse(url) ? new URL(url) : { protocol: '', host: '' }
    return strict('webFrameMain', {
      url,
      origin: host === '' ? 'null' : `${protocol}//${host}`,
      parent: null,
    })
  }

  getURL = () => this.#url
  isDestroyed = () => this.#destroyed
  close = () => this.#closeWindow()

  setWindowOpenHandler(handler: OpenHandler): void {
    this.#open = handler
  }

  reload(): void {
    this.ownNavigation = true
    void this.command('Page.reload')
  }

  /** Its process dies; the next reload starts another. */
  forcefullyCrashRenderer(): void {
    this.command('Page.crash').catch(() => {})
  }

  async loadURL(url: string): Promise<void> {
    await this.attached
    if (!url.startsWith('about:')) await settlePermissions(url, this.partition)
    this.ownNavigation = true
    const loaded = new Promise((resolve) => this.once('did-finish-load', resolve))
    const { errorText } = await this.command<{ errorText?: string }>('Page.navigate', {
      url: toPage(url),
    })
    if (errorText !== undefined) throw new Error(`${errorText} loading '${url}'`)
    await loaded
  }

  /** Dropped if there is no document yet, as Electron does. */
  send(channel: string, ...values: unknown[]): void {
    if (this.#destroyed) throw new TypeError('Object has been destroyed')
    const packed = wire.pack(values)
    if (this.#isolated !== undefined)
      this.#tell(this.#isolated, { type: 'event', channel, values: packed })
  }

  async printToPDF(options: { preferCSSPageSize: boolean; printBackground: boolean }) {
    const { data } = await this.command<{ data: string }>('Page.printToPDF', options)
    return Buffer.from(data, 'base64')
  }

  command<T = unknown>(method: string, params: object = {}): Promise<T> {
    return browser().send<T>(method, params, this.#session)
  }

  destroy(): void {
    this.#destroyed = true
    this.emit('destroyed')
  }

  async #attach(
    preload: string | undefined,
    size: { width: number; height: number },
  ): Promise<void> {
    const { targetId } = await browser().send<{ targetId: string }>('Target.createTarget', {
      url: 'about:blank',
      newWindow: true,
      ...size,
    })
    this.targetId = targetId
    const { sessionId } = await browser().send<{ sessionId: string }>('Target.attachToTarget', {
      targetId,
      flatten: true,
    })
    this.#session = sessionId
    const tree = await this.command<{ frameTree: { frame: Frame } }>('Page.getFrameTree')
    this.#frameId = tree.frameTree.frame.id
    this.#listen()
    await this.command('Page.enable')
    await this.command('Runtime.enable')
    await this.command('Emulation.setDeviceMetricsOverride', {
      ...size,
      deviceScaleFactor: 1,
      mobile: false,
    })
    await this.#installWorlds(preload)
    await this.command('Fetch.enable', { patterns: [{ urlPattern: '*', requestStage: 'Request' }] })
  }

  async #installWorlds(preload: string | undefined): Promise<void> {
    const secret = `standin-${randomBytes(12).toString('hex')}-`
    const shared = [String(createWire), String(createPeer), JSON.stringify(secret)].join(', ')
    const text = preload === undefined ? '' : readFileSync(preload, 'utf8')
    const script = `(require, module, exports) => {\n${text}\n}`
    await this.command('Runtime.addBinding', {
      name: this.#binding,
      executionContextName: worldName,
    })
    await this.command('Page.addScriptToEvaluateOnNewDocument', {
      source: `(${String(mainWorld)})(${shared})`,
    })
    await this.command('Page.addScriptToEvaluateOnNewDocument', {
      worldName,
      source: `(${String(isolatedWorld)})(${shared}, ${JSON.stringify(this.#binding)}, ${script})`,
    })
  }

  #listen(): void {
    const on = <T>(method: string, received: (params: T) => void) =>
      browser().on(`${this.#session}:${method}`, received)
    on<{ context: Context }>(
      'Runtime.executionContextCreated',
      ({ context: { id, name, auxData } }) => {
        if (name === worldName && auxData.frameId === this.#frameId) this.#isolated = id
      },
    )
    on<{ executionContextId: number }>(
      'Runtime.executionContextDestroyed',
      ({ executionContextId }) => {
        if (this.#isolated === executionContextId) this.#isolated = undefined
      },
    )
    on('Runtime.executionContextsCleared', () => {
      this.#isolated = undefined
    })
    on<{ name: string; payload: string; executionContextId: number }>(
      'Runtime.bindingCalled',
      (called) => {
        // Only the top frame has a preload; messages from any other context are ignored.
        if (called.name !== this.#binding || called.executionContextId !== this.#isolated) return
        void this.#hear(JSON.parse(called.payload) as FromPage, called.executionContextId)
      },
    )
    on<{ frame: Frame }>('Page.frameNavigated', ({ frame }) => {
      if (frame.parentId !== undefined) return
      this.#url = fromPage(frame.url + (frame.urlFragment ?? ''))
      this.emit('did-navigate', {}, this.#url)
    })
    on<{ frameId: string; url: string }>('Page.navigatedWithinDocument', ({ frameId, url }) => {
      if (frameId === this.#frameId) this.#url = fromPage(url)
    })
    on('Page.loadEventFired', () => {
      // The first blank page of a tab is not the app's.
      if (this.#url !== '' && this.#url !== 'about:blank') this.emit('did-finish-load')
    })
    on('Inspector.targetCrashed', () => {
      this.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 5 })
    })
    on<PausedRequest>('Fetch.requestPaused', (paused) => {
      answerRequest(this, this.#frameId, paused).catch((cause: unknown) => {
        if (!this.#destroyed) process.stderr.write(`stand-in: ${String(cause)}\n`)
      })
    })
  }

  async #hear(message: FromPage, context: number): Promise<void> {
    if (message.type === 'preload-error') {
      process.stderr.write(`Unable to load preload script: ${message.error}\n`)
      this.emit('preload-error', {}, '', new Error(message.error))
      return
    }
    if (message.type === 'popup') {
      const answer = this.#open?.({ url: fromPage(message.url) })
      if (answer?.action !== 'deny') {
        // If it were thrown here, the app would handle it as a stray error, and no spec would see
        // it.
        process.stderr.write('stand-in: a second window of the page is not provided\n')
        process.exit(1)
      }
      return
    }
    const { id, channel, values } = message
    const event = strict('ipcMainInvokeEvent', { sender: this, senderFrame: this.mainFrame })
    try {
      const value = await ipcMain.answer(channel, event, wire.unpack(values) as unknown[])
      this.#tell(context, { type: 'reply', id, value: wire.pack(value) })
    } catch (cause) {
      this.#tell(context, {
        type: 'reply',
        id,
        error: cause instanceof Error ? cause.message : String(cause),
      })
    }
  }

  #tell(contextId: number, message: ToPage): void {
    const expression = `${this.#binding}_hear(${JSON.stringify(JSON.stringify(message))})`
    // A page that is being closed hears nothing.
    this.command('Runtime.evaluate', { contextId, expression }).catch(() => {})
  }
}
strictEmitter('webContents', WebContents)
