import { jetstreamManager, type JetStreamManager } from '@nats-io/jetstream'
import type { NatsConnection } from '@nats-io/transport-node'
import {
  maxAnswerBytes,
  maxEvents,
  type DeliveredEvent,
  type StreamPlace,
} from '#contract/relay/delivery.ts'
import { eventStream } from '#contract/relay/subjects.ts'
import type { EventTail } from './event-tail.ts'

/** How long NATS may take to answer, in ms. */
const patienceMs = 5_000

/** What a store gets for one request. */
export interface EventsAnswer {
  events: DeliveredEvent[]
  /** Behind the last of them. */
  place: StreamPlace
  hasMore: boolean
}

/** Reads the events of one store, from a cursor on. */
export class EventReader {
  readonly #tail: EventTail
  readonly #manager: JetStreamManager

  private constructor(tail: EventTail, manager: JetStreamManager) {
    this.#tail = tail
    this.#manager = manager
  }

  static async open(nats: NatsConnection, tail: EventTail): Promise<EventReader> {
    return new EventReader(
      tail,
      await jetstreamManager(nats, { checkAPI: false, timeout: patienceMs }),
    )
  }

  /**
   * The events behind a cursor, or else the next ones; none once the signal is aborted. Rejects if
   * NATS can't give them.
   */
  async read(
    subject: string,
    after: StreamPlace | null,
    signal: AbortSignal,
  ): Promise<EventsAnswer> {
    const { stream } = this.#tail
    if (stream === null) throw new Error('not ready')
    const start = await this.#startOf(stream, after)
    const events = await this.#behind(subject, start, signal)
    const sequence = events.at(-1)?.sequence ?? start
    return {
      events,
      place: { stream, sequence },
      hasMore: events.length > 0 && this.#tail.lastOf(subject) > sequence,
    }
  }

  async #behind(subject: string, start: number, signal: AbortSignal): Promise<DeliveredEvent[]> {
    for (;;) {
      const last = this.#tail.lastOf(subject)
      if (last <= start) return this.#tail.next(subject, signal)
      const waiting = await this.#readWaiting(subject, start)
      if (waiting.length > 0) return waiting
      // A leader that was just chosen may not have it yet. To wait for the next would pass it over.
      if (!(await this.#isOver(last))) throw new Error('not there yet')
      this.#tail.forget(subject, last, start)
    }
  }

  /** Whether the time of an event in the stream is over. */
  async #isOver(sequence: number): Promise<boolean> {
    const { state } = await this.#manager.streams.info(eventStream)
    return sequence < state.first_seq
  }

  /** Without a cursor of this stream a store gets all that is there. */
  async #startOf(stream: string, after: StreamPlace | null): Promise<number> {
    if (after?.stream !== stream) return 0
    if (after.sequence <= this.#tail.lastSequence) return after.sequence
    // Another relay may have been faster, or the stream was restored from a backup.
    const { state } = await this.#manager.streams.info(eventStream)
    return after.sequence <= state.last_seq ? after.sequence : 0
  }

  async #readWaiting(subject: string, start: number): Promise<DeliveredEvent[]> {
    const events: DeliveredEvent[] = []
    let bytes = 0
    for (let from = start; events.length < maxEvents && bytes < maxAnswerBytes;) {
      const event = await this.#readNext(subject, from + 1)
      if (event === null) break
      events.push(event)
      bytes += event.body.length
      from = event.sequence
      if (from >= this.#tail.lastOf(subject)) break
    }
    return events
  }

  /** The first event from a sequence on; null if there is none. */
  async #readNext(subject: string, sequence: number): Promise<DeliveredEvent | null> {
    const query = { seq: sequence, next_by_subj: subject }
    // A node that is a moment behind may not have it yet, but the leader does.
    const message =
      (await this.#manager.direct.getMessage(eventStream, query)) ??
      (await this.#manager.streams.getMessage(eventStream, query))
    return message === null ? null : { sequence: message.seq, body: message.data }
  }
}
