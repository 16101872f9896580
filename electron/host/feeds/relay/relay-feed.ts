import { z } from 'zod'
import { BackOff } from '#contract/shared/back-off.ts'
import { placeOfCursor } from '#contract/relay/delivery.ts'
import type { RelayFile } from '#contract/relay/relay-file.ts'
import { noRelay, type RelayStatus } from '#contract/status/relay.ts'
import { createWait, isoNow } from '../../clock/clock.ts'
import type { StoredValue } from '../../db/values.ts'
import type { NewInboxMessage } from '../../inbox/inbox.ts'
import { logThrown } from '../../core/log.ts'
import type { Context } from '../../noun.ts'
import { RelayFailure, toFailure } from './relay-failure.ts'
import { RelayLink } from './relay-link.ts'
import { saveBatch } from './save-batch.ts'

/** A relay that restarts is back within seconds. */
const patience = { firstMs: 1_000, maxMs: 30_000 }
/** A file that was refused needs a person, so it is tried rarely. */
const refusedMs = 60_000
/** Between two looks whether a kitchen that moved to another computer is back. */
const awayMs = 10_000
/**
 * This long after events came, they are fetched again. A cluster that just lost a node may answer
 * without one of them for a moment; it is found then, and all others are repeats.
 */
const lookAgainMs = 60_000
/** How soon a cursor is stored. Events behind an older one come again, and are repeats. */
const storeCursorMs = 5_000

export type RelayContext = Pick<
  Context,
  'clock' | 'log' | 'chance' | 'statusChanged' | 'storeMove' | 'values'
>

interface RelayHooks {
  /** Resolves after the commit; rejects if the event can't be written. */
  receive(inboxMessage: NewInboxMessage): Promise<'kept' | 'repeat'>
  /** An event arrived. */
  onEvent(): void
  /** The relay answers, after it didn't. */
  onConnected?(): void
}

/** The cursor of a store at its chain's relay. */
const cursorSchema = z.object({ websiteId: z.string(), storeId: z.string(), cursor: z.string() })
type StoredCursor = z.infer<typeof cursorSchema>

/**
 * Fetches the events of this store from its chain's relay. The cursor moves on only after their
 * commit here, so that the relay gives them again otherwise.
 */
export class RelayFeed {
  readonly #context: RelayContext
  readonly #file: RelayFile
  readonly #hooks: RelayHooks
  readonly #stopping = new AbortController()
  readonly #wait: ReturnType<typeof createWait>
  readonly #backOff: BackOff
  readonly #storedCursor: StoredValue<StoredCursor>
  readonly #ended: Promise<void>
  #status: RelayStatus = { ...noRelay, state: 'connecting' }
  #cursor: string
  /** Where the next look begins, and when the first event behind it came, monotonic. */
  #lookFrom: string
  #firstSinceLookAt = 0
  /** Ends the timer of a cursor that isn't stored yet; null if it is. */
  #cancelStoring: (() => void) | null = null
  /** Another server after each failure, and a random one first, so that stores spread over them. */
  #turn: number
  #link: RelayLink
  /** How many servers failed in this round of all, and what will be said of it. */
  #failed = 0
  #failure: RelayFailure | null = null
  /** Ends a pause, because a person wants to try again. */
  #waking = new AbortController()

  constructor(context: RelayContext, file: RelayFile, hooks: RelayHooks) {
    this.#context = context
    this.#file = file
    this.#hooks = hooks
    this.#wait = createWait(context.clock)
    this.#backOff = new BackOff(context.chance)
    this.#storedCursor = context.values('relayCursor', cursorSchema)
    this.#cursor = this.#readCursor()
    this.#lookFrom = this.#cursor
    this.#turn = Math.floor(context.chance() * file.servers.length)
    this.#link = this.#openLink()
    this.#ended = this.#run().catch((cause: unknown) => logThrown(context.log, 'relay', cause))
  }

  get status(): RelayStatus {
    return this.#status
  }

  /** Sends a status of this store; returns false, and drops it, without a relay that answers. */
  sendStatus(text: string): boolean {
    if (this.#status.state !== 'connected') return false
    this.#link.sendStatus(text, this.#stopping.signal).catch((cause: unknown) => {
      const { problem, details } = toFailure(cause)
      if (!this.#isStopping) this.#context.log.warn('status not sent', { problem, details })
    })
    return true
  }

  /** Tries again now, if it waits. */
  wake(): void {
    this.#waking.abort()
    this.#waking = new AbortController()
  }

  async close(): Promise<void> {
    this.#stopping.abort()
    await this.#ended
    this.#storeCursor()
  }

