import type { RollWidth } from '#contract/printers/fields.ts'
import type { PrinterFormat } from '#host/printers/lettering.ts'
import { letterOf } from './code-pages.ts'

/** Letters of one style on a line of a receipt. */
export interface ReceiptRun {
  text: string
  /** Width and height, as a multiple of normal letters. */
  wide: number
  high: number
  bold: boolean
  loud: boolean
}

/** A raster image, which is a line of its own. */
export interface ReceiptImage {
  /** The number of lines before it. */
  line: number
  /** The dots of each row, `#` or a space. */
  rows: string[]
}

/** What a receipt printer prints for bytes. */
export interface Receipt {
  lines: ReceiptRun[][]
  images: ReceiptImage[]
  cuts: number
  /** How often the printer was asked for its state. */
  asked: number
  /** The code pages that were selected, in order. */
  pages: number[]
}

type Look = Omit<ReceiptRun, 'text'>
const plain: Look = { wide: 1, high: 1, bold: false, loud: false }

/**
 * Reads ESC/POS as a printer does, as far as our printouts use it. An unknown command is an error,
 * since a printer would print it as garbage.
 */
export function readReceipt(bytes: Uint8Array): Receipt {
  const receipt: Receipt = { lines: [], images: [], cuts: 0, asked: 0, pages: [] }
  let look = plain
  let page = 0
  let line: ReceiptRun[] = []
  let at = 0
  const next = (): number => {
    const byte = bytes[at++]
    if (byte === undefined) throw new Error('cut off within a command')
    return byte
  }

  function write(text: string): void {
    const last = line.at(-1)
    const isSame =
      last !== undefined &&
      JSON.stringify({ ...last, text: '' }) === JSON.stringify({ text: '', ...look })
    if (isSame) last.text += text
    else line.push({ text, ...look })
  }
  function escape(command: number): void {
    if (command === 0x40) look = plain
    else if (command === 0x45) look = { ...look, bold: next() === 1 }
    else if (command === 0x4d) next()
    else if (command === 0x74) receipt.pages.push((page = next()))
    else throw new Error(`ESC ${String(command)} at ${String(at)}`)
  }
  const nextTwo = (): number => next() + next() * 256
  function image(): void {
    if (next() !== 0x30 || next() !== 0) throw new Error(`GS v at ${String(at)}`)
    const bytesOfRow = nextTwo()
    const rows = Array.from({ length: nextTwo() }, () =>
      Array.from({ length: bytesOfRow }, () => next().toString(2).padStart(8, '0')).join(''),
    )
    const dots = rows.map((row) => row.replaceAll('0', ' ').replaceAll('1', '#'))
    receipt.images.push({ line: receipt.lines.length, rows: dots })
    receipt.lines.push([])
    if (line.length > 0) throw new Error('an image in the middle of a line')
  }
  function group(command: number): void {
    if (command === 0x21) {
      const size = next()
      look = { ...look, wide: (size >> 4) + 1, high: (size & 0x0f) + 1 }
    } else if (command === 0x42) look = { ...look, loud: next() === 1 }
    else if (command === 0x56) {
      next()
      receipt.cuts++
    } else if (command === 0x72) {
      next()
      receipt.asked++
    } else if (command === 0x76) image()
    else throw new Error(`GS ${String(command)} at ${String(at)}`)
  }

  while (at < bytes.length) {
    const byte = next()
    if (byte === 0x1b) escape(next())
    else if (byte === 0x1d) group(next())
    // FS and a dot switch Chinese letters off.
    else if (byte === 0x1c && next() === 0x2e) continue
    else if (byte === 0x0a) {
      receipt.lines.push(line)
      line = []
    } else if (byte >= 0x20) write(letterOf(byte, page))
    else if (byte !== 0x0d) throw new Error(`byte ${String(byte)} at ${String(at)}`)
  }
  return receipt
}

/** What a printer of this width prints, unless a manager says otherwise. */
export const usualFormat = (width: RollWidth): PrinterFormat => ({
  width,
  columns: null,
  letters: 'code-page',
  images: true,
})

export const receiptText = (receipt: Receipt): string =>
  receipt.lines
    .map((runs) =>
      runs
        .map(({ text }) => text)
        .join('')
        .trimEnd(),
    )
    .join('\n')
