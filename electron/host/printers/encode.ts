import { setImmediate as nextTurn } from 'node:timers/promises'
import { columnLimits, usualColumns } from '#contract/printers/fields.ts'
import type { LetterSize, Paper, PaperLine } from '#domain/printers/paper.ts'
import { lineImage } from './line-image.ts'
import { isTextOf, letteringFor, textFor, type Lettering, type PrinterFormat } from './lettering.ts'
import type { PrinterFont } from './printer-font.ts'
import { widthOf, wrap, type Cells } from './wrap.ts'

/** Lines from the print head to the cutter. */
const linesToKnife = 4
const largest = 4

/**
 * `GS r 1`, the paper sensor status. A printer answers with one byte after it has printed
 * everything before it.
 */
export const askForState = [0x1d, 0x72, 0x01]

type Drawn = PaperLine & { kind: 'line' }

/** How many times letters are stretched, in width and height. `length` is the text's in columns. */
function range(size: LetterSize, length: number, columns: number): [number, number] {
  switch (size) {
    case 'normal':
      return [1, 1]
    case 'tall':
      return [1, 2]
    case 'large':
      return [2, 2]
    case 'huge': {
      const by = Math.max(2, Math.min(largest, Math.floor(columns / Math.max(length, 1))))
      return [by, by]
    }
  }
}

/**
 * Splits a line of the printout into lines of the printer. The lead is before the first one; its
 * width indents the others.
 */
function linesOf({ text, lead, loud }: Drawn, max: number, cells: Cells): string[] {
  const edge = loud ? ' ' : ''
  const indent = widthOf(lead, cells)
  const room = Math.max(max - indent - 2 * edge.length, 4)
  return wrap(text, room, cells).map(
    (part, index) => (index === 0 ? lead : ' '.repeat(indent)) + edge + part + edge,
  )
}

/**
 * Puts an amount at the right end of the line, or in the next line if both do not fit. Leading
 * spaces stay.
 */
function pairOf(left: string, right: string, columns: number, cells: Cells): string[] {
  const rest = left.trimStart()
  const edge = ' '.repeat(left.length - rest.length)
  const lines = wrap(rest, columns - 2 - edge.length, cells).map((part) => edge + part)
  const last = lines.pop() ?? ''
  const space = columns - widthOf(last, cells) - widthOf(right, cells)
  return space >= 1
    ? [...lines, last + ' '.repeat(space) + right]
    : [...lines, last, ' '.repeat(Math.max(columns - widthOf(right, cells), 0)) + right]
}

/** A line of the printer, and how it looks. */
interface PrinterLine {
  text: string
  wide: number
  high: number
  bold: boolean
  loud: boolean
  centred: boolean
}

/** The lines of the printer for a line of the printout. */
function printerLines(
  line: PaperLine & { kind: 'line' | 'pair' },
  columns: number,
  cells: Cells,
  lettering: Lettering,
): PrinterLine[] {
  if (line.kind === 'pair') {
    const look = { wide: 1, high: 1, bold: line.bold, loud: false, centred: false }
    const [left, right] = [textFor(line.left, lettering), textFor(line.right, lettering)]
    return pairOf(left, right, columns, cells).map((text) => ({ text, ...look }))
  }
  const text = textFor(line.text, lettering)
  const lead = textFor(line.lead, lettering)
  // Black letters have an edge on both sides.
  const length = widthOf(text, cells) + (line.loud ? 2 : 0)
  const [wide, high] = range(line.size, length, columns)
  const { bold, loud, centred } = line
  return linesOf({ ...line, text, lead }, Math.floor(columns / wide), cells).map((part) => ({
    text: part,
    wide,
    high,
    bold,
    loud,
    centred,
  }))
}

function ruleLetter(isDouble: boolean, { letters }: PrinterFormat): string {
  if (letters === 'code-page') return isDouble ? '═' : '─'
  return isDouble ? '=' : '-'
}

