import type { IncomingMessage, ServerResponse } from 'node:http'
import { fail, type Result } from '#contract/shared/result.ts'
import { inspectBody, type EventBody } from '#platform/event-body.ts'
import { worker } from '../worker/worker.ts'

/** The share of the room that one body holds. */
export interface BodyPlace {
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
export class BodyRoom implements BodyBudget {
  readonly #maxBytes: number
  readonly #now: () => number
  /** The bodies that may still give way. */
  readonly #arriving = new Set<PlaceInRoom>()
  #usedBytes = 0

  constructor(maxBytes: number, now = () => performance.now()) {
    this.#maxBytes = maxBytes
    this.#now = now
  }

  enter(dropBody: () => void): BodyPlace {
    const place = new PlaceInRoom(this, this.#now(), dropBody)
    this.#arriving.add(place)
    return place
  }

  // For its places.

  take(place: PlaceInRoom, bytes: number): boolean {
    if (!this.#makeRoom(place, bytes)) return false
    this.#usedBytes += bytes
    place.bytes += bytes
    return true
  }

  settle(place: PlaceInRoom): void {
    this.#arriving.delete(place)
  }

  empty(place: PlaceInRoom): void {
    this.#arriving.delete(place)
    this.#usedBytes -= place.bytes
    place.bytes = 0
  }

  /** Returns false if no other body costs more than the one that asks. */
  #makeRoom(asking: PlaceInRoom, bytes: number): boolean {
    while (this.#usedBytes + bytes > this.#maxBytes) {
      const dearest = this.#dearest(asking, bytes)
      if (dearest === null) return false
      this.empty(dearest)
      dearest.dropBody()
    }
    return true
  }

  /** The body that costs most; null if that is the one that asks for more. */
  #dearest(asking: PlaceInRoom, bytes: number): PlaceInRoom | null {
    let dearest: PlaceInRoom | null = null
    let highestCost = this.#cost(asking.bytes + bytes, asking.since)
    for (const place of this.#arriving) {
      const cost = this.#cost(place.bytes, place.since)
      if (place === asking || cost <= highestCost) continue
      dearest = place
      highestCost = cost
    }
    return dearest
  }

  #cost(bytes: number, since: number): number {
    return bytes * (this.#now() - since + 1)
  }
}

class PlaceInRoom implements BodyPlace {
  bytes = 0
  readonly since: number
  readonly dropBody: () => void
  readonly #room: BodyRoom

  constructor(room: BodyRoom, since: number, dropBody: () => void) {
    this.#room = room
    this.since = since
    this.dropBody = dropBody
  }

  take(bytes: number): boolean {
    return this.#room.take(this, bytes)
  }

  settle(): void {
    this.#room.settle(this)
  }

  leave(): void {
    this.#room.empty(this)
  }
}

/** 4 MiB. An order is about 5 KB; the last event of an update of 5,000 items is 2 MB. */
export const maxEventBytes = 4 * 1024 * 1024

/** How much of a refused body is read and discarded, so that its sender can read the reason. */
const maxDiscardedBytes = 32 * 1024 * 1024

type StopReason = 'too-large' | 'no-room'

/** A body, or why reading stopped. The rest of the body is then still unread. */
type BodyRead = Buffer | StopReason

/** Passes each chunk of a request's body to `take`, which may stop the reading. */
class ChunkReader {
  readonly #request: IncomingMessage
  readonly #reading = Promise.withResolvers<StopReason | null>()
  readonly #onData: (chunk: Buffer) => void
  readonly #onEnd = (): void => this.#reading.resolve(null)
  readonly #onGone = (): void => this.#reading.reject(new Error('the sender went away'))

  constructor(request: IncomingMessage, take: (chunk: Buffer) => void) {
    this.#request = request
    this.#onData = take
  }

  /**
   * Resolves with null at the end of the body, or with the reason for stopping. Rejects if the
   * sender disconnects.
   */
  read(): Promise<StopReason | null> {
    const request = this.#request
    if (request.readableEnded) this.#onEnd()
    else if (request.destroyed) this.#onGone()
    request.on('data', this.#onData).on('end', this.#onEnd)
    request.on('error', this.#onGone).on('close', this.#onGone).resume()
    return this.#reading.promise.finally(() => {
      request.off('data', this.#onData).off('end', this.#onEnd).off('close', this.#onGone)
    })
  }

  /** Stops reading early and leaves the connection open. */
  stop(why: StopReason): void {
    this.#request.pause()
    this.#reading.resolve(why)
  }
}

/** A request's body as it arrives, and its place in the memory of all. */
class IncomingBody {
  readonly #maxBytes: number
  readonly #place: BodyPlace
  readonly #reader: ChunkReader
  #chunks: Buffer[] = []
  #bytes = 0

  constructor(request: IncomingMessage, maxBytes: number, room: BodyBudget) {
    this.#maxBytes = maxBytes
    this.#reader = new ChunkReader(request, (chunk) => this.#add(chunk))
    this.#place = room.enter(() => this.#giveWay())
  }

  async read(): Promise<BodyRead> {
    const why = await this.#reader.read()
    if (why === null) {
      this.#place.settle()
      return Buffer.concat(this.#chunks, this.#bytes)
    }
    // Free the memory of the part that was read; it isn't used.
    this.leave()
    return why
  }

  leave(): void {
    this.#chunks = []
    this.#place.leave()
  }

  #add(chunk: Buffer): void {
    if (this.#bytes + chunk.length > this.#maxBytes) this.#reader.stop('too-large')
    else if (!this.#place.take(chunk.length)) this.#reader.stop('no-room')
    else {
      this.#bytes += chunk.length
      this.#chunks.push(chunk)
    }
  }

  #giveWay(): void {
    this.#chunks = []
    this.#reader.stop('no-room')
  }
}

/**
 * Reads a request's body, up to `most` bytes and while there is room. The room stays taken until
 * `use` resolves. Rejects if the sender disconnects.
 */
export async function withBody<Value>(
  request: IncomingMessage,
  { max, room }: { max: number; room: BodyBudget },
  use: (body: BodyRead) => Promise<Value>,
): Promise<Value> {
  const body = new IncomingBody(request, max, room)
  try {
    return await use(await body.read())
  } finally {
    body.leave()
  }
}

/** Reads and discards the rest of a body, up to a limit. Rejects if the sender disconnects. */
async function discardBody(request: IncomingMessage): Promise<void> {
  let bytes = 0
  const reader = new ChunkReader(request, (chunk) => {
    bytes += chunk.length
    if (bytes > maxDiscardedBytes) reader.stop('too-large')
  })
  await reader.read()
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
