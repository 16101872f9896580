import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'

const unpack = promisify(brotliDecompress)

/** Rows of every letter of the font. */
export const fontRows = 16
/** Dots of one column of the font; a wide letter takes two. */
export const fontDots = 8

/** A letter as the font has it. */
export interface Glyph {
  /** Dots of a row: 8 or 16. */
  dots: number
  /** The rows from top to bottom. The lowest bit is the dot on the right. */
  rows: readonly number[]
}

/** Letters that have no code page. Only their pictures can be printed. */
export interface PrinterFont {
  glyph(letter: string): Glyph
  /** Columns that a letter takes: 1, 2 for wide letters, and 0 for marks on the letter before. */
  cells(letter: string): number
}

/** What stands for a letter that the font lacks. */
const box: Glyph = {
  dots: fontDots,
  rows: Array.from({ length: fontRows }, (_, row) => {
    if (row < 2 || row > 13) return 0
    return row === 2 || row === 13 ? 0x7e : 0x42
  }),
}

const isMark = (letter: string): boolean => /^[\p{Mn}\p{Me}]/u.test(letter)

async function readFont(): Promise<PrinterFont> {
  const { default: file } = await import('../../../resources/printer-font/letters.json', {
    with: { type: 'json' },
  })
  const bytes = await unpack(Buffer.from(file.brotli, 'base64'))
  const count = bytes.readUInt32LE(0)
  /** Where the dots of each letter start, times two; plus one if they are wide. */
  const places = new Map<number, number>()
  let start = 4 * (1 + count)
  for (let index = 1; index <= count; index++) {
    const entry = bytes.readUInt32LE(4 * index)
    const isWide = entry & 1
    places.set(entry >>> 1, start * 2 + isWide)
    start += fontRows * (1 + isWide)
  }
  const placeOf = (letter: string) => {
    const place = places.get(letter.codePointAt(0) ?? 0)
    return place === undefined ? undefined : { at: place >> 1, isWide: (place & 1) === 1 }
  }

  return {
    glyph(letter) {
      const place = placeOf(letter)
      if (place === undefined) return box
      const rows = Array.from({ length: fontRows }, (_, row) =>
        place.isWide ? bytes.readUInt16BE(place.at + 2 * row) : bytes.readUInt8(place.at + row),
      )
      return { dots: place.isWide ? 2 * fontDots : fontDots, rows }
    },
    cells(letter) {
      if (isMark(letter)) return 0
      return placeOf(letter)?.isWide === true ? 2 : 1
    },
  }
}

let font: Promise<PrinterFont> | undefined

/** Loads the font once. It takes two megabytes of memory, so nothing loads it before it is needed. */
export function loadPrinterFont(): Promise<PrinterFont> {
  font ??= readFont()
  return font
}
