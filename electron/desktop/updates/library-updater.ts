import type { AppUpdater } from 'electron-updater'
import type { UpdateChannel, UpdateFault } from '#contract/updates/updates.ts'
import type { Log } from '#host/core/log.ts'
import type { InstallingUpdater, Tried } from '#host/core/updater.ts'
import type { AppExit } from '../app-exit.ts'

const searchMs = 60_000
/** How long the program may still run after everything was closed, and while macOS checks the update. */
const closedMs = 60_000
const checkedMs = 10 * 60_000
/**
 * A download without progress for so long has failed. The library has a limit too, but Electron's
 * network doesn't tell it what it needs for that. macOS also copies the file in this time.
 */
const silentMs = 10 * 60_000

const faultsOfCodes: Record<string, UpdateFault> = {
  ERR_UPDATER_INVALID_SIGNATURE: 'not-signed',
  ERR_CHECKSUM_MISMATCH: 'damaged',
  ERR_UPDATER_CHANNEL_FILE_NOT_FOUND: 'unreadable',
  ERR_UPDATER_INVALID_UPDATE_INFO: 'unreadable',
  ERR_UPDATER_INVALID_VERSION: 'unreadable',
  ERR_UPDATER_NO_CHECKSUM: 'unreadable',
  ERR_UPDATER_NO_FILES_PROVIDED: 'unreadable',
  ERR_UPDATER_ZIP_FILE_NOT_FOUND: 'unreadable',
  ENOSPC: 'no-room',
}

const isOfNetwork =
  /^(net::|HTTP_ERROR|E(CONN|NOTFOUND|AI_AGAIN|TIMEDOUT|HOSTUNREACH|NETUNREACH|PIPE))/

/** What an error of the library, of the system or of Squirrel comes to. */
export function updateFault(cause: unknown): UpdateFault {
  const { code = '', message = '' } = cause as { code?: unknown; message?: string }
  const fault = faultsOfCodes[String(code)]
  if (fault !== undefined) return fault
  if (/sha512 checksum mismatch/i.test(message)) return 'damaged'
  // Squirrel of macOS has only a text.
  if (/code (signature|object|failed to satisfy)/i.test(message)) return 'not-signed'
  return isOfNetwork.test(String(code)) || isOfNetwork.test(message) ? 'unreachable' : 'unknown'
}

class TookTooLong extends Error {
  readonly code = 'ETIMEDOUT'
}

function within<Value>(ms: number, work: Promise<Value>): Promise<Value> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new TookTooLong('took too long')), ms)
  return Promise.race([work, late.promise]).finally(() => clearTimeout(timer))
}

interface Parts {
  log: Log
  /** The running version. */
  running: string
  notes: InstallingUpdater['notes']
  /** The library's updater for this system. It is loaded when it is first used. */
  load: () => Promise<AppUpdater>
  /**
   * Windows starts the installer at once, so everything has to be closed before. macOS checks the
   * update first and then quits.
   */
  closesFirst: boolean
  /** Relaunching starts the old version again, after it was closed for nothing. */
  exit: Pick<AppExit, 'close' | 'relaunch'>
  /** How long a download may be without progress, for tests. */
  maxSilentMs?: number
}

/** The settings of the library that make it do nothing by itself, and never go back. */
function tame(updater: AppUpdater, log: Log): AppUpdater {
  updater.autoDownload = false
  updater.autoInstallOnAppQuit = false
  updater.disableWebInstaller = true
  // It would send a random number that tells this installation from others.
  updater.requestHeaders = { 'x-user-staging-id': 'none' }
  updater.isUserWithinRollout = () => true
  updater.logger = {
    info: (text: unknown) => log.info('updater', { text: String(text) }),
    warn: (text: unknown) => log.warn('updater', { text: String(text) }),
    error: (text: unknown) => log.error('updater', { text: String(text) }),
  }
  // Each call reports its own error; an event without a listener would end the program.
  updater.on('error', () => undefined)
  return updater
}

async function attempt<Value>(run: () => Promise<Value>): Promise<Tried<Value>> {
  try {
    return { ok: true, value: await run() }
  } catch (cause) {
    return { ok: false, fault: updateFault(cause) }
  }
}

/** Updates with electron-updater. */
export class LibraryUpdater implements InstallingUpdater {
  readonly way = 'installs'
  readonly notes: InstallingUpdater['notes']
  readonly #parts: Parts
  #loaded: Promise<AppUpdater> | null = null

  constructor(parts: Parts) {
    this.notes = parts.notes
    this.#parts = parts
  }

  check(channel: UpdateChannel): Promise<Tried<string>> {
    return attempt(async () => {
      const updater = await this.#library()
      updater.channel = channel === 'beta' ? 'beta' : 'latest'
      // Choosing a channel allows it.
      updater.allowDowngrade = false
      const check = await within(searchMs, updater.checkForUpdates())
      return check?.isUpdateAvailable === true ? check.updateInfo.version : this.#parts.running
    })
  }

  download(progress: (percent: number) => void): Promise<Tried<null>> {
    return attempt(() => this.#download(progress))
  }

  async install(): Promise<UpdateFault> {
    const { closesFirst, exit } = this.#parts
    const updater = await this.#library()
    const failed = new Promise<UpdateFault>((resolve) => {
      updater.once('error', (cause) => resolve(updateFault(cause)))
    })
    const outcome = await attempt(async () => {
      if (closesFirst) await exit.close()
      updater.quitAndInstall(true, true)
      return within(closesFirst ? closedMs : checkedMs, failed)
    })
    const fault = outcome.ok ? outcome.value : outcome.fault
    if (closesFirst) exit.relaunch()
    return fault === 'unknown' || fault === 'unreachable' ? 'not-started' : fault
  }

  #library(): Promise<AppUpdater> {
    return (this.#loaded ??= this.#parts.load().then((updater) => tame(updater, this.#parts.log)))
  }

  async #download(progress: (percent: number) => void): Promise<null> {
    const updater = await this.#library()
    const { CancellationToken } = await import('builder-util-runtime')
    const cancellation = new CancellationToken()
    const silence = Promise.withResolvers<never>()
    const timer = setInterval(() => {
      // What doesn't end when it is cancelled is left alone the next time.
      if (cancellation.cancelled) silence.reject(new TookTooLong('no progress'))
      cancellation.cancel()
    }, this.#parts.maxSilentMs ?? silentMs)
    const listener = ({ percent }: { percent: number }) => {
      timer.refresh()
      progress(Math.floor(percent))
    }
    updater.on('download-progress', listener)
    try {
      await Promise.race([updater.downloadUpdate(cancellation), silence.promise])
      return null
    } catch (cause) {
      throw cancellation.cancelled ? new TookTooLong('no progress') : cause
    } finally {
      clearInterval(timer)
      updater.off('download-progress', listener)
    }
  }
}
