import { ReceiverPauses } from '#contract/shared/back-off.ts'
import type { AppError } from '#contract/shared/result.ts'
import type { Context } from '../noun.ts'
import { Attempts } from './attempt.ts'
import { Batches, OnWire, HeldUp } from './batches.ts'
import type { OutboxServices } from './outbox.ts'
import { queuePatience, Routes } from './policy.ts'
import type { Reachability } from './reachability.ts'
import { storageRetryMs } from './record.ts'
import { waitingStates } from './rows.ts'
import type { OutboxEntry } from './rules.ts'
import { TokenPause, type TokenVerdict } from './token.ts'

/** How many entries from before a restart are corrected per turn. */
const maxCorrected = 100
/** How long a stop waits for answers. What has none by then counts as interrupted at the next start. */
const stopPatienceMs = 2_000

type WorkerContext = Pick<
  Context,
  'db' | 'clock' | 'log' | 'chance' | 'connection' | 'notify' | 'agreed' | 'statusChanged'
>

interface WorkerAsks {
  /** Whether another computer sends what waits here. */
  isAway(): boolean
  /** Runs before due entries are read: withdraws what became too late to send. */
  catchUp(): void
  /** The state of the token. */
  askToken(): Promise<TokenVerdict>
  /** Whether the platform's servers answer. */
  reachability: Pick<Reachability, 'mayWrite' | 'probeNow'>
}

/** Decides when each entry is sent, how many at once, and when nothing may be sent. */
export class OutboxWorker {
  readonly #context: WorkerContext
  readonly #services: OutboxServices
  readonly #asks: WorkerAsks
  readonly #token: TokenPause
  readonly #attempts: Attempts
  readonly #onWire = new OnWire()
  /** The pauses of lanes. */
  readonly #pauses: ReceiverPauses
  readonly #routes: Routes
  readonly #batches: Batches
  readonly #heldUp: HeldUp
  #cancelTimer = (): void => undefined
  #planned: NodeJS.Immediate | null = null
  #stopped = false
  /** Whether the waits of entries from before the start were checked. */
  #isCorrected = false

