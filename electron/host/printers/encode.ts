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
function linesOf({ text, lead, loud }: Drawn, most: number, cells: Cells): string[] {
  const edge = loud ? ' ' : ''
  const indent = widthOf(lead, cells)
  const room = Math.max(most - indent - 2 * edge.length, 4)
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

async function createEncoder() {
  // The encoder is half a megabyte, so it is loaded only for printing.
  const { default: Encoder } = await import('@point-of-sale/receipt-printer-encoder')
  return new Encoder({
    language: 'esc-pos',
    // It knows no greater number. Our lines are shorter, so it never breaks them.
    columns: columnLimits.most,
    // Every manufacturer that the encoder supports gives both code pages these numbers.
    codepageMapping: { cp858: 19, windows1252: 16, cp437: 0 },
    codepageCandidates: ['cp858', 'windows1252'],
    feedBeforeCut: linesToKnife,
  })
    .initialize()
    .codepage('auto')
}

/**
 * Encodes a printout as ESC/POS for a printer: it switches code pages where a letter needs it,
 * draws a line that has a letter without a code page or prints plain letters instead, cuts at the
 * end, and asks the question whose answer says that everything is printed.
 */
export async function encodePaper(paper: Paper, format: PrinterFormat): Promise<Uint8Array> {
  const lettering = await letteringFor(paper, format)
  const { font, isText } = lettering
  const cells: Cells = (letter) => (font === null || isText(letter) ? 1 : font.cells(letter))
  const columns = format.columns ?? usualColumns[format.width]
  const encoder = await createEncoder()
  const parts: Uint8Array[] = []
  let images = 0

  /** Columns of normal letters before a line. */
  const indentOf = ({ text, wide, centred }: PrinterLine): number =>
    centred ? Math.max(Math.floor((columns - widthOf(text, cells) * wide) / 2), 0) : 0

  function write(line: PrinterLine): void {
    encoder
      .text(' '.repeat(indentOf(line)))
      .size(line.wide, line.high)
      .bold(line.bold)
      .invert(line.loud)
      .line(line.text)
      .invert(false)
      .bold(false)
      .size(1, 1)
  }

  async function draw(line: PrinterLine, letters: PrinterFont): Promise<void> {
    const indent = indentOf(line)
    parts.push(encoder.encode(), lineImage(line.text, { ...line, indent }, letters))
    images++
    if (images % imagesAtOnce === 0) await nextTurn()
  }

  for (const line of paper)
    switch (line.kind) {
      case 'line':
      case 'pair':
        for (const each of printerLines(line, columns, cells, lettering))
          if (font === null || isTextOf(each.text, lettering)) write(each)
          else await draw(each, font)
        break
      case 'rule':
        encoder.line(ruleLetter(line.double, format).repeat(columns))
        break
      case 'gap':
        encoder.newline()
        break
      case 'cut':
        encoder.cut('partial')
        break
    }
  return Buffer.concat([...parts, encoder.cut('partial').raw(askForState).encode()])
}
