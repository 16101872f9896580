import { isUnencrypted } from '#contract/connection.ts'
import type { Connection } from './connection.ts'

/** A picture as it came. */
export interface Picture {
  /** A bitmap's media type; drawings that can carry script are not taken. */
  type: string
  bytes: Uint8Array
}

const types = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif']
const mostBytes = 2 * 1024 * 1024
const answerWithinMs = 15_000

/** Whether a menu's picture may be asked for: over https, or from the platform's own address. No token goes along. */
function mayAsk(url: string, { v3Url, allowHttp }: Connection): boolean {
  if (allowHttp !== true && isUnencrypted(url)) return false
  try {
    const { protocol, origin } = new URL(url)
    return protocol === 'https:' || origin === new URL(v3Url).origin
  } catch {
    return false
  }
}

async function readUpTo(
  body: ReadableStream<Uint8Array>,
  most: number,
): Promise<Uint8Array | null> {
  const parts: Uint8Array[] = []
  let size = 0
  for await (const part of body) {
    size += part.length
    if (size > most) return null
    parts.push(part)
  }
  return Buffer.concat(parts)
}

/**
 * A picture that a menu names (`images`). Null where it may not be asked for, is not there, is no
 * bitmap, or is larger than 2 MiB. Never throws. On fetch itself, since ofetch
 * reads a body of any size.
 */
export async function readPicture(connection: Connection, url: string): Promise<Picture | null> {
  if (!mayAsk(url, connection)) return null
  try {
    const signal = AbortSignal.timeout(answerWithinMs)
    const response = await fetch(url, { signal, redirect: 'error' })
    const type = (response.headers.get('content-type') ?? '').split(';')[0]?.trim() ?? ''
    if (!response.ok || response.body === null || !types.includes(type)) {
      await response.body?.cancel()
      return null
    }
    const bytes = await readUpTo(response.body, mostBytes)
    return bytes === null ? null : { type, bytes }
  } catch {
    return null
  }
}
