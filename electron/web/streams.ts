import type { ServerResponse } from 'node:http'
import type { HostEvent } from '#contract/index.ts'
import { streamBeatMs, versionHeader } from '#contract/shared/stream-beat.ts'
import { appVersion } from '#host/core/versions.ts'
import type { Kitchen } from '#host/kitchen.ts'
import type { Listener } from '#host/start/screen-listeners.ts'

/** How much may wait for a slow screen: above this it must ask for everything instead. */
const maxWaiting = 16 * 1024 * 1024

/** More than is sent in a rush between a page's first view and its stream, on a slow computer. */
const maxStored = 100

const missed: HostEvent = { type: 'events.missed' }

const asMessage = (event: HostEvent): string => `data: ${JSON.stringify(event)}\n\n`

/**
 * One screen's stream. Messages are sent one by one, as it accepts them: many long ones at once
 * don't mean that nobody reads.
 */
class ScreenStream {
  readonly screenId: string
  readonly #response: ServerResponse
  #waiting: string[] = []
  #letters = 0
  #isFull = false
  #hasMissed = false

  constructor(response: ServerResponse, screenId: string) {
    this.screenId = screenId
    this.#response = response
    response.on('drain', () => this.#drain())
  }

  write(message: string): void {
    if (!this.#isFull) {
      this.#isFull = !this.#response.write(message)
      return
    }
    // It will ask for everything, and the answer includes what comes until then.
    if (this.#hasMissed) return
    this.#waiting.push(message)
    this.#letters += message.length
    if (this.#letters <= maxWaiting) return
    this.#hasMissed = true
    const text = asMessage(missed)
    this.#waiting = [text]
    this.#letters = text.length
  }

  #drain(): void {
    this.#isFull = false
    this.#hasMissed = false
    while (!this.#isFull) {
      const message = this.#waiting.shift()
      if (message === undefined) return
      this.#letters -= message.length
      this.#isFull = !this.#response.write(message)
    }
  }
}

/** A line that a reader of the stream ignores. */
const beat = ':\n\n'

/** The event streams of the screens: sends each event to every screen that may receive it. */
export class Streams {
  readonly #streams = new Map<ServerResponse, ScreenStream>()
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
      for (const stream of this.#streams.values()) stream.write(beat)
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
    response.writeHead(200, {
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
      [versionHeader]: appVersion,
    })
    const stream = new ScreenStream(response, screenId)
    stream.write('retry: 1000\n\n')
    for (const event of this.#since(number, screenId)) stream.write(asMessage(event))
    // The others ask who is connected in a later turn. This one has just asked for everything.
    this.#onScreens()
    this.#streams.set(response, stream)
    response.once('close', () => {
      this.#streams.delete(response)
      this.#onScreens()
    })
  }

  close(): void {
    this.#forget()
    clearInterval(this.#beating)
  }

  #screens(): Set<string> {
    return new Set([...this.#streams.values()].map(({ screenId }) => screenId))
  }

  #send(...[event, mayReceive]: Parameters<Listener>): void {
    this.#eventCount += 1
    this.#stored.push([event, mayReceive])
    if (this.#stored.length > maxStored) this.#stored.shift()
    let message: string | null = null
    for (const stream of this.#streams.values()) {
      if (!mayReceive(stream.screenId)) continue
      message ??= asMessage(event)
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
