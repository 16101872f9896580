import type { ServerResponse } from 'node:http'
import {
  compareStores,
  fleetBeatMs,
  type FleetMessage,
  type FleetStore,
} from '#contract/relay/fleet.ts'
import type { Clock } from '#host/clock/clock.ts'
import { EventStream, messageOf } from '#receiver/event-stream.ts'
import type { StoreTable } from './store-table.ts'

/** Changes are collected for so long, so that a page draws at most once in it. */
const everyMs = 1_000

/** After a longer pause NATS was away or this computer slept: nothing was heard meanwhile. */
const pausedMs = 10_000

/** More pages than an operations room has. The oldest makes room for a new one. */
const maxStreams = 500

class PageStream extends EventStream {
  /** Whether its session still counts. */
  readonly mayRead: () => boolean
  /** It reads too slowly and missed something, so it gets everything next. */
  isBehind = false

  constructor(response: ServerResponse, mayRead: () => boolean) {
    super(response)
    this.mayRead = mayRead
  }
}

const textOf: (message: FleetMessage) => string = messageOf

/** A screen shows no more at once. The page fetches all stores once it has drawn these. */
const maxInAll = 30

/** The worst stores, and how many more there are. */
function textOfAll(all: readonly FleetStore[], now: number): string {
  const stores = all.toSorted(compareStores).slice(0, maxInAll)
  return textOf({ type: 'all', now, stores, left: all.length - stores.length })
}

interface PageStreamsDeps {
  clock: Clock
  table: StoreTable
  isListening(): boolean
  /** Called after each look. */
  onLook(): void
}

/** The event streams of the fleet's pages. Every second all stores are looked at for changes. */
export class PageStreams {
  readonly #deps: PageStreamsDeps
  readonly #streams = new Set<PageStream>()
  #sentAt = -Infinity
  #lookedAt: number | null = null
  #isClosed = false

  constructor(deps: PageStreamsDeps) {
    this.#deps = deps
    this.#lookAgain()
  }

  /** Makes an answer a stream, until `mayRead` is false. */
  open(response: ServerResponse, mayRead: () => boolean): void {
    const stream = new PageStream(response, mayRead)
    // Before the first look nobody knows which stores there are.
    stream.isBehind = this.#lookedAt === null
    if (!stream.isBehind) stream.write(this.#textOfAll())
    this.#streams.add(stream)
    stream.onClose(() => this.#streams.delete(stream))
    const [oldest] = this.#streams
    if (this.#streams.size > maxStreams) oldest?.destroy()
  }

  close(): void {
    this.#isClosed = true
    for (const stream of this.#streams) stream.end()
  }

  #lookAgain(): void {
    this.#deps.clock.after(everyMs, () => this.#look())
  }

  #look(): void {
    if (this.#isClosed) return
    this.#lookAgain()
    const { clock, table, isListening, onLook } = this.#deps
    // Without NATS every store would seem silent.
    if (!isListening()) return
    const now = clock.monotonic()
    if (this.#lookedAt !== null && now - this.#lookedAt > pausedMs) table.listenAgain()
    this.#lookedAt = now
    const { stores, gone } = table.takeChanges()
    onLook()
    if (stores.length === 0 && gone.length === 0 && now - this.#sentAt < fleetBeatMs) return
    this.#sentAt = now
    if (this.#streams.size > 0)
      this.#send(textOf({ type: 'changed', now: clock.now(), stores, gone }))
  }

  #send(message: string): void {
    let everything: string | null = null
    for (const stream of this.#streams) {
      if (!stream.mayRead()) stream.end()
      else if (stream.isFull) stream.isBehind = true
      else if (stream.isBehind) {
        stream.isBehind = false
        stream.write((everything ??= this.#textOfAll()))
      } else stream.write(message)
    }
  }

  #textOfAll(): string {
    return textOfAll(this.#deps.table.all(), this.#deps.clock.now())
  }
}