  get #isStopping(): boolean {
    return this.#stopping.signal.aborted
  }

  async #run(): Promise<void> {
    while (!this.#isStopping) {
      const pauseMs = await this.#attempt()
      if (pauseMs > 0) await this.#pause(pauseMs)
    }
  }

  /** One request. Returns how long to wait before the next. */
  async #attempt(): Promise<number> {
    if (this.#context.storeMove.isAway) {
      // The events are for the other computer now.
      if (this.#status.state !== 'off') this.#show({ ...noRelay })
      return awayMs
    }
    if (this.#status.state === 'off') this.#show({ state: 'connecting' })
    try {
      await this.#fetchOnce()
      this.#backOff.answered()
      return 0
    } catch (cause) {
      if (this.#isStopping) return 0
      return this.#fail(toFailure(cause))
    }
  }

  async #fetchOnce(): Promise<void> {
    const { clock, log, storeMove } = this.#context
    this.#status = { ...this.#status, server: new URL(this.#serverNow).host }
    // The first answer shows that the relay is there, so it comes at once.
    const isConnected = this.#status.state === 'connected'
    const isLook = this.#isLookDue
    const { events, cursor, hasMore } = await this.#link.fetchEvents(
      { cursor: isLook ? this.#lookFrom : this.#cursor, waits: isConnected },
      this.#stopping.signal,
    )
    this.#beginRound()
    // Another computer took over while the request waited.
    if (storeMove.isAway) return
    const areStored = await saveBatch(events, {
      ...{ clock, log, isLook },
      receive: this.#hooks.receive,
      onEvent: () => this.#noteEvent(),
    })
    if (!areStored) throw new RelayFailure('not-saved')
    if (isLook) {
      this.#lookFrom = this.#cursor
      this.#firstSinceLookAt = clock.monotonic()
    }
    this.#moveTo(cursor)
    this.#showContact({ hasMore })
    if (!isConnected) this.#hooks.onConnected?.()
  }

  #noteEvent(): void {
    this.#hooks.onEvent()
    this.#showContact({ lastEventAt: isoNow(this.#context.clock) })
  }

  /** Whether events came a while ago that were not looked at again. */
  get #isLookDue(): boolean {
    return (
      this.#lookFrom !== this.#cursor &&
      this.#context.clock.monotonic() - this.#firstSinceLookAt >= lookAgainMs
    )
  }

  /** Returns how long to wait before the next request. */
  #fail(failure: RelayFailure): number {
    const { problem } = failure
    // A connection ends now and then, without anything being wrong.
    if (this.#status.state === 'connected' && problem === 'broken-off')
      this.#show({ state: 'connecting' })
    // Another address couldn't help: the file is the same, or the trouble is here.
    const isFinal = problem === 'refused' || problem === 'not-saved'
    // A relay that answers but isn't ready is more useful to know than an address without an answer.
    const shown = !isFinal && this.#failure?.problem === 'not-ready' ? this.#failure : failure
    this.#failure = shown
    if (!isFinal) this.#useNextServer()
    if (!isFinal && this.#failed < this.#file.servers.length) return 0
    this.#showFailure(shown)
    this.#beginRound()
    return problem === 'refused' ? refusedMs : this.#backOff.after({ retryAfterMs: null }, patience)
  }

  #useNextServer(): void {
    this.#turn += 1
    this.#failed += 1
    this.#link = this.#openLink()
  }

  #beginRound(): void {
    this.#failed = 0
    this.#failure = null
  }

  get #serverNow(): string {
    const { servers } = this.#file
    return servers[this.#turn % servers.length] ?? ''
  }

  #openLink(): RelayLink {
    return new RelayLink(this.#serverNow, this.#file)
  }

  #pause(milliseconds: number): Promise<void> {
    const signals = [this.#stopping.signal, this.#waking.signal]
    return this.#wait(milliseconds, AbortSignal.any(signals))
  }

  #readCursor(): string {
    const stored = this.#storedCursor.read()
    const { websiteId, storeId } = this.#file
    const isOwn = stored?.websiteId === websiteId && stored.storeId === storeId
    return isOwn && placeOfCursor(stored.cursor) !== null ? stored.cursor : ''
  }

  /** Stored a little later, so that it costs no commit of its own for each event. */
  #moveTo(cursor: string): void {
    if (cursor === this.#cursor) return
    if (this.#lookFrom === this.#cursor) this.#firstSinceLookAt = this.#context.clock.monotonic()
    this.#cursor = cursor
    this.#cancelStoring ??= this.#context.clock.after(storeCursorMs, () => this.#storeCursor())
  }

  #storeCursor(): void {
    if (this.#cancelStoring === null) return
    this.#cancelStoring()
    this.#cancelStoring = null
    const { websiteId, storeId } = this.#file
    try {
      this.#storedCursor.write({ websiteId, storeId, cursor: this.#cursor })
    } catch (cause) {
      // The disk is full: the events come again.
      this.#context.log.warn('relay cursor not kept', { cause: String(cause) })
    }
  }

  #show(next: Partial<RelayStatus>): void {
    this.#status = { ...this.#status, ...next }
    this.#context.statusChanged()
  }

  #showContact(next: Partial<RelayStatus>): void {
    const lastContactAt = isoNow(this.#context.clock)
    this.#show({ state: 'connected', lastContactAt, problem: null, details: null, ...next })
  }

  #showFailure({ problem, details }: RelayFailure): void {
    const { problem: before, server } = this.#status
    if (before !== problem) this.#context.log.warn('relay failed', { problem, server })
    this.#show({ state: problem === 'refused' ? 'refused' : 'failing', problem, details })
  }
}
