import { hash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import { fail, ok, type Result } from '#contract/result.ts'

/** A body of 1 MiB, 64 levels deep. An order is about 5 KB and 8 levels. */
export const mostBytes = 1024 * 1024
const mostDepth = 64

/** Reads a request's body; null where it grows past the limit, and reading stops there. Rejects where the sender goes away. */
export async function readBody(request: IncomingMessage): Promise<Buffer | null> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > mostBytes) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, bytes)
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
