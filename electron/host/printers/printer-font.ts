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

/** What stands for a letter that the font lacks. */
const box: Glyph = {
  dots: fontDots,
  rows: Array.from({ length: fontRows }, (_, row) => {
    if (row < 2 || row > 13) return 0
    return row === 2 || row === 13 ? 0x7e : 0x42
  }),
}

const isMark = (letter: string): boolean => /^[\p{Mn}\p{Me}]/u.test(letter)

/** Letters that have no code page. Only their pictures can be printed. */
export class PrinterFont {
  readonly #bytes: Buffer
  /** Where the dots of each letter start, times two; plus one if they are wide. */
  readonly #places = new Map<number, number>()

  constructor(bytes: Buffer) {
    this.#bytes = bytes
    const count = bytes.readUInt32LE(0)
    let start = 4 * (1 + count)
    for (let index = 1; index <= count; index++) {
      const entry = bytes.readUInt32LE(4 * index)
      const isWide = entry & 1
      this.#places.set(entry >>> 1, start * 2 + isWide)
      start += fontRows * (1 + isWide)
    }
  }

  glyph(letter: string): Glyph {
    const place = this.#placeOf(letter)
    if (place === undefined) return box
    const { at, isWide } = place
    const bytes = this.#bytes
    const rows = Array.from({ length: fontRows }, (_, row) =>
      isWide ? bytes.readUInt16BE(at + 2 * row) : bytes.readUInt8(at + row),
    )
    return { dots: isWide ? 2 * fontDots : fontDots, rows }
  }

  /** Columns that a letter takes: 1, 2 for wide letters, and 0 for marks on the letter before. */
  cells(letter: string): number {
    if (isMark(letter)) return 0
    return this.#placeOf(letter)?.isWide === true ? 2 : 1
  }

  #placeOf(letter: string): { at: number; isWide: boolean } | undefined {
    const place = this.#places.get(letter.codePointAt(0) ?? 0)
    return place === undefined ? undefined : { at: place >> 1, isWide: (place & 1) === 1 }
  }
}

async function readFont(): Promise<PrinterFont> {
  const { default: file } = await import('../../../resources/printer-font/letters.json', {
    with: { type: 'json' },
  })
  return new PrinterFont(await unpack(Buffer.from(file.brotli, 'base64')))
}

let font: Promise<PrinterFont> | undefined

/** Loads the font once. It takes two megabytes of memory, so nothing loads it before it is needed. */
export function loadPrinterFont(): Promise<PrinterFont> {
  font ??= readFont()
  return font
}
