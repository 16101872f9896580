import type { IncomingMessage, ServerResponse } from 'node:http'
import { fail, type Result } from '#contract/result.ts'
import { inspectBody, type EventBody } from '#platform/event-body.ts'
import { worker } from '../worker/worker.ts'

/** 4 MiB. An order is about 5 KB; the last event of an update of 5,000 items is 2 MB. */
export const mostBytes = 4 * 1024 * 1024

/** How much of a refused body is read and discarded, so that its sender can read the reason. */
const mostDiscarded = 32 * 1024 * 1024

/** The share of the room that one body holds. */
interface BodyPlace {
  /** Returns false if there is no room for these bytes, even after others gave way. */
  take(bytes: number): boolean
  /** The body is complete and in use: it no longer gives way. */
  settle(): void
  leave(): void
}

/** The memory shared by all bodies being received. */
export interface BodyBudget {
  /**
   * Makes a place for one body. `dropBody` is called when others need its memory; it then holds
   * none.
   */
  enter(dropBody: () => void): BodyPlace
}

/**
 * A room of `most` bytes. When it is full, the body with the highest cost gives way: its bytes
 * times its age. So a stalled or slow sender loses its place to an active one. `now` is in
 * monotonic milliseconds.
 */
export function createBodyBudget(most: number, now = () => performance.now()): BodyBudget {
  let taken = 0
  const coming = new Set<Holder>()
  interface Holder {
    bytes: number
    since: number
    dropBody: () => void
  }
  const cost = ({ bytes, since }: Holder): number => bytes * (now() - since + 1)

  function empty(holder: Holder): void {
    coming.delete(holder)
    taken -= holder.bytes
    holder.bytes = 0
  }
  /** Returns false if no other body costs more than the one that asks. */
  function makeRoom(asking: Holder, bytes: number): boolean {
    while (taken + bytes > most) {
      let dearest = { ...asking, bytes: asking.bytes + bytes }
      for (const holder of coming)
        if (holder !== asking && cost(holder) > cost(dearest)) dearest = holder
      if (!coming.has(dearest)) return false
      empty(dearest)
      dearest.dropBody()
    }
    return true
  }

  return {
    enter(dropBody) {
      const holder: Holder = { bytes: 0, since: now(), dropBody }
      coming.add(holder)
      return {
        take(bytes) {
          if (!makeRoom(holder, bytes)) return false
          taken += bytes
          holder.bytes += bytes
          return true
        },
        settle: () => void coming.delete(holder),
        leave: () => empty(holder),
      }
    },
  }
}

/** A body, or why reading stopped. The rest of the body is then still unread. */
type BodyRead = Buffer | 'too-large' | 'no-room'

/** Stops reading a body early and leaves the connection open. */
type Stop = (why: 'too-large' | 'no-room') => void

/**
 * Passes each chunk of a body to `take`, which may stop the reading. Resolves with null at the end
 * of the body, or with the reason for stopping. Rejects if the sender disconnects.
 */
function readChunks(
  request: IncomingMessage,
  take: (chunk: Buffer, stop: Stop) => void,
  stopped?: (stop: Stop) => void,
): Promise<'too-large' | 'no-room' | null> {
  const { promise, resolve, reject } = Promise.withResolvers<'too-large' | 'no-room' | null>()
  const gone = (): void => reject(new Error('the sender went away'))
  const stop: Stop = (why) => {
    request.pause()
    resolve(why)
  }
  const onData = (chunk: Buffer): void => take(chunk, stop)
  const onEnd = (): void => resolve(null)
  if (request.readableEnded) onEnd()
  else if (request.destroyed) gone()
  stopped?.(stop)
  request.on('data', onData).on('end', onEnd).on('error', gone).on('close', gone).resume()
  return promise.finally(() => {
    request.off('data', onData).off('end', onEnd).off('close', gone)
  })
}

/**
 * Reads a request's body, up to `most` bytes and while there is room. The room stays taken until
 * `use` resolves. Rejects if the sender disconnects.
 */
export async function withBody<Value>(
  request: IncomingMessage,
  { most, room }: { most: number; room: BodyBudget },
  use: (body: BodyRead) => Promise<Value>,
): Promise<Value> {
  let chunks: Buffer[] = []
  let bytes = 0
  let dropBody: Stop = () => undefined
  const place = room.enter(() => {
    chunks = []
    dropBody('no-room')
  })
  try {
    const why = await readChunks(
      request,
      (chunk, stop) => {
        if (bytes + chunk.length > most) stop('too-large')
        else if (!place.take(chunk.length)) stop('no-room')
        else {
          bytes += chunk.length
          chunks.push(chunk)
        }
      },
      (stop) => (dropBody = stop),
    )
    if (why !== null) {
      // Free the memory of the part that was read; it isn't used.
      chunks = []
      place.leave()
      return await use(why)
    }
    place.settle()
    return await use(Buffer.concat(chunks, bytes))
  } finally {
    chunks = []
    place.leave()
  }
}

/** Reads and discards the rest of a body, up to a limit. Rejects if the sender disconnects. */
async function discardBody(request: IncomingMessage): Promise<void> {
  let bytes = 0
  await readChunks(request, (chunk, stop) => {
    bytes += chunk.length
    if (bytes > mostDiscarded) stop('too-large')
  })
}

/**
 * Refuses a sender that is still sending. The whole answer is sent first; then the rest of the body
 * is read before the connection ends. If the connection ended at once, the answer would be lost.
 */
export async function answerSending(
  response: ServerResponse,
  status: number,
  why: string,
): Promise<void> {
  response.writeHead(status, { connection: 'close', 'content-length': Buffer.byteLength(why) })
  response.write(why)
  await discardBody(response.req)
  response.end()
}

/** A longer body is inspected in another thread. */
const longBody = 64 * 1024

/** The body of an event. `json` is missing if it is long. */
export async function inspectEvent(
  body: Uint8Array,
): Promise<Result<Omit<EventBody, 'json'> & { json?: unknown }>> {
  if (body.length <= longBody) return inspectBody(body)
  try {
    return await worker.run('inspectLongBody', body)
  } catch (cause) {
    return fail('bad-input', String(cause))
  }
}
