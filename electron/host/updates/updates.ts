import type { Output } from '#contract/index.ts'
import { ok, type Result } from '#contract/shared/result.ts'
import { updatesContract, type UpdateState } from '#contract/updates/updates.ts'
import { handlersOf, type HandlersOf } from '../dispatch.ts'
import { inboxMessages } from '../inbox-messages/inbox-messages.ts'
import { defineNoun, type Context, type NounEvents } from '../noun.ts'
import { tickets } from '../tickets/tickets.ts'
import type { Updater } from '../core/updater.ts'
import { appVersion } from '../core/versions.ts'
import { InstallMoment } from './install-moment.ts'
import { UpdateSearch } from './search.ts'
import { Tries } from './tries.ts'

/** A screen that asks for the installation gets its answer before the program ends. */
const beforeInstallMs = 500

/** Newer versions of this program: looks for them, and installs them at a good time. */
class Updates {
  readonly handlers: HandlersOf<'updates'> = handlersOf(updatesContract, this)
  readonly listens = {
    'settings.changed': (news: NounEvents['settings.changed']) => this.#followSettings(news),
  }
  readonly #context: Context
  readonly #updater: Updater
  readonly #moment: InstallMoment
  /** Null if this program installs nothing. */
  readonly #tries: Tries | null
  readonly #search: UpdateSearch
  #shown = ''
  #isClosed = false

  constructor(context: Context, updater: Updater) {
    this.#context = context
    this.#updater = updater
    this.#moment = new InstallMoment(context)
    this.#tries =
      updater.way === 'installs' ? new Tries(updater, appVersion, () => context.clock.now()) : null
    this.#search = new UpdateSearch(context, {
      updater,
      tries: this.#tries,
      isQuiet: () => this.#moment.isQuiet(),
      onChange: () => this.#notify(),
    })
  }

  // Operations

  get(): Result<Output<'updates.get'>> {
    const { step, checkedAt } = this.#search
    return ok({
      version: appVersion,
      way: this.#updater.way,
      state: this.#state(),
      checkedAt,
      notInstalled: step.is === 'installing' ? null : (this.#tries?.notInstalled ?? null),
      isOverdue: step.is === 'ready' && this.#tries?.isOverdue(step.version) === true,
    })
  }

  async check(): Promise<Result<null>> {
    await this.#search.check()
    return ok(null)
  }

  download(): Result<null> {
    this.#search.download()
    return ok(null)
  }

  install(): Result<Output<'updates.install'>> {
    const { step } = this.#search
    if (step.is !== 'ready') return ok('not-ready')
    if (this.#moment.openTickets() > 0) return ok('tickets-open')
    this.#search.installs(step.version)
    this.#context.clock.after(beforeInstallMs, () => this.#install(step.version))
    return ok('installing')
  }

  seen(): Result<null> {
    this.#tries?.seen()
    this.#notify()
    return ok(null)
  }

  // Housekeeping

  everyBeat(): void {
    this.#moment.beat()
    this.#search.beat()
    this.#installIfGood()
    // What a ready update waits for changes without an event of its own.
    const now = JSON.stringify(this.#state())
    if (now !== this.#shown) this.#notify()
    this.#shown = now
  }

  close(): void {
    this.#isClosed = true
  }

  #followSettings({ before, after }: NounEvents['settings.changed']): void {
    if (before.updateChannel !== after.updateChannel) this.#search.startAgain()
    this.#notify()
  }

  #installIfGood(): void {
    const state = this.#state()
    if (state.is === 'ready' && state.wait === null) void this.#install(state.version)
  }

  async #install(version: string): Promise<void> {
    const updater = this.#updater
    if (updater.way !== 'installs' || this.#isClosed) return
    if (this.#moment.openTickets() > 0) {
      this.#search.waitsOn(version)
      return
    }
    this.#context.log.info('installs', { version })
    this.#tries?.starts(version)
    this.#search.installs(version)
    this.#search.notInstalled(version, await updater.install())
  }

  #state(): UpdateState {
    const { step } = this.#search
    if (step.is !== 'ready') return step
    return { ...step, wait: this.#moment.wait(), openTickets: this.#moment.openTickets() }
  }

  #notify(): void {
    this.#context.notify({ type: 'updates.changed' })
  }
}

/** The same where somebody installs newer versions by hand. */
class UpdatesByHand {
  readonly handlers: HandlersOf<'updates'> = handlersOf(updatesContract, this)

  get(): Result<Output<'updates.get'>> {
    return ok({
      version: appVersion,
      way: 'by-hand',
      state: { is: 'never' },
      checkedAt: null,
      notInstalled: null,
      isOverdue: false,
    })
  }

  check(): Result<null> {
    return ok(null)
  }

  download(): Result<null> {
    return ok(null)
  }

  install(): Result<Output<'updates.install'>> {
    return ok('not-ready')
  }

  seen(): Result<null> {
    return ok(null)
  }
}

/** The noun of newer versions of this program. */
export const updates = defineNoun(updatesContract, {
  needs: [tickets, inboxMessages],
  create: (context): Updates | UpdatesByHand =>
    context.updater === undefined ? new UpdatesByHand() : new Updates(context, context.updater),
})
