import { constants, zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { usualOrder } from './usual-order.ts'

/** An inbox message of an order: its key and its text, as it came. */
export interface ArchivedMessage {
  key: string
  body: string
}

/** With a checksum, so that a damaged value is never read as another one. */
const withLevel = (level: number) => ({
  params: { [constants.ZSTD_c_compressionLevel]: level, [constants.ZSTD_c_checksumFlag]: 1 },
  dictionary: usualOrder,
})
/** An order stays for months; its messages are larger and stay for a week. */
const [ofOrder, ofMessages] = [withLevel(9), withLevel(3)]

const unpack = (packed: Uint8Array): unknown => {
  try {
    return JSON.parse(zstdDecompressSync(packed, { dictionary: usualOrder }).toString())
  } catch {
    return null
  }
}

export const packContent = (content: unknown): Uint8Array =>
  zstdCompressSync(JSON.stringify(content), ofOrder)
/** Null if it is damaged. */
export const unpackContent = unpack

export const packMessages = (messages: readonly ArchivedMessage[]): Uint8Array =>
  zstdCompressSync(JSON.stringify(messages), ofMessages)
/** None if they are damaged. */
export const unpackMessages = (packed: Uint8Array): ArchivedMessage[] =>
  (unpack(packed) as ArchivedMessage[] | null) ?? []
