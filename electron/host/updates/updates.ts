import { ok } from '#contract/result.ts'
import type { Settings } from '#contract/settings/settings.ts'
import { updatesContract, type Updates, type UpdateState } from '#contract/updates.ts'
import { clockOf } from '#domain/reservations/store-day.ts'
import { waitFor } from '#domain/updates/may-install.ts'
import type { HandlersOf } from '../dispatch.ts'
import { inboxMessages } from '../inbox-messages/inbox-messages.ts'
import { defineNoun, type Context } from '../noun.ts'
import { createQuietBeats } from '../quiet-beats.ts'
import { orders } from '../tickets/tickets.ts'
import type { Updater } from '../updater.ts'
import { appVersion } from '../versions.ts'
import { createSearch } from './search.ts'
import { createTries } from './tries.ts'

const changed = { type: 'updates.changed' } as const

/** A ticket that is due this soon counts as open. */
const soonMs = 30 * 60_000
/** A screen that asks for the installation gets its answer before the program ends. */
const beforeInstallMs = 500

/** The noun of newer versions of this program: looks for them, and installs them at a good time. */
export const updates = defineNoun(updatesContract, {
  needs: [orders, inboxMessages],
  create(context) {
    const { updater } = context
    return updater === undefined ? { handlers: byHand } : createParts(context, updater)
  },
})

const byHand: HandlersOf<'updates'> = {
  'updates.read': () =>
    ok({
      version: appVersion,
      way: 'by-hand',
      state: { is: 'never' },
      checkedAt: null,
      notInstalled: null,
      isOverdue: false,
    }),
  'updates.check': () => ok(null),
  'updates.download': () => ok(null),
  'updates.install': () => ok('not-ready'),
  'updates.seen': () => ok(null),
}

/** What the store says about a good time. */
function createMoment(context: Context) {
  const { clock, db, mode, settings, outbox, use, timeZone } = context
  const beats = createQuietBeats(db)
  /** The orders of the practice store come without end, and nobody eats them. */
  const isQuiet = (): boolean => mode === 'practice' || beats.isQuiet
  const startedAt = clock.monotonic()
  /** Nobody waits for the tickets of the practice store. */
  const openTickets = (): number =>
    mode === 'practice'
      ? 0
      : use(orders).openCodes(null, new Date(clock.now() + soonMs).toISOString()).length
  return {
    beat: beats.beat,
    isQuiet,
    openTickets,
    wait() {
      const { updateWhen, updateTime } = settings()
      return waitFor({
        openTickets: openTickets(),
        // While nothing can be sent, what waits may wait for the update itself.
        unsentChanges: outbox.paused === null ? outbox.counts().pending : 0,
        areOrdersKnown: !['waiting', 'failing'].includes(use(inboxMessages).status().poller.state),
        isQuiet: isQuiet(),
        sinceStartMs: clock.monotonic() - startedAt,
        setTime: updateWhen === 'set-time' ? updateTime : null,
        localTime: clockOf(clock.now(), timeZone()),
      })
    },
  }
}

function createParts(context: Context, updater: Updater) {
  const { clock, log, notify } = context
  const moment = createMoment(context)
  const tries =
    updater.way === 'installs' ? createTries(updater, appVersion, () => clock.now()) : null
  const onChange = () => notify(changed)
  const search = createSearch(context, { updater, tries, isQuiet: moment.isQuiet, onChange })
  let shown = ''
  let isClosed = false

  function state(): UpdateState {
    const { step } = search
    if (step.is !== 'ready') return step
    return { ...step, wait: moment.wait(), openTickets: moment.openTickets() }
  }
  function read(): Updates {
    const { step, checkedAt } = search
    return {
      version: appVersion,
      way: updater.way,
      state: state(),
      checkedAt,
      notInstalled: step.is === 'installing' ? null : (tries?.notInstalled ?? null),
      isOverdue: step.is === 'ready' && tries?.isOverdue(step.version) === true,
    }
  }

  async function install(version: string): Promise<void> {
    if (updater.way !== 'installs' || isClosed) return
    if (moment.openTickets() > 0) {
      search.waitsOn(version)
      return
    }
    log.info('installs', { version })
    tries?.starts(version)
    search.installs(version)
    search.notInstalled(version, await updater.install())
  }
  function installIfGood(): void {
    const now = state()
    if (now.is === 'ready' && now.wait === null) void install(now.version)
  }

  const handlers: HandlersOf<'updates'> = {
    'updates.read': () => ok(read()),
    async 'updates.check'() {
      await search.check()
      return ok(null)
    },
    'updates.download'() {
      search.download()
      return ok(null)
    },
    'updates.install'() {
      const { step } = search
      if (step.is !== 'ready') return ok('not-ready')
      if (moment.openTickets() > 0) return ok('tickets-open')
      search.installs(step.version)
      clock.after(beforeInstallMs, () => install(step.version))
      return ok('installing')
    },
    'updates.seen'() {
      tries?.seen()
      onChange()
      return ok(null)
    },
  }

  return {
    handlers,
    listens: {
      'settings.changed'({ before, after }: { before: Settings; after: Settings }) {
        if (before.updateChannel !== after.updateChannel) search.startAgain()
        onChange()
      },
    },
    everyBeat() {
      moment.beat()
      search.beat()
      installIfGood()
      // What a ready update waits for changes without an event of its own.
      const now = JSON.stringify(state())
      if (now !== shown) onChange()
      shown = now
    },
    close() {
      isClosed = true
    },
  }
}
