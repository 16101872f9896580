import { fail, ok, type Result } from '../shared/result.ts'

/**
 * How a store fetches its events from a relay, over HTTPS and with its token as bearer:
 *
 * - `GET eventsPath?after=CURSOR` answers with the events behind a cursor, the oldest first, or waits
 *   up to `maxWaitMs` for one; with `&wait=0` it doesn't wait. The next request's cursor
 *   acknowledges them.
 * - `POST statusPath` takes the store's own status (`StoreStatus`).
 */

export const eventsPath = '/store/events'
export const statusPath = '/store/status'

/**
 * How long a request waits for an event, in ms. Its end shows that the relay still answers, so it is
 * well below the age at which a screen calls a contact old.
 */
export const maxWaitMs = 20_000

/** The most events of one answer, and their bytes. A single event may be longer. */
export const maxEvents = 32
export const maxAnswerBytes = 4 * 1024 * 1024

/** The cursor behind the answer's last event: what the next request asks after. */
export const cursorHeader = 'kitchen-pass-cursor'
/** `true` if more events wait behind the answer's last one. */
export const moreHeader = 'kitchen-pass-more'

/** A place in the stream of a chain's events. */
export interface StreamPlace {
  /** Tells a stream from one that was made anew, whose sequence starts again. */
  stream: string
  /** Of the last event that the store has. */
  sequence: number
}

export const cursorOf = ({ stream, sequence }: StreamPlace): string =>
  `${stream}-${String(sequence)}`

/** Null for a text that is no cursor. */
export function placeOfCursor(cursor: string): StreamPlace | null {
  const [, stream, sequence] = /^(\w{1,40})-(\d{1,15})$/.exec(cursor) ?? []
  if (stream === undefined || sequence === undefined) return null
  return { stream, sequence: Number(sequence) }
}

/** An event as the platform sent it, byte for byte. */
export interface DeliveredEvent {
  sequence: number
  body: Uint8Array
}

const newLine = 0x0a
/** `SEQUENCE LENGTH`, before the bytes of an event. */
const maxHead = 32

/** The bytes of an answer: for each event its sequence, its length and a new line, then its body. */
export function packEvents(events: readonly DeliveredEvent[]): Uint8Array[] {
  const encoder = new TextEncoder()
  return events.flatMap(({ sequence, body }) => [
    encoder.encode(`${String(sequence)} ${String(body.length)}\n`),
    body,
  ])
}

/** Reads such an answer. Fails with `bad-input` for anything else. */
export function unpackEvents(bytes: Uint8Array): Result<DeliveredEvent[]> {
  const decoder = new TextDecoder()
  const events: DeliveredEvent[] = []
  let at = 0
  while (at < bytes.length) {
    const end = bytes.subarray(at, at + maxHead).indexOf(newLine)
    const head = end < 0 ? '' : decoder.decode(bytes.subarray(at, at + end))
    const [, sequence, length] = /^(\d{1,15}) (\d{1,9})$/.exec(head) ?? []
    const from = at + end + 1
    const to = from + Number(length)
    if (sequence === undefined || to > bytes.length)
      return fail('bad-input', 'not a list of events')
    events.push({ sequence: Number(sequence), body: bytes.subarray(from, to) })
    at = to
  }
  return ok(events)
}
