import { createCipheriv, createDecipheriv } from 'node:crypto'
import { RefusedFile } from './refused-file.ts'

/** How much of the content is sealed at once: it takes a fraction of a millisecond. */
export const chunkBytes = 256 * 1024
const tagBytes = 16
export const sealedBytes = chunkBytes + tagBytes

/**
 * The nonce counts the chunks and marks the last one, so that missing, moved and added chunks are
 * found. Each file has a key of its own, so no nonce is used twice with a key.
 */
function nonceOf(nth: number, isLast: boolean): Buffer {
  const nonce = Buffer.alloc(12)
  nonce.writeUIntBE(nth, 5, 6)
  nonce[11] = isLast ? 1 : 0
  return nonce
}

export function sealChunk(key: Buffer, nth: number, isLast: boolean, content: Buffer): Buffer {
  const cipher = createCipheriv('aes-256-gcm', key, nonceOf(nth, isLast))
  return Buffer.concat([cipher.update(content), cipher.final(), cipher.getAuthTag()])
}

/** Throws `RefusedFile` if it isn't what was sealed as this chunk of this file. */
export function openChunk(key: Buffer, nth: number, isLast: boolean, sealed: Buffer): Buffer {
  if (sealed.length < tagBytes) throw new RefusedFile('damaged')
  const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(nth, isLast), {
    authTagLength: tagBytes,
  })
  decipher.setAuthTag(sealed.subarray(-tagBytes))
  const content = decipher.update(sealed.subarray(0, -tagBytes))
  try {
    decipher.final()
    return content
  } catch {
    throw new RefusedFile('damaged')
  }
}
