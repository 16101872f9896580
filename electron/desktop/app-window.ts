import { extname, join } from 'node:path'
import { app, dialog, powerSaveBlocker, type BrowserWindow } from 'electron'
import type { Log } from '#host/core/log.ts'
import { appOrigin } from './channels.ts'
import type { Kiosk } from './kiosk.ts'
import { PageGuard, pageReloads } from './page-guard.ts'
import { WindowStore, type PreferencesStore } from './stores.ts'
import type { WindowContent } from './window-content.ts'
import { bringToFront, openWindow } from './window.ts'

/** What the dialog calls each kind of file, by the end of its name. */
const fileKinds: Readonly<Record<string, string>> = {
  csv: 'CSV',
  pdf: 'PDF',
  kpbackup: 'Kitchen Pass',
}

function filterFor(name: string): { name: string; extensions: string[] } {
  const extension = extname(name).slice(1)
  return { name: fileKinds[extension] ?? extension, extensions: [extension] }
}

/** The only page that may send messages: the id of its window's contents and its origin. */
export interface TrustedPage {
  readonly contentsId: number
  readonly origin: string
}

interface AppWindowDeps {
  content: WindowContent
  kiosk: Kiosk
  preferences: PreferencesStore
  /** The dev server of `npm run dev`; null for the built page. */
  devUrl: string | null
  log: Log
}

/** The window of the app's own page. A person may close it, and open it again. */
export class AppWindow {
  readonly #deps: AppWindowDeps
  readonly #store = new WindowStore()
  readonly #reloads = pageReloads()
  #window: BrowserWindow | null = null
  #guard: PageGuard | null = null
  /** What keeps the display on. */
  #blocker: number | null = null

  constructor(deps: AppWindowDeps) {
    this.#deps = deps
  }

  get isOpen(): boolean {
    return this.#window !== null
  }

  show(): void {
    if (this.#window === null) this.#open()
    else bringToFront(this.#window)
  }

  /** Loads the page again after a failure. */
  reload(): void {
    this.#guard?.reload()
  }

  /** Opens a room of the page by its hash. */
  goTo(hash: string): void {
    if (this.#window === null) return
    void this.#window.loadURL(this.#window.webContents.getURL().replace(/#.*|$/s, hash))
  }

  send(channel: string, ...values: unknown[]): void {
    this.#window?.webContents.send(channel, ...values)
  }

  /** What the system does for this screen follows its preferences. */
  followPreferences(): void {
    const { kiosk, preferences } = this.#deps
    this.#keepAwake(this.isOpen && preferences.read().keepAwake)
    kiosk.apply()
  }

  /** Null if there is no window. */
  page(): TrustedPage | null {
    const contentsId = this.#window?.webContents.id
    const { devUrl } = this.#deps
    const origin = devUrl === null ? appOrigin : new URL(devUrl).origin
    return contentsId === undefined ? null : { contentsId, origin }
  }

  /** Asks a person where to save a file; null if they cancel. */
  async askForFile(name: string): Promise<string | null> {
    if (this.#window === null) return null
    const { canceled, filePath } = await dialog.showSaveDialog(this.#window, {
      defaultPath: name,
      filters: [filterFor(name)],
    })
    return canceled || filePath === '' ? null : filePath
  }

  /** The page as it would be printed, as a PDF. Throws if there is no window. */
  printPdf(): Promise<Uint8Array> {
    if (this.#window === null) throw new Error('no window')
    // The page's style sets the paper size.
    return this.#window.webContents.printToPDF({ preferCSSPageSize: true, printBackground: true })
  }

  #keepAwake(isDesired: boolean): void {
    if (isDesired) this.#blocker ??= powerSaveBlocker.start('prevent-display-sleep')
    else if (this.#blocker !== null) {
      powerSaveBlocker.stop(this.#blocker)
      this.#blocker = null
    }
  }

  #open(): void {
    const { content, kiosk, preferences, devUrl, log } = this.#deps
    const window = openWindow({
      url: devUrl === null || content.kitchen === null ? `${appOrigin}/index.html` : devUrl,
      theme: preferences.read().theme,
      store: this.#store,
      log,
      preload: join(app.getAppPath(), 'out/preload/preload.cjs'),
    })
    this.#window = window
    this.#guard = new PageGuard(window, { reloads: this.#reloads, content, log })
    kiosk.guard(window)
    window.on('closed', () => {
      this.#window = null
      this.followPreferences()
    })
    this.followPreferences()
  }
}
