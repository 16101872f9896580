import type { ServerResponse } from 'node:http'
import type { HostEvent } from '#contract/operations.ts'
import type { Kitchen, Listener } from '#host/kitchen.ts'

/** A screen that reads slower than this many bytes behind is let go; it comes back and asks for everything. */
const mostBehindBytes = 4 * 1024 * 1024

/** More than is said in a rush between a page's first view and its stream, on a slow machine. */
const mostKept = 100

const asMessage = (event: HostEvent): string => `data: ${JSON.stringify(event)}\n\n`

/** The event streams of the screens. */
export interface Streams {
  /** How many events there have been: by this number a page says what its first view knows. */
  readonly told: number
  /**
   * Makes the answer to a request a stream for this screen. It begins with what was said since `told`, or with
   * `events.missed` where that is not known.
   */
  open(response: ServerResponse, screenId: string, told: number | null): void
  close(): void
}

/** Sends what the host says to every stream whose screen may hear it. */
export function createStreams(kitchen: Pick<Kitchen, 'onEvent'>): Streams {
  /** The id of each one's screen. */
  const streams = new Map<ServerResponse, string>()
  const kept: Parameters<Listener>[] = []
  let told = 0

  const forget = kitchen.onEvent((event, mayHear) => {
    told += 1
    kept.push([event, mayHear])
    if (kept.length > mostKept) kept.shift()
    let message: string | null = null
    for (const [stream, screenId] of streams) {
      if (!mayHear(screenId)) continue
      message ??= asMessage(event)
      stream.write(message)
      if (stream.writableLength > mostBehindBytes) stream.destroy()
    }
  })

  /** What this screen has to hear before anything else. */
  function since(number: number | null, screenId: string): HostEvent[] {
    const from = number === null ? -1 : kept.length - (told - number)
    if (from < 0 || from > kept.length) return [{ type: 'events.missed' }]
    return kept.slice(from).flatMap(([event, mayHear]) => (mayHear(screenId) ? [event] : []))
  }

  return {
    get told() {
      return told
    },
    open(response, screenId, number) {
      response.writeHead(200, {
        'content-type': 'text/event-stream; charset=utf-8',
        'cache-control': 'no-store',
        'x-accel-buffering': 'no',
      })
      response.write('retry: 1000\n\n')
      for (const event of since(number, screenId)) response.write(asMessage(event))
      streams.set(response, screenId)
      response.once('close', () => streams.delete(response))
    },
    close: forget,
  }
}
