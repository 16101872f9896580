import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { app } from 'electron'
import ElectronStore from 'electron-store'
import type { AppUpdater } from 'electron-updater'
import { z } from 'zod'
import type { Log } from '#host/core/log.ts'
import { noNotes, type UpdateNotes, type Updater } from '#host/core/updater.ts'
import type { AppExit } from '../app-exit.ts'
import { LibraryUpdater } from './library-updater.ts'

const notesSchema = z.object({
  tried: z.object({ version: z.string(), times: z.number().int(), isSeen: z.boolean() }).nullable(),
  ready: z.object({ version: z.string(), since: z.string() }).nullable(),
})

/** What is remembered of updates, in `updates.json`. A broken file costs only that. */
class NotesFile {
  readonly #file = new ElectronStore({ name: 'updates', clearInvalidConfig: true })
  readonly #log: Log
  #notes: UpdateNotes

  constructor(log: Log) {
    this.#log = log
    this.#notes = notesSchema.safeParse(this.#file.store).data ?? noNotes
  }

  read(): UpdateNotes {
    return this.#notes
  }

  write(changed: UpdateNotes): void {
    this.#notes = changed
    try {
      this.#file.store = { ...changed }
    } catch (cause) {
      this.#log.error('notes of updates not kept', { cause: String(cause) })
    }
  }
}

/** Where the release workflow has written the address of the update server. */
function readConfig(): string | null {
  try {
    return readFileSync(join(process.resourcesPath, 'app-update.yml'), 'utf8')
  } catch {
    return null
  }
}

/** The library's updater for this system. */
async function loadLibrary(): Promise<AppUpdater> {
  const { MacUpdater, NsisUpdater } = await import('electron-updater')
  if (process.platform === 'darwin') return new MacUpdater()
  const { windowsSignatureFault } = await import('./windows-signature.ts')
  const updater = new NsisUpdater()
  updater.verifyUpdateCodeSignature = windowsSignatureFault
  return updater
}

/**
 * How the packaged app updates itself; undefined where it can't. Without a publisher in its
 * configuration, an app for Windows couldn't tell whose update it is, so it takes none. Create it
 * before the IPC link opens.
 */
export function openUpdater(log: Log, exit: AppExit): Updater | undefined {
  const { platform } = process
  if (!app.isPackaged || (platform !== 'win32' && platform !== 'darwin')) return undefined
  const config = readConfig()
  if (config === null) return undefined
  const isWindows = platform === 'win32'
  if (isWindows && !/^publisherName:/m.test(config)) {
    log.error('no updates, because this app names no publisher')
    return undefined
  }
  return new LibraryUpdater({
    log,
    running: app.getVersion(),
    notes: new NotesFile(log),
    closesFirst: isWindows,
    exit,
    load: loadLibrary,
  })
}