/** Images between two turns of the program: each takes about a millisecond. */
const imagesAtOnce = 10

async function newEncoder() {
  // The encoder is half a megabyte, so it is loaded only for printing.
  const { default: Encoder } = await import('@point-of-sale/receipt-printer-encoder')
  return new Encoder({
    language: 'esc-pos',
    // It knows no greater number. Our lines are shorter, so it never breaks them.
    columns: columnLimits.max,
    // Every manufacturer that the encoder supports gives both code pages these numbers.
    codepageMapping: { cp858: 19, windows1252: 16, cp437: 0 },
    codepageCandidates: ['cp858', 'windows1252'],
    feedBeforeCut: linesToKnife,
  })
    .initialize()
    .codepage('auto')
}

/** Encodes the lines of one printout. */
class PaperEncoding {
  readonly #encoder: Awaited<ReturnType<typeof newEncoder>>
  readonly #format: PrinterFormat
  readonly #lettering: Lettering
  readonly #columns: number
  readonly #cells: Cells = (letter) => this.#cellsOf(letter)
  readonly #parts: Uint8Array[] = []
  #images = 0

  constructor(
    encoder: Awaited<ReturnType<typeof newEncoder>>,
    format: PrinterFormat,
    lettering: Lettering,
  ) {
    this.#encoder = encoder
    this.#format = format
    this.#lettering = lettering
    this.#columns = format.columns ?? usualColumns[format.width]
  }

  async add(line: PaperLine): Promise<void> {
    switch (line.kind) {
      case 'line':
      case 'pair':
        await this.#addText(line)
        break
      case 'rule':
        this.#encoder.line(ruleLetter(line.double, this.#format).repeat(this.#columns))
        break
      case 'gap':
        this.#encoder.newline()
        break
      case 'cut':
        this.#encoder.cut('partial')
        break
    }
  }

  bytes(): Uint8Array {
    return Buffer.concat([...this.#parts, this.#encoder.cut('partial').raw(askForState).encode()])
  }

  async #addText(line: PaperLine & { kind: 'line' | 'pair' }): Promise<void> {
    const { font } = this.#lettering
    for (const each of printerLines(line, this.#columns, this.#cells, this.#lettering))
      if (font === null || isTextOf(each.text, this.#lettering)) this.#write(each)
      else await this.#draw(each, font)
  }

  #write(line: PrinterLine): void {
    this.#encoder
      .text(' '.repeat(this.#indentOf(line)))
      .size(line.wide, line.high)
      .bold(line.bold)
      .invert(line.loud)
      .line(line.text)
      .invert(false)
      .bold(false)
      .size(1, 1)
  }

  async #draw(line: PrinterLine, font: PrinterFont): Promise<void> {
    const indent = this.#indentOf(line)
    this.#parts.push(this.#encoder.encode(), lineImage(line.text, { ...line, indent }, font))
    this.#images++
    if (this.#images % imagesAtOnce === 0) await nextTurn()
  }

  /** Columns of normal letters before a line. */
  #indentOf({ text, wide, centred }: PrinterLine): number {
    const width = widthOf(text, this.#cells) * wide
    return centred ? Math.max(Math.floor((this.#columns - width) / 2), 0) : 0
  }

  #cellsOf(letter: string): number {
    const { font, isText } = this.#lettering
    return font === null || isText(letter) ? 1 : font.cells(letter)
  }
}

/**
 * Encodes a printout as ESC/POS for a printer: it switches code pages where a letter needs it,
 * draws a line that has a letter without a code page or prints plain letters instead, cuts at the
 * end, and asks the question whose answer says that everything is printed.
 */
export async function encodePaper(paper: Paper, format: PrinterFormat): Promise<Uint8Array> {
  const lettering = await letteringFor(paper, format)
  const encoding = new PaperEncoding(await newEncoder(), format, lettering)
  for (const line of paper) await encoding.add(line)
  return encoding.bytes()
}
