/*
 * Makes letters.json from the files of GNU Unifont:
 *
 *   node resources/printer-font/make.ts unifont.hex unifont_upper.hex
 *
 * Each line of such a file is a code point and the dots of its letter in hexadecimal digits, 8 or
 * 16 dots wide and 16 high. The last file wins. Of the upper planes only signs and emoji are kept.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'

const firstUpper = 0x10000
const signs = { first: 0x1f000, last: 0x1faff }
/** Hexadecimal digits of a letter that is 16 dots wide. */
const wideDigits = 64

const letters = new Map<number, string>()
for (const file of process.argv.slice(2))
  for (const line of readFileSync(file, 'utf8').trim().split('\n')) {
    const [code = '', dots = ''] = line.trim().split(':')
    const at = parseInt(code, 16)
    if (at < firstUpper || (at >= signs.first && at <= signs.last)) letters.set(at, dots)
  }

const sorted = [...letters].toSorted(([one], [other]) => one - other)
// The number of letters, then the code point of each with its lowest bit for wide ones, then the dots.
const head = new DataView(new ArrayBuffer(4 * (1 + sorted.length)))
head.setUint32(0, sorted.length, true)
sorted.forEach(([code, dots], at) =>
  head.setUint32(4 * (1 + at), code * 2 + Number(dots.length === wideDigits), true),
)
const bytes = Buffer.concat([
  Buffer.from(head.buffer),
  ...sorted.map(([, dots]) => Buffer.from(dots, 'hex')),
])
const brotli = brotliCompressSync(bytes, {
  params: {
    [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
    [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
  },
}).toString('base64')
writeFileSync(join(import.meta.dirname, 'letters.json'), `${JSON.stringify({ brotli }, null, 2)}\n`)
