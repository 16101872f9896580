import type { IncomingMessage, ServerResponse } from 'node:http'
import { fail, type Result } from '#contract/shared/result.ts'
import { inspectBody, type EventBody } from '#platform/event-body.ts'
import { worker } from '../worker/worker.ts'
import type { BodyBudget, BodyPlace } from './body-room.ts'

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
