import { hash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { fail, ok, type Result } from '#contract/result.ts'
import type { Steps } from '#contract/steps.ts'
import { notJson, readJson } from '#platform/tolerant/json.ts'

/** A body of 4 MiB, 64 levels deep. An order is about 5 KB and 8 levels; what ends an update of 5,000 items is 2 MB. */
export const mostBytes = 4 * 1024 * 1024
const mostDepth = 64

/** How much of a body that is refused is read and thrown away, so that its sender gets to read why. */
const mostDiscarded = 32 * 1024 * 1024

/** What one body holds of the room. */
interface BodyPlace {
  /** False where there is no room for so many bytes more, also by making some. */
  take(bytes: number): boolean
  /** All of it has come and is being used: it gives way to nobody any more. */
  settle(): void
  /** Gives back all that it holds. */
  leave(): void
}

/** The memory that all bodies under way share. */
export interface BodyRoom {
  /** A place for one body. `giveWay` is called where others need what it holds: it then holds nothing. */
  enter(giveWay: () => void): BodyPlace
}

/**
 * Room for so many bytes. Where it is short, the body that has cost most gives way: the bytes that it holds, times how
 * long it has been coming. Senders that stall or trickle so lose their place to one that sends. `now` is in milliseconds
 * that only go forward.
 */
export function createBodyRoom(most: number, now = () => performance.now()): BodyRoom {
  let taken = 0
  const coming = new Set<Holder>()
  interface Holder {
    bytes: number
    since: number
    giveWay: () => void
  }
  const cost = ({ bytes, since }: Holder): number => bytes * (now() - since + 1)

  function empty(holder: Holder): void {
    coming.delete(holder)
    taken -= holder.bytes
    holder.bytes = 0
  }
  /** False where nobody else costs more than who asks. */
  function makeRoom(asking: Holder, bytes: number): boolean {
    while (taken + bytes > most) {
      let dearest = { ...asking, bytes: asking.bytes + bytes }
      for (const holder of coming)
        if (holder !== asking && cost(holder) > cost(dearest)) dearest = holder
      if (!coming.has(dearest)) return false
      empty(dearest)
      dearest.giveWay()
    }
    return true
  }

  return {
    enter(giveWay) {
      const holder: Holder = { bytes: 0, since: now(), giveWay }
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

/** A body, or why it was not read to its end: the rest of it is still to come. */
type BodyRead = Buffer | 'too-large' | 'no-room'

/** Stops before the end of a body, and leaves the connection as it is. */
type Stop = (why: 'too-large' | 'no-room') => void

/**
 * Hands each piece of a body to `take`, which may stop that. Resolves with null at the end of the body, else with why it
 * was stopped. Rejects where the sender goes away.
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
 * Reads a request's body, up to `most` and as long as there is room, which stays taken as long as the answer of `use` is
 * not there. Rejects where the sender goes away.
 */
export async function withBody<Value>(
  request: IncomingMessage,
  { most, room }: { most: number; room: BodyRoom },
  use: (body: BodyRead) => Promise<Value>,
): Promise<Value> {
  let chunks: Buffer[] = []
  let bytes = 0
  let giveWay: Stop = () => undefined
  const place = room.enter(() => {
    chunks = []
    giveWay('no-room')
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
      (stop) => (giveWay = stop),
    )
    if (why !== null) {
      // Nobody waits for what was begun and is not wanted.
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

/** Reads what is left of a body and throws it away, up to a limit. Rejects where the sender goes away. */
async function discardBody(request: IncomingMessage): Promise<void> {
  let bytes = 0
  await readChunks(request, (chunk, stop) => {
    bytes += chunk.length
    if (bytes > mostDiscarded) stop('too-large')
  })
}

/**
 * Says no to a sender that is still sending: the answer is whole at once, and what is left of the body is read before
 * the connection ends. One that ended at once would take the answer with it.
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

function* hasPoisonedKey(value: unknown): Steps<boolean> {
  if (typeof value !== 'object' || value === null) return false
  if (Object.hasOwn(value, '__proto__')) return true
  for (const inner of Object.values(value))
    if (typeof inner === 'object' && (yield* hasPoisonedKey(inner))) return true
  yield
  return false
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

interface EventBody {
  text: string
  json: unknown
  type: string
  /** Unique to the event: its own id, or a hash of the body where it has none. */
  key: string
}

function decode(body: Buffer): string | null {
  try {
    return utf8.decode(body)
  } catch {
    return null
  }
}

/**
 * Looks at a webhook body no more than keeping it once needs: JSON, an object, its `type` and `eventId`
 * (platform/README.md, Events). Refuses with `bad-input` what no platform would send: other text, a `__proto__`, too deep,
 * too many parts (#platform/tolerant/json.ts).
 */
export function* inspectBody(body: Buffer): Steps<Result<EventBody>> {
  const text = decode(body)
  if (text === null) return fail('bad-input', notJson)
  const read = yield* readJson(text, { levels: mostDepth })
  if (!read.ok) return fail('bad-input', read.why)
  const event = read.value
  if (typeof event !== 'object' || event === null || Array.isArray(event))
    return fail('bad-input', 'not an object')
  // The key can be spelled with escapes, which only parsing undoes.
  if ((text.includes('__proto__') || text.includes('\\u')) && (yield* hasPoisonedKey(event)))
    return fail('bad-input', 'a key that is not allowed')
  const { type, eventId } = event as { type?: unknown; eventId?: unknown }
  const named = typeof eventId === 'string' && eventId !== '' && eventId.length <= 200
  return ok({
    text,
    json: event,
    type: typeof type === 'string' ? type.slice(0, 200) : '',
    key: named ? `id:${eventId}` : `hash:${hash('sha256', body, 'hex')}`,
  })
}
