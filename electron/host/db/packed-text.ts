import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompressSync } from 'node:zlib'
import type { Steps } from '#contract/steps.ts'
import { isShort } from '#platform/tolerant/tolerant.ts'

/** The prefix of packed text; no JSON starts like this. */
const mark = 'zstd:'
const params = { [constants.ZSTD_c_compressionLevel]: 6 }

const compress = promisify(zstdCompress)

/** Compresses long JSON into text for a text column, without blocking the event loop. */
export const packLongText = async (json: string): Promise<string> =>
  mark + (await compress(json, { params })).toString('base64')

/** Returns text that was never packed unchanged. Throws if the text is damaged. */
export const unpackText = (text: string): string =>
  text.startsWith(mark)
    ? zstdDecompressSync(Buffer.from(text.slice(mark.length), 'base64')).toString()
    : text

/** Same result as JSON.stringify, in steps, because a menu may have several megabytes. */
export function* writeJson(value: unknown): Steps<string> {
  if (typeof value !== 'object' || value === null || isShort(value)) return JSON.stringify(value)
  const parts: string[] = []
  if (Array.isArray(value)) {
    for (const member of value as unknown[]) {
      parts.push(member === undefined ? 'null' : yield* writeJson(member))
      yield
    }
    return `[${parts.join(',')}]`
  }
  for (const [name, member] of Object.entries(value)) {
    if (member !== undefined) parts.push(`${JSON.stringify(name)}:${yield* writeJson(member)}`)
    yield
  }
  return `{${parts.join(',')}}`
}
