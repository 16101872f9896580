import { hash } from 'node:crypto'
import { fail, ok, type Result } from '#contract/shared/result.ts'
import { notJson, parseJson } from './tolerant/json.ts'

/** An order has about 8 levels. */
const maxDepth = 64

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The body of an event, as far as storing it requires. */
export interface EventBody {
  text: string
  json: unknown
  type: string
  /** Unique to the event: its own id, or else a hash of the body. */
  key: string
}

function decode(body: Uint8Array): string | null {
  try {
    return utf8.decode(body)
  } catch {
    return null
  }
}

/** Of a value that isn't deep. */
function hasPoisonedKey(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return Object.hasOwn(value, '__proto__') || Object.values(value).some(hasPoisonedKey)
}

/**
 * Checks a webhook body only as far as storing it requires: JSON, an object, its `type` and
 * `eventId` (platform/README.md, Events). Refuses with `bad-input` what no platform would send:
 * other text, a `__proto__` key, too deep, too many values (tolerant/json.ts).
 */
export function inspectBody(body: Uint8Array): Result<EventBody> {
  const text = decode(body)
  if (text === null) return fail('bad-input', notJson)
  const parsed = parseJson(text, maxDepth)
  if (!parsed.ok) return fail('bad-input', parsed.why)
  const event = parsed.value
  if (typeof event !== 'object' || event === null || Array.isArray(event))
    return fail('bad-input', 'not an object')
  // The key may be written with escapes, which only parsing resolves.
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
