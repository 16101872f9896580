import { DeliverPolicy, jetstream, jetstreamManager, type JsMsg } from '@nats-io/jetstream'
import type { NatsConnection } from '@nats-io/transport-node'
import type { DeliveredEvent } from '#contract/relay/delivery.ts'
import { eventStream } from '#contract/relay/subjects.ts'
import { createWait, type Clock } from '#host/clock/clock.ts'
import type { Log } from '#host/core/log.ts'

/** How long after a failure NATS is asked again. */
const againMs = 500

/** NATS says so often that it is there, in ms. After two missed beats the consumer is made anew. */
const beatMs = 3_000
/** How long one request of the consumer lasts, in ms. */
const askMs = 12_000

/** So many messages are on their way from NATS at once. */
const maxOnTheirWay = 500

/** A request that waits for the next event of a subject. */
interface Waiter {
  arrived: DeliveredEvent[]
  resolve(events: DeliveredEvent[]): void
}

/** The identity of a stream: when it was made, as letters and digits. */
const identityOf = (created: string): string => created.replaceAll(/\W/g, '')

/**
 * The end of the stream of events, as this relay has seen it: the last sequence of each store, and
 * who waits for the next. It is fed by one consumer of all events, so a waiting store costs NATS
 * nothing, and an event is handed on without another request.
 */
export class EventTail {
  readonly #parts: { clock: Clock; log: Log; nats: NatsConnection }
  /** The last sequence by subject. */
  readonly #last = new Map<string, number>()
  readonly #waiters = new Map<string, Set<Waiter>>()
  /** Waiters that have events, and are answered at the end of this turn. */
  #served = new Set<Waiter>()
  #lastSequence = 0
  /** The last sequence at the check before. */
  #checkedSequence = -1
  #stream: string | null = null
  #isKnown = false
  #isClosed = false
  #stop = (): void => undefined

  constructor(parts: { clock: Clock; log: Log; nats: NatsConnection }) {
    this.#parts = parts
  }

  /** The identity of the stream; null until its end is known. */
  get stream(): string | null {
    return this.#isKnown ? this.#stream : null
  }

  /** The last sequence of all subjects. */
  get lastSequence(): number {
    return this.#lastSequence
  }

  /** How many requests wait. */
  get waiting(): number {
    let count = 0
    for (const waiters of this.#waiters.values()) count += waiters.size
    return count
  }

  /** The sequence of a subject's last event; 0 if there is none. */
  lastOf(subject: string): number {
    return this.#last.get(subject) ?? 0
  }

  /** There is nothing behind `sequence` although there was: its time in the stream is over. */
  forget(subject: string, last: number, sequence: number): void {
    if (this.lastOf(subject) === last) this.#last.set(subject, sequence)
  }

  /** The next events of a subject; none once the signal is aborted. */
  next(subject: string, signal: AbortSignal): Promise<DeliveredEvent[]> {
    return new Promise((resolve) => {
      const waiter: Waiter = { arrived: [], resolve }
      const waiters = this.#waiters.get(subject) ?? new Set()
      this.#waiters.set(subject, waiters.add(waiter))
      const leave = (events: DeliveredEvent[]): void => {
        waiters.delete(waiter)
        if (waiters.size === 0) this.#waiters.delete(subject)
        resolve(events)
      }
      waiter.resolve = leave
      if (signal.aborted) leave([])
      else signal.addEventListener('abort', () => leave(waiter.arrived), { once: true })
    })
  }

  /** Follows the stream until `close`. Never rejects. */
  async follow(): Promise<void> {
    const wait = createWait(this.#parts.clock)
    while (!this.#isOver()) {
      try {
        await this.#followOnce()
      } catch (cause) {
        const text = cause instanceof Error ? cause.message : ''
        if (!this.#isOver()) this.#parts.log.warn('events not followed', { cause: text })
      }
      if (!this.#isOver()) await wait(againMs)
    }
  }

  close(): void {
    this.#isClosed = true
    this.#stop()
  }

  /**
   * Looks whether the consumer is left behind, because on a node whose disk is full it waits for
   * ever, and whether the stream was restored from a backup. `ask` gives the stream's last sequence.
   * Called every few seconds. Rejects as `ask` does.
   */
  async check(ask: () => Promise<number>): Promise<void> {
    const [before, seen] = [this.#checkedSequence, this.#lastSequence]
    this.#checkedSequence = seen
    const last = await ask()
    // More may have arrived since it was asked.
    const isBehind = seen < last && seen === before && this.#lastSequence === seen
    const isAhead = seen > last
    if (!isBehind && !isAhead) return
    this.#parts.log.warn('events followed anew', { isBehind, isAhead })
    this.#checkedSequence = -1
    if (isAhead) this.#stream = null
    this.#stop()
  }

  #isOver(): boolean {
    return this.#isClosed
  }

  /** Resolves once NATS has ended it. */
  async #followOnce(): Promise<void> {
    const { nats } = this.#parts
    const manager = await jetstreamManager(nats, { checkAPI: false })
    const { created, state } = await manager.streams.info(eventStream)
    this.#begin(identityOf(created))
    const consumer = await jetstream(nats).consumers.get(eventStream, {
      filter_subjects: ['orders.>'],
      // Who waits gets what is delivered, so nothing may be passed over.
      ...(this.#isKnown
        ? {
            deliver_policy: DeliverPolicy.StartSequence,
            opt_start_seq: this.#lastSequence + 1,
          }
        : { deliver_policy: DeliverPolicy.LastPerSubject }),
    })
    const { num_pending: pending } = await consumer.info()
    if (pending === 0 && !this.#isKnown) {
      this.#lastSequence = state.last_seq
      this.#isKnown = true
    }
    const messages = await consumer.consume({
      max_messages: maxOnTheirWay,
      expires: askMs,
      idle_heartbeat: beatMs,
      abort_on_missing_resource: true,
    })
    this.#stop = () => void messages.close()
    if (this.#isClosed) this.#stop()
    for await (const message of messages) this.#note(message)
  }

  #begin(stream: string): void {
    if (stream === this.#stream) return
    this.#stream = stream
    this.#isKnown = false
    this.#last.clear()
    this.#lastSequence = 0
  }

  #note(message: JsMsg): void {
    const { subject, seq: sequence } = message
    if (sequence <= this.lastOf(subject)) return
    this.#last.set(subject, sequence)
    this.#lastSequence = Math.max(this.#lastSequence, sequence)
    const wasKnown = this.#isKnown
    if (message.info.pending === 0) this.#isKnown = true
    for (const waiter of this.#waiters.get(subject) ?? []) {
      // Only the last of several: who waits since before asks again for all.
      if (wasKnown) waiter.arrived.push({ sequence, body: message.data })
      if (this.#served.size === 0) setImmediate(() => this.#answer())
      this.#served.add(waiter)
    }
  }

  /** Events that arrive in one turn go in one answer. */
  #answer(): void {
    const served = this.#served
    this.#served = new Set()
    for (const waiter of served) waiter.resolve(waiter.arrived)
  }
}
