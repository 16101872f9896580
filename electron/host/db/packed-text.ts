import { promisify } from 'node:util'
import { constants, zstdCompress, zstdDecompressSync } from 'node:zlib'

/** The prefix of packed text; no JSON starts like this. */
const mark = 'zstd:'
const params = { [constants.ZSTD_c_compressionLevel]: 6 }

const compress = promisify(zstdCompress)

/** Compresses long JSON into text for a text column, in a thread of Node's own. */
export const packText = async (json: string): Promise<string> =>
  mark + (await compress(json, { params })).toString('base64')

/** Returns text that was never packed unchanged. Throws if the text is damaged. */
export const unpackText = (text: string): string =>
  text.startsWith(mark)
    ? zstdDecompressSync(Buffer.from(text.slice(mark.length), 'base64')).toString()
    : text
