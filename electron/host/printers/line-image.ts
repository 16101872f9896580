import { fontDots, fontRows, type PrinterFont } from './printer-font.ts'

/** Dots of a column of font A, and of the feed of a line: a sixth of an inch at 203 dpi. */
const columnDots = 12
const feedDots = 34

/** How a line of the printout looks. */
export interface LineLook {
  /** How many times letters are stretched. */
  wide: number
  high: number
  bold: boolean
  /** White on black. */
  loud: boolean
  /** Columns of normal letters before it. */
  indent: number
}

/** Puts the letters of a line next to each other, with the dots of the font. */
function compose(text: string, font: PrinterFont): Uint8Array[] {
  const letters = Array.from(text, (letter) => ({
    glyph: font.glyph(letter),
    dots: font.cells(letter) * fontDots,
  }))
  const wide = letters.reduce((sum, { dots }) => sum + dots, 0)
  const rows = Array.from({ length: fontRows }, () => new Uint8Array(wide))
  let end = 0
  let last = 0
  for (const { glyph, dots } of letters) {
    if (dots > 0) last = dots
    // A mark is above the middle of the letter before it.
    const start = dots > 0 ? end : end - (last + glyph.dots) / 2
    glyph.rows.forEach((bits, row) => {
      for (let dot = 0; dot < glyph.dots; dot++)
        if ((bits >> (glyph.dots - 1 - dot)) & 1 && start + dot >= 0)
          (rows[row] as Uint8Array)[start + dot] = 1
    })
    end += dots
  }
  return rows
}

/**
 * Enlarges a row of dots by three halves of `times`. A stroke of one dot always gets the same width,
 * and the space between two strokes never closes.
 */
function enlarge(row: Uint8Array, times: number): Uint8Array {
  const enlarged = new Uint8Array((row.length * 3 * times) / 2)
  row.forEach((dot, at) => {
    if (dot === 0) return
    enlarged.fill(1, Math.floor((at * 3 * times) / 2), Math.ceil(((at + 1) * 3 * times) / 2))
  })
  return enlarged
}

/** Makes strokes wider to the right by as many dots, where a space remains. */
function embolden(row: Uint8Array, by: number): Uint8Array {
  let bold = row
  for (let times = 0; times < by; times++) {
    const before = bold
    bold = before.map((dot, at) =>
      Number(dot === 1 || (before[at - 1] === 1 && before[at + 1] !== 1)),
    )
  }
  return bold
}

/** Draws all dots of a line, one byte each. */
function draw(text: string, look: LineLook, font: PrinterFont): Uint8Array[] {
  const columns = compose(text, font)
  const wide = columns.map((row) => enlarge(row, look.wide))
  const bold = look.bold ? wide.map((row) => embolden(row, look.wide)) : wide
  const width = bold[0]?.length ?? 0
  // The same from top to bottom.
  const high = (fontRows * 3 * look.high) / 2
  const rows = Array.from({ length: high }, () => new Uint8Array(width))
  bold.forEach((row, at) => {
    const first = Math.floor((at * 3 * look.high) / 2)
    const last = Math.ceil(((at + 1) * 3 * look.high) / 2)
    for (const target of rows.slice(first, last))
      row.forEach((dot, x) => {
        if (dot === 1) target[x] = 1
      })
  })
  return look.loud ? rows.map((row) => row.map((dot) => 1 - dot)) : rows
}

/** `DLE` and what makes a command of it. Printers obey these also in the middle of an image. */
const dle = 0x10
const obeyed = new Set([0x04, 0x05, 0x14])

/**
 * Encodes a line as a raster image (`GS v 0`), in the size and the weight that its text would have.
 * For a line that has a letter without a code page.
 */
export function lineImage(text: string, look: LineLook, font: PrinterFont): Uint8Array {
  const rows = draw(text, look, font)
  const left = look.indent * columnDots
  const bytesOfRow = Math.ceil((left + (rows[0]?.length ?? 0)) / 8)
  const height = Math.max(rows.length, feedDots)
  const image = new Uint8Array(bytesOfRow * height)
  rows.forEach((row, y) =>
    row.forEach((dot, x) => {
      const at = y * bytesOfRow + ((left + x) >> 3)
      if (dot === 1) image[at] = (image[at] ?? 0) | (0x80 >> ((left + x) & 7))
    }),
  )
  image.forEach((byte, at) => {
    // One more dot, and it is no command any more.
    if (byte === dle && obeyed.has(image[at + 1] ?? 0)) image[at] = dle | (dle >> 1)
  })
  const head = [0x1d, 0x76, 0x30, 0, bytesOfRow & 0xff, bytesOfRow >> 8, height & 0xff, height >> 8]
  return Uint8Array.from([...head, ...image])
}
