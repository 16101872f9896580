import type { UpdateFault, UpdateState } from '#contract/updates.ts'
import { maySearch, searchPause } from '#domain/updates/search-plan.ts'
import { isUpgrade } from '#domain/updates/version.ts'
import { isoNow } from '../clock.ts'
import { logThrown } from '../log.ts'
import type { Context } from '../noun.ts'
import type { Tried, Updater } from '../updater.ts'
import { appVersion } from '../versions.ts'
import type { Tries } from './tries.ts'

/** When the first search after a start is due. */
const firstMs = 5 * 60_000

/** Faults of the published file, which another download doesn't cure. */
const isOfFile = (fault: UpdateFault): boolean => ['damaged', 'not-signed'].includes(fault)

/** What a search or a download has come to. Whether a ready update may be installed is not known here. */
type Step = Exclude<UpdateState, { is: 'ready' }> | { is: 'ready'; version: string }

interface Parts {
  updater: Updater
  /** Null if this program installs nothing. */
  tries: Tries | null
  isQuiet(): boolean
  onChange(): void
}

/** Searches for versions and downloads them, when it is due and the kitchen is quiet. */
export function createSearch(context: Context, { updater, tries, isQuiet, onChange }: Parts) {
  const { clock, chance, log, settings } = context
  let step: Step = { is: 'never' }
  let checkedAt: string | null = null
  let failures = 0
  let dueAt = clock.monotonic() + (tries?.wasReady === true ? 0 : firstMs)
  let busy: Promise<void> | null = null

  function go(next: Step): void {
    step = next
    onChange()
  }

  /** Anything that an updater throws is a failure like any other. */
  async function attempt<Value>(run: () => Promise<Tried<Value>>): Promise<Tried<Value>> {
    try {
      return await run()
    } catch (cause) {
      logThrown(log, 'updates', cause)
      return { ok: false, fault: 'unknown' }
    }
  }

  function failed(version: string | null, fault: UpdateFault): void {
    failures += 1
    log.warn('no update', { fault, version })
    go({ is: 'failed', version, fault })
  }

  function found(version: string, before: Step): void {
    if (!isUpgrade(version, appVersion, settings().updateChannel)) return go({ is: 'newest' })
    if (tries?.gaveUpOn(version) === true) return go({ is: 'gave-up', version })
    if (before.is === 'ready' && before.version === version) return go(before)
    if (before.is !== 'found' || before.version !== version)
      log.info('newer version', { version, running: appVersion })
    go({ is: 'found', version })
  }

  async function search(): Promise<void> {
    const before = step
    go({ is: 'searching' })
    const answer = await attempt(() => updater.check(settings().updateChannel))
    if (answer.ok) {
      failures = 0
      checkedAt = isoNow(clock)
      found(answer.value, before)
    } else if (before.is === 'ready') {
      // It is still good, whatever the server says now.
      failures += 1
      go(before)
    } else failed(null, answer.fault)
    dueAt = clock.monotonic() + searchPause(failures, chance())
  }

  async function download(): Promise<void> {
    if (updater.way !== 'installs' || step.is !== 'found') return
    const { version } = step
    go({ is: 'downloading', version, percent: 0 })
    const answer = await attempt(() =>
      updater.download((percent) => {
        const isNews = step.is === 'downloading' && step.percent !== percent
        if (isNews) go({ is: 'downloading', version, percent })
      }),
    )
    if (!answer.ok) {
      if (isOfFile(answer.fault)) tries?.refused(version)
      failed(version, answer.fault)
      dueAt = clock.monotonic() + searchPause(failures, chance())
      return
    }
    tries?.becameReady(version)
    log.info('update ready', { version })
    go({ is: 'ready', version })
  }

  /** One thing at a time. */
  function run(work: () => Promise<void>): Promise<void> {
    busy ??= work().finally(() => (busy = null))
    return busy
  }
  function startAgain(): void {
    // What is searched or downloaded now is of the versions that were chosen before.
    if (busy !== null) return void busy.then(startAgain)
    go({ is: 'never' })
    dueAt = clock.monotonic()
  }
  const downloadIfAutomatic = async (): Promise<void> => {
    if (settings().updateDownload) await download()
  }

  return {
    get step() {
      return step
    },
    get checkedAt() {
      return checkedAt
    },
    /** Searches now, because somebody asks. A download goes on afterwards. */
    async check(): Promise<void> {
      await run(search)
      void run(downloadIfAutomatic)
    },
    download: () => void run(download),
    /** The restaurant has chosen other versions. */
    startAgain,
    /** The installer couldn't start, or was refused. */
    notInstalled(version: string, fault: UpdateFault): void {
      failed(version, fault)
      dueAt = clock.monotonic() + searchPause(failures, chance())
    },
    installs: (version: string) => go({ is: 'installing', version }),
    /** A ticket came just before the installer would have started. */
    waitsOn: (version: string) => go({ is: 'ready', version }),
    beat(): void {
      if (busy !== null || step.is === 'installing') return
      if (maySearch(isQuiet(), clock.monotonic() - dueAt)) void run(search)
      else if (step.is === 'found' && isQuiet()) void run(downloadIfAutomatic)
    },
  }
}
