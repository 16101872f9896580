import { hash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { fail, ok, type Result } from '#contract/result.ts'

/** A body of 4 MiB, 64 levels deep. An order is about 5 KB and 8 levels; what ends an update of 5,000 items is 2 MB. */
export const mostBytes = 4 * 1024 * 1024
const mostDepth = 64

/** How much of a body that is refused is taken off the line, so that its sender gets to read why. */
const mostDiscarded = 32 * 1024 * 1024

/** The memory that all bodies under way share. */
export interface BodyRoom {
  /** False where there is no room for so many bytes more. */
  take(bytes: number): boolean
  give(bytes: number): void
}

export function createBodyRoom(most: number): BodyRoom {
  let taken = 0
  return {
    take(bytes) {
      if (taken + bytes > most) return false
      taken += bytes
      return true
    },
    give(bytes) {
      taken -= bytes
    },
  }
}

/** A body, or why it was not read to its end: what is left of it is still on the line. */
export type BodyRead = Buffer | 'too-large' | 'no-room'

/** The pieces of a body. Whoever stops before its end leaves the connection as it is. */
const pieces = (request: IncomingMessage) =>
  request.iterator({ destroyOnReturn: false }) as AsyncIterable<Buffer>

/**
 * Reads a request's body, up to `most` and as long as there is room, which stays taken as long as the answer of `use` is
 * not there. Rejects where the sender goes away.
 */
export async function withBody<Value>(
  request: IncomingMessage,
  { most, room }: { most: number; room: BodyRoom },
  use: (body: BodyRead) => Promise<Value>,
): Promise<Value> {
  const chunks: Buffer[] = []
  let bytes = 0
  const give = (): void => {
    room.give(bytes)
    bytes = 0
    chunks.length = 0
  }
  async function read(): Promise<BodyRead> {
    for await (const chunk of pieces(request)) {
      if (bytes + chunk.length > most) return 'too-large'
      if (!room.take(chunk.length)) return 'no-room'
      bytes += chunk.length
      chunks.push(chunk)
    }
    return Buffer.concat(chunks, bytes)
  }
  try {
    const body = await read()
    // Nobody waits for what was begun and is not wanted.
    if (typeof body === 'string') give()
    return await use(body)
  } finally {
    give()
  }
}

/** Takes what is left of a body off the line, up to a limit. Rejects where the sender goes away. */
async function discardBody(request: IncomingMessage): Promise<void> {
  let bytes = 0
  for await (const chunk of pieces(request)) {
    bytes += chunk.length
    if (bytes > mostDiscarded) return
  }
}

/**
 * Says no to a sender that is still sending: the answer is whole at once, and what is left of the body is taken off the
 * line before the connection ends. One that ended at once would take the answer with it.
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

/** Whether JSON text nests deeper than allowed, without parsing it: brackets within strings do not count. */
function isTooDeep(text: string): boolean {
  let depth = 0
  let inString = false
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (inString) {
      if (code === 92) at++
      else if (code === 34) inString = false
    } else if (code === 34) inString = true
    else if (code === 123 || code === 91) {
      if (++depth > mostDepth) return true
    } else if (code === 125 || code === 93) depth--
  }
  return false
}

function hasPoisonedKey(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).some(([key, inner]) => key === '__proto__' || hasPoisonedKey(inner))
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

export interface EventBody {
  text: string
  json: unknown
  type: string
  /** Unique to the event: its own id, or a hash of the body where it has none. */
  key: string
}

/**
 * Looks at a webhook body no more than keeping it once needs: JSON, an object, its `type` and `eventId`
 * (platform/README.md, Events). Refuses with `bad-input` what no platform would send: other text, a `__proto__`, too deep.
 */
export function inspectBody(body: Buffer): Result<EventBody> {
  let text: string
  let event: unknown
  try {
    text = utf8.decode(body)
    if (isTooDeep(text)) return fail('bad-input', 'nested too deeply')
    event = JSON.parse(text)
  } catch {
    return fail('bad-input', 'not JSON')
  }
  if (typeof event !== 'object' || event === null || Array.isArray(event))
    return fail('bad-input', 'not an object')
  // The key can be spelled with escapes, which only parsing undoes.
  if ((text.includes('__proto__') || text.includes('\\u')) && hasPoisonedKey(event))
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