  constructor(context: WorkerContext, services: OutboxServices, asks: WorkerAsks) {
    const { db, clock, log, chance, connection, agreed } = context
    const { reachability } = asks
    const onWire = this.#onWire
    this.#context = context
    this.#services = services
    this.#asks = asks
    this.#token = new TokenPause(context, {
      ask: () => asks.askToken(),
      plan: () => this.plan(),
      wake: () => this.wake(),
    })
    this.#attempts = new Attempts(context, services, () => this.#token.ask())
    this.#pauses = new ReceiverPauses(() => clock.monotonic(), chance)
    this.#routes = new Routes(services.kinds(), connection)
    this.#heldUp = new HeldUp({ ...services, log, attempts: this.#attempts, onWire })
    this.#batches = new Batches({
      ...{ db, clock, agreed, services, onWire, reachability },
      routes: this.#routes,
      pauses: this.#pauses,
      token: this.#token,
      plan: () => this.plan(),
    })
  }

  /** Why nothing is sent to the platform; null when it is. */
  get paused(): AppError | null {
    return this.#token.paused
  }

  /** Checks due entries in a later turn of the event loop, after a commit that added or removed some. */
  plan(): void {
    if (this.#stopped) return
    this.#planned ??= setImmediate(() => this.wake())
  }

  wake(): void {
    this.#cancelTimer()
    if (this.#stopped) return
    if (this.#asks.isAway()) {
      this.#unplan()
      return
    }
    try {
      this.#asks.catchUp()
      // Entries added by catching up are handled in this turn and need no wake.
      this.#unplan()
      this.#startDue()
    } catch (cause) {
      this.#context.log.error('outbox not read', { cause: String(cause) })
      this.#cancelTimer = this.#context.clock.after(storageRetryMs, () => this.wake())
    }
  }

  /** A person resumes sending: ends a pause, and asks a platform that is out whether it answers. */
  resume(): void {
    this.#asks.reachability.probeNow()
    this.plan()
    this.#token.resume()
  }

  /** A lane's receiver may be reachable again, or a person tapped: tries what waits for it at once. */
  hurry(lane: string): void {
    this.#pauses.end(lane)
  }

  /**
   * A server is out or answers again. The outage belongs to it and not to what waits for it: tries
   * that failed don't count, and those entries are due.
   */
  forgive(origin: string): void {
    const { rows, time } = this.#services
    const routes = this.#routes
    const tried = routes.kinds
      .flatMap((kind) => waitingStates.flatMap((state) => rows.waitingTried(kind, state)))
      .filter(
        ({ id, kind, subject }) =>
          !this.#onWire.has(id) && routes.of(kind, subject).server === origin,
      )
    this.#context.db.transact(() => {
      for (const entry of tried)
        rows.save({ ...entry, repeats: 0, dueAt: time.dueIn(0), waitMs: 0 })
    })
    this.plan()
  }

  /** It may have been sent since (attempt.ts). */
  doubt(entry: OutboxEntry): void {
    this.#attempts.doubted(entry)
  }

  /** Resolves when the requests that run now have their outcomes recorded. */
  idle(): Promise<void> {
    return this.#onWire.settled()
  }

  /** Resolves when no request is running, or patience ends. Waiting entries stay on disk. */
  async stop(): Promise<void> {
    this.#stopped = true
    this.#heldUp.stop()
    this.#cancelTimer()
    this.#attempts.stop()
    await Promise.race([this.#onWire.settled(), this.#wait(stopPatienceMs)])
  }

  /** One turn at a time: a plan made beside a wake would plan another, without end. */
  #unplan(): void {
    if (this.#planned !== null) clearImmediate(this.#planned)
    this.#planned = null
  }

  #startDue(): void {
    this.#interruptCutOff()
    const { rows, time } = this.#services
    const now = time.dueIn(0)
    this.#correctDueTimes(now)
    // Before this turn judges the pauses: one that ends meanwhile must still wake the worker.
    const pauseEnds = this.#pauses.soonest()
    for (const batch of [...this.#batches.ofLanes(), ...this.#batches.ofPlatform(now)])
      this.#begin(batch)
    this.#heldUp.report()
    const next = rows.nextDue(now)
    const wait = next === null ? Infinity : Date.parse(next) - Date.parse(now)
    const soonest = Math.min(wait, pauseEnds, this.#pauses.soonest(), this.#token.probe())
    if (soonest < Infinity)
      this.#cancelTimer = this.#context.clock.after(soonest, () => this.wake())
  }

  /** An entry that only its row says is being sent was interrupted by the end of the last process. */
  #interruptCutOff(): void {
    const { rows } = this.#services
    for (const id of rows.sending()) {
      const entry = this.#onWire.has(id) ? null : rows.get(id)
      if (entry !== null) this.#attempts.interrupted(entry)
    }
  }

  /** No entry waits longer than when it was written, however the wall clock was set since. */
  #correctDueTimes(now: string): void {
    if (this.#isCorrected) return
    const { rows, time } = this.#services
    const late = rows.dueTooLate(now, maxCorrected)
    if (late.length > 0)
      this.#context.db.transact(() => {
        for (const entry of late) rows.save({ ...entry, dueAt: time.dueIn(entry.waitMs) })
      })
    this.#isCorrected = late.length < maxCorrected
    if (!this.#isCorrected) this.plan()
  }

  #begin(entries: readonly OutboxEntry[]): void {
    const [first] = entries
    if (first !== undefined) this.#onWire.addRequest(this.#attempt(first, entries), first.lane)
  }

  async #attempt(first: OutboxEntry, entries: readonly OutboxEntry[]): Promise<void> {
    const beganAt = this.#context.clock.monotonic()
    this.#onWire.addEntries(entries)
    try {
      const isReachable = await this.#attempts.send(entries)
      if (first.lane !== null) this.#noteLane(first, first.lane, isReachable, beganAt)
    } catch (cause) {
      // The disk refused the mark, so nothing was sent; the next wake tries again.
      this.#context.log.error('outbox attempt not recorded', { id: first.id, cause: String(cause) })
      await this.#wait(storageRetryMs)
    } finally {
      this.#onWire.removeEntries(entries)
      // In a later turn: with instant answers, thousands of entries would be sent in this one.
      this.plan()
    }
  }

  /** A lane pauses while its receiver is unreachable; null says nothing about it. */
  #noteLane(
    { kind }: OutboxEntry,
    lane: string,
    isReachable: boolean | null,
    beganAt: number,
  ): void {
    const { maxWaitMs: maxMs = queuePatience.maxMs } = this.#services.kinds()[kind]
    if (isReachable === false) this.#pauses.lengthen(lane, { ...queuePatience, maxMs }, beganAt)
    if (isReachable === true) this.#pauses.end(lane)
  }

  #wait(milliseconds: number): Promise<void> {
    return new Promise((resolve) => this.#context.clock.after(milliseconds, resolve))
  }
}
