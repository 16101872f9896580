import type { UpdateState } from '#contract/updates/updates.ts'
import { clockOf } from '#domain/store-time/store-day.ts'
import { waitFor } from '#domain/updates/may-install.ts'
import { inboxMessages } from '../inbox-messages/inbox-messages.ts'
import type { Context } from '../noun.ts'
import { createQuietBeats } from '../db/quiet-beats.ts'
import { tickets } from '../tickets/tickets.ts'

/** A ticket that is due this soon counts as open. */
const soonMs = 30 * 60_000

/** What the store says about a good time for an installation. */
export class InstallMoment {
  readonly #context: Context
  readonly #beats: ReturnType<typeof createQuietBeats>
  readonly #startedAt: number

  constructor(context: Context) {
    this.#context = context
    this.#beats = createQuietBeats(context.db)
    this.#startedAt = context.clock.monotonic()
  }

  beat(): void {
    this.#beats.beat()
  }

  /** The orders of the practice store come without end, and nobody eats them. */
  isQuiet(): boolean {
    return this.#context.mode === 'practice' || this.#beats.isQuiet
  }

  /** How many there are. Nobody waits for those of the practice store. */
  openTickets(): number {
    const { mode, use, clock } = this.#context
    if (mode === 'practice') return 0
    return use(tickets).openCodes(null, new Date(clock.now() + soonMs).toISOString()).length
  }

  /** What a ready update waits for; null if the time is good. */
  wait(): Extract<UpdateState, { is: 'ready' }>['wait'] {
    const { clock, settings, outbox, use, timeZone } = this.#context
    const { updateWhen, updateTime } = settings()
    return waitFor({
      openTickets: this.openTickets(),
      // While nothing can be sent, what waits may wait for the update itself.
      unsentChanges: outbox.paused === null ? outbox.counts().pending : 0,
      areOrdersKnown: !['waiting', 'failing'].includes(use(inboxMessages).status().poller.state),
      isQuiet: this.isQuiet(),
      sinceStartMs: clock.monotonic() - this.#startedAt,
      setTime: updateWhen === 'set-time' ? updateTime : null,
      localTime: clockOf(clock.now(), timeZone()),
    })
  }
}
