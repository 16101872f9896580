import type { ServerResponse } from 'node:http'
import type { HostEvent } from '#contract/index.ts'
import { streamBeatMs, versionHeader } from '#contract/shared/stream-beat.ts'
import { appVersion } from '#host/core/versions.ts'
import type { Kitchen } from '#host/kitchen.ts'
import type { Listener } from '#host/start/screen-listeners.ts'
import { EventStream, messageOf } from '#receiver/event-stream.ts'

/** How much may wait for a slow screen: above this it must ask for everything instead. */
const maxWaiting = 16 * 1024 * 1024

/** More than is sent in a rush between a page's first view and its stream, on a slow computer. */
const maxStored = 100

const missed: HostEvent = { type: 'events.missed' }

/**
 * One screen's stream. Messages are sent one by one, as it accepts them: many long ones at once
 * don't mean that nobody reads.
 */
class ScreenStream extends EventStream {
  readonly screenId: string
  #waiting: string[] = []
  #letters = 0
  #hasMissed = false

  constructor(response: ServerResponse, screenId: string) {
    super(response, { [versionHeader]: appVersion })
    this.screenId = screenId
    this.onDrain(() => this.#drain())
  }

  override write(message: string): void {
    if (!this.isFull) return super.write(message)
    // It will ask for everything, and the answer includes what comes until then.
    if (this.#hasMissed) return
    this.#waiting.push(message)
    this.#letters += message.length
    if (this.#letters <= maxWaiting) return
    this.#hasMissed = true
    const text = messageOf(missed)
    this.#waiting = [text]
    this.#letters = text.length
  }

  #drain(): void {
    this.#hasMissed = false
    while (!this.isFull) {
      const message = this.#waiting.shift()
      if (message === undefined) return
      this.#letters -= message.length
      super.write(message)
    }
  }
}

/** A line that a reader of the stream ignores. */
const beat = ':\n\n'

/** The event streams of the screens: sends each event to every screen that may receive it. */
export class Streams {
  readonly #streams = new Set<ScreenStream>()
  readonly #stored: Parameters<Listener>[] = []
  /** Called when a stream begins or ends. */
  readonly #onScreens: () => void
  readonly #forget: () => void
  readonly #beating: NodeJS.Timeout
  #eventCount = 0

  constructor(kitchen: Pick<Kitchen, 'onEvent'>, onScreens: () => void) {
    this.#onScreens = onScreens
    this.#forget = kitchen.onEvent(
      (event, mayReceive) => this.#send(event, mayReceive),
      () => this.#screens(),
    )
    this.#beating = setInterval(() => {
      for (const stream of this.#streams) stream.write(beat)
    }, streamBeatMs)
  }

  /** How many events there were: with this number a page says what its first view includes. */
  get reported(): number {
    return this.#eventCount
  }

  /**
   * Makes the answer to a request a stream for this screen. It starts with the events since that
   * number, or with `events.missed` if the number is unknown.
   */
  open(response: ServerResponse, screenId: string, number: number | null): void {
    const stream = new ScreenStream(response, screenId)
    for (const event of this.#since(number, screenId)) stream.write(messageOf(event))
    // The others ask who is connected in a later turn. This one has just asked for everything.
    this.#onScreens()
    this.#streams.add(stream)
    stream.onClose(() => {
      this.#streams.delete(stream)
      this.#onScreens()
    })
  }

  close(): void {
    this.#forget()
    clearInterval(this.#beating)
  }

  #screens(): Set<string> {
    return new Set([...this.#streams].map(({ screenId }) => screenId))
  }

  #send(...[event, mayReceive]: Parameters<Listener>): void {
    this.#eventCount += 1
    this.#stored.push([event, mayReceive])
    if (this.#stored.length > maxStored) this.#stored.shift()
    let message: string | null = null
    for (const stream of this.#streams) {
      if (!mayReceive(stream.screenId)) continue
      message ??= messageOf(event)
      stream.write(message)
    }
  }

  /** What this screen must receive first. */
  #since(number: number | null, screenId: string): HostEvent[] {
    const from = number === null ? -1 : this.#stored.length - (this.#eventCount - number)
    if (from < 0 || from > this.#stored.length) return [missed]
    return this.#stored
      .slice(from)
      .flatMap(([event, mayReceive]) => (mayReceive(screenId) ? [event] : []))
  }
}
