import type { UpdateFault, UpdateState } from '#contract/updates/updates.ts'
import { maySearch, searchPause } from '#domain/updates/search-plan.ts'
import { isUpgrade } from '#domain/updates/version.ts'
import { stampNow } from '../clock/clock.ts'
import { logThrown } from '../core/log.ts'
import type { Context } from '../noun.ts'
import type { Tried, Updater } from '../core/updater.ts'
import { appVersion } from '../core/versions.ts'
import type { Tries } from './tries.ts'

/** When the first search after a start is due. */
const firstMs = 5 * 60_000

/** Faults of the published file, which another download doesn't cure. */
const isOfFile = (fault: UpdateFault): boolean => ['damaged', 'not-signed'].includes(fault)

/** What a search or a download has come to. Whether a ready update may be installed is not known here. */
type Step = Exclude<UpdateState, { is: 'ready' }> | { is: 'ready'; version: string }

interface SearchParts {
  updater: Updater
  /** Null if this program installs nothing. */
  tries: Tries | null
  isQuiet(): boolean
  onChange(): void
}

/** Searches for versions and downloads them, when it is due and the kitchen is quiet. */
export class UpdateSearch {
  readonly #context: Context
  readonly #parts: SearchParts
  #step: Step = { is: 'never' }
  #checkedAt: string | null = null
  #failures = 0
  #dueAt: number
  #busy: Promise<void> | null = null

  constructor(context: Context, parts: SearchParts) {
    this.#context = context
    this.#parts = parts
    this.#dueAt = context.clock.monotonic() + (parts.tries?.wasReady === true ? 0 : firstMs)
  }

  get step(): Step {
    return this.#step
  }

  get checkedAt(): string | null {
    return this.#checkedAt
  }

  /** Resolves once the search is over. An automatic download follows by itself. */
  async check(): Promise<void> {
    await this.#run(() => this.#search())
    void this.#run(() => this.#downloadIfAutomatic())
  }

  download(): void {
    void this.#run(() => this.#download())
  }

  /** The restaurant has chosen other versions. */
  startAgain(): void {
    // What is searched or downloaded now is of the versions that were chosen before.
    if (this.#busy !== null) return void this.#busy.then(() => this.startAgain())
    this.#go({ is: 'never' })
    this.#dueAt = this.#context.clock.monotonic()
  }

  /** The installer couldn't start, or was refused. */
  notInstalled(version: string, fault: UpdateFault): void {
    this.#fail(version, fault)
    this.#pause()
  }

  installs(version: string): void {
    this.#go({ is: 'installing', version })
  }

  /** A ticket came just before the installer would have started. */
  waitsOn(version: string): void {
    this.#go({ is: 'ready', version })
  }

  beat(): void {
    if (this.#busy !== null || this.#step.is === 'installing') return
    if (maySearch(this.#parts.isQuiet(), this.#context.clock.monotonic() - this.#dueAt))
      void this.#run(() => this.#search())
    else if (this.#step.is === 'found' && this.#parts.isQuiet())
      void this.#run(() => this.#downloadIfAutomatic())
  }

  #go(step: Step): void {
    this.#step = step
    this.#parts.onChange()
  }

  /** One thing at a time. */
  #run(work: () => Promise<void>): Promise<void> {
    this.#busy ??= work().finally(() => (this.#busy = null))
    return this.#busy
  }

  async #search(): Promise<void> {
    const { clock, settings } = this.#context
    const before = this.#step
    this.#go({ is: 'searching' })
    const answer = await this.#attempt(() => this.#parts.updater.check(settings().updateChannel))
    if (answer.ok) {
      this.#failures = 0
      this.#checkedAt = stampNow(clock)
      this.#showOffered(answer.value, before)
    } else if (before.is === 'ready') {
      // It is still good, whatever the server says now.
      this.#failures += 1
      this.#go(before)
    } else this.#fail(null, answer.fault)
    this.#pause()
  }

  #showOffered(version: string, before: Step): void {
    const { log, settings } = this.#context
    if (!isUpgrade(version, appVersion, settings().updateChannel)) return this.#go({ is: 'newest' })
    if (this.#parts.tries?.gaveUpOn(version) === true) return this.#go({ is: 'gave-up', version })
    if (before.is === 'ready' && before.version === version) return this.#go(before)
    if (before.is !== 'found' || before.version !== version)
      log.info('newer version', { version, running: appVersion })
    this.#go({ is: 'found', version })
  }

  async #downloadIfAutomatic(): Promise<void> {
    if (this.#context.settings().updateDownload) await this.#download()
  }

  async #download(): Promise<void> {
    const { updater, tries } = this.#parts
    if (updater.way !== 'installs' || this.#step.is !== 'found') return
    const { version } = this.#step
    this.#go({ is: 'downloading', version, percent: 0 })
    const answer = await this.#attempt(() =>
      updater.download((percent) => this.#showProgress(version, percent)),
    )
    if (!answer.ok) {
      if (isOfFile(answer.fault)) tries?.refused(version)
      this.#fail(version, answer.fault)
      this.#pause()
      return
    }
    tries?.becameReady(version)
    this.#context.log.info('update ready', { version })
    this.#go({ is: 'ready', version })
  }

  #showProgress(version: string, percent: number): void {
    if (this.#step.is === 'downloading' && this.#step.percent !== percent)
      this.#go({ is: 'downloading', version, percent })
  }

  /** Anything that an updater throws is a failure like any other. */
  async #attempt<Value>(run: () => Promise<Tried<Value>>): Promise<Tried<Value>> {
    try {
      return await run()
    } catch (cause) {
      logThrown(this.#context.log, 'updates', cause)
      return { ok: false, fault: 'unknown' }
    }
  }

  #fail(version: string | null, fault: UpdateFault): void {
    this.#failures += 1
    this.#context.log.warn('no update', { fault, version })
    this.#go({ is: 'failed', version, fault })
  }

  /** Until the next search. */
  #pause(): void {
    const { clock, chance } = this.#context
    this.#dueAt = clock.monotonic() + searchPause(this.#failures, chance())
  }
}
