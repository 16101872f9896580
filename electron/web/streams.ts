import type { ServerResponse } from 'node:http'
import type { HostEvent } from '#contract/index.ts'
import { streamBeatMs } from '#contract/stream-beat.ts'
import type { Kitchen } from '#host/kitchen.ts'
import type { Listener } from '#host/screen-listeners.ts'

/** How much may wait for a slow screen: above this it must ask for everything instead. */
const mostWaiting = 16 * 1024 * 1024

/** More than is sent in a rush between a page's first view and its stream, on a slow computer. */
const mostStored = 100

const missed: HostEvent = { type: 'events.missed' }

const asMessage = (event: HostEvent): string => `data: ${JSON.stringify(event)}\n\n`

/**
 * One screen's stream. Messages are sent one by one, as it accepts them: many long ones at once
 * don't mean that nobody reads.
 */
function createStream(response: ServerResponse): (message: string) => void {
  let waiting: string[] = []
  let letters = 0
  let isFull = false
  let hasMissed = false

  response.on('drain', () => {
    isFull = false
    hasMissed = false
    while (!isFull) {
      const message = waiting.shift()
      if (message === undefined) break
      letters -= message.length
      isFull = !response.write(message)
    }
  })
  return (message) => {
    if (!isFull) {
      isFull = !response.write(message)
      return
    }
    // It will ask for everything, and the answer includes what comes until then.
    if (hasMissed) return
    waiting.push(message)
    letters += message.length
    if (letters <= mostWaiting) return
    hasMissed = true
    waiting = [asMessage(missed)]
    letters = waiting[0]?.length ?? 0
  }
}

/** A line that a reader of the stream ignores. */
const beat = ':\n\n'

/** The event streams of the screens: sends each event to every screen that may receive it. */
export function createStreams(
  kitchen: Pick<Kitchen, 'onEvent'>,
  /** Called when a stream begins or ends. */
  onScreens: () => void,
) {
  /** How to write to each stream, and the id of its screen. */
  const streams = new Map<ServerResponse, { write(message: string): void; screenId: string }>()
  const stored: Parameters<Listener>[] = []
  let eventCount = 0

  const screens = (): Set<string> => new Set([...streams.values()].map(({ screenId }) => screenId))

  const forget = kitchen.onEvent((event, mayReceive) => {
    eventCount += 1
    stored.push([event, mayReceive])
    if (stored.length > mostStored) stored.shift()
    let message: string | null = null
    for (const { write, screenId } of streams.values()) {
      if (!mayReceive(screenId)) continue
      message ??= asMessage(event)
      write(message)
    }
  }, screens)

  const beating = setInterval(() => {
    for (const { write } of streams.values()) write(beat)
  }, streamBeatMs)

  /** What this screen must receive first. */
  function since(number: number | null, screenId: string): HostEvent[] {
    const from = number === null ? -1 : stored.length - (eventCount - number)
    if (from < 0 || from > stored.length) return [missed]
    return stored
      .slice(from)
      .flatMap(([event, mayReceive]) => (mayReceive(screenId) ? [event] : []))
  }

  return {
    /** How many events there were: with this number a page says what its first view includes. */
    get reported() {
      return eventCount
    },
    /**
     * Makes the answer to a request a stream for this screen. It starts with the events since that
     * number, or with `events.missed` if the number is unknown.
     */
    open(response: ServerResponse, screenId: string, number: number | null) {
      response.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      })
      const write = createStream(response)
      write('retry: 1000\n\n')
      for (const event of since(number, screenId)) write(asMessage(event))
      // The others ask who is connected in a later turn. This one has just asked for everything.
      onScreens()
      streams.set(response, { write, screenId })
      response.once('close', () => {
        streams.delete(response)
        onScreens()
      })
    },
    close(): void {
      forget()
      clearInterval(beating)
    },
  }
}

export type Streams = ReturnType<typeof createStreams>
