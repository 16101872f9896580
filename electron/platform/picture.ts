import { isUnencrypted } from '#contract/shared/unencrypted.ts'
import { fetchBytes } from './call/transport.ts'
import type { Connection } from './connection.ts'

export interface Picture {
  /** A bitmap's media type; formats that can contain scripts aren't accepted. */
  type: string
  bytes: Uint8Array
}

export const pictureTypes = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif']
export const maxPictureBytes = 2 * 1024 * 1024
const answerWithinMs = 15_000

/**
 * Whether a menu's picture may be requested: over https, or from the platform's own address. No
 * token is sent.
 */
function mayAsk(url: string, { v3Url, allowHttp }: Connection): boolean {
  if (allowHttp !== true && isUnencrypted(url)) return false
  try {
    const { protocol, origin } = new URL(url)
    return protocol === 'https:' || origin === new URL(v3Url).origin
  } catch {
    return false
  }
}

/**
 * A picture of a menu (`images`). Null if it may not be requested, is missing, is no bitmap, or is
 * larger than 2 MiB. Never throws.
 */
export async function readPicture(connection: Connection, url: string): Promise<Picture | null> {
  if (!mayAsk(url, connection)) return null
  try {
    const signal = AbortSignal.timeout(answerWithinMs)
    const answer = await fetchBytes(url, { signal, redirect: 'error' }, maxPictureBytes)
    const { status, headers, bytes } = answer
    const type = (headers.get('content-type') ?? '').split(';')[0]?.trim() ?? ''
    const isPicture = status < 300 && pictureTypes.includes(type)
    return isPicture && bytes !== null ? { type, bytes } : null
  } catch {
    return null
  }
}
