import type { ServerResponse } from 'node:http'
import {
  compareStores,
  fleetBeatMs,
  type FleetMessage,
  type FleetStore,
} from '#contract/relay/fleet.ts'
import type { Clock } from '#host/clock.ts'
import type { StoreTable } from './store-table.ts'

/** Changes are collected for so long, so that a page draws at most once in it. */
const everyMs = 1_000

/** After a longer pause NATS was away or this computer slept: nothing was heard meanwhile. */
const pausedMs = 10_000

/** More pages than an operations room has. The oldest makes room for a new one. */
const mostStreams = 500

interface Stream {
  /** Whether its session still counts. */
  mayRead(): boolean
  /** It reads too slowly and missed something, so it gets everything next. */
  isBehind: boolean
}

const textOf = (message: FleetMessage): string => `data: ${JSON.stringify(message)}\n\n`

/** A screen shows no more at once. The page fetches all stores once it has drawn these. */
const mostInAll = 30

/** The worst stores, and how many more there are. */
function textOfAll(all: readonly FleetStore[], now: number): string {
  const stores = all.toSorted(compareStores).slice(0, mostInAll)
  return textOf({ type: 'all', now, stores, left: all.length - stores.length })
}

/**
 * The event streams of the fleet's pages. Every second it looks at all stores and sends what
 * changed. `onLook` is called after each look.
 */
export function createPageStreams(
  { clock, table }: { clock: Clock; table: StoreTable },
  { isListening, onLook }: { isListening(): boolean; onLook(): void },
) {
  const streams = new Map<ServerResponse, Stream>()
  let sentAt = -Infinity
  let lookedAt: number | null = null
  let isClosed = false

  const all = (): string => textOfAll(table.all(), clock.now())

  function send(message: string): void {
    let everything: string | null = null
    for (const [response, stream] of streams) {
      if (!stream.mayRead()) response.end()
      else if (response.writableNeedDrain) stream.isBehind = true
      else if (stream.isBehind) {
        stream.isBehind = false
        response.write((everything ??= all()))
      } else response.write(message)
    }
  }

  function look(): void {
    if (isClosed) return
    clock.after(everyMs, look)
    // Without NATS every store would seem silent.
    if (!isListening()) return
    if (lookedAt !== null && clock.monotonic() - lookedAt > pausedMs) table.listenAgain()
    lookedAt = clock.monotonic()
    const { stores, gone } = table.takeChanges()
    onLook()
    if (stores.length === 0 && gone.length === 0 && clock.monotonic() - sentAt < fleetBeatMs) return
    sentAt = clock.monotonic()
    if (streams.size > 0) send(textOf({ type: 'changed', now: clock.now(), stores, gone }))
  }
  clock.after(everyMs, look)

  return {
    /** Makes an answer a stream, until `mayRead` is false. */
    open(response: ServerResponse, mayRead: () => boolean): void {
      response.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      })
      response.write('retry: 1000\n\n')
      // Before the first look nobody knows which stores there are.
      const isBehind = lookedAt === null
      if (!isBehind) response.write(all())
      streams.set(response, { mayRead, isBehind })
      response.once('close', () => streams.delete(response))
      const [oldest] = streams.keys()
      if (streams.size > mostStreams) oldest?.destroy()
    },
    close(): void {
      isClosed = true
      for (const response of streams.keys()) response.end()
    },
  }
}

export type PageStreams = ReturnType<typeof createPageStreams>
