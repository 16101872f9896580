import { setImmediate as nextTurn } from 'node:timers/promises'
import type { RollWidth } from '#contract/printers/fields.ts'
import type { LetterSize, Paper, PaperLine } from '#domain/printers/paper.ts'
import { lineImage } from './line-image.ts'
import { loadPrinterFont, type PrinterFont } from './printer-font.ts'
import { widthOf, wrap, type Cells } from './wrap.ts'

/**
 * The characters of the two code pages (PC858 and Windows-1252) in addition to ASCII: western Latin
 * letters, signs, money.
 */
const western =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»ÁÂÀ©¢¥ãÃðÐÊËÈ€ÍÎÏ¦ÌÓßÔÒõÕµþÞÚÛÙýÝ¯´±¾¶§÷¸°¨·¹³²' +
  '‚„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ¤'
const known = new Set(western)

const isPlain = (letter: string): boolean => letter >= ' ' && letter <= '~'

/** Spaces of every width, and characters that join or hide letters. */
const blanks = /[\u00a0\u2000-\u200a\u202f\u205f\u3000\t]/g
const unseen = /[\p{Cf}\u2028\u2029\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu
/** A printer would take these for commands. */
const notLetters = /(?!\n)[\p{Cc}\p{Cs}]/gu

/** Text as it is printed: letters in their shortest form, and nothing that has no dots. */
export const printableText = (text: string): string =>
  text.normalize('NFC').replaceAll(blanks, ' ').replaceAll(unseen, '').replaceAll(notLetters, '?')

/** Whether a letter can be sent as text. */
const hasCodePage = (letter: string): boolean =>
  letter === '\n' || isPlain(letter) || known.has(letter)

/** Whether a line can be sent as text. Otherwise it is sent as an image. */
const isText = (line: string): boolean => {
  for (const letter of line) if (!hasCodePage(letter)) return false
  return true
}

const textsOf = (line: PaperLine): string[] => {
  if (line.kind === 'line') return [line.lead, line.text]
  return line.kind === 'pair' ? [line.left, line.right] : []
}

/** The font, if a letter of the printout needs it. */
const fontFor = async (paper: Paper): Promise<PrinterFont | null> =>
  paper.flatMap(textsOf).every((text) => isText(printableText(text))) ? null : loadPrinterFont()

/**
 * Letters per line on the narrowest printer of each width. Some printers of 80 mm have 48, but none
 * has fewer than this.
 */
const columnsOf: Record<RollWidth, number> = { 80: 42, 58: 32 }
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
): PrinterLine[] {
  if (line.kind === 'pair') {
    const look = { wide: 1, high: 1, bold: line.bold, loud: false, centred: false }
    const [left, right] = [printableText(line.left), printableText(line.right)]
    return pairOf(left, right, columns, cells).map((text) => ({ text, ...look }))
  }
  const text = printableText(line.text)
  const lead = printableText(line.lead)
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

/** Images between two turns of the program: each takes about a millisecond. */
const imagesAtOnce = 10

/**
 * Encodes a printout as ESC/POS: it switches code pages where a letter needs it, draws a line that
 * has a letter without a code page, cuts at the end, and asks the question whose answer says that
 * everything is printed.
 */
export async function encodePaper(paper: Paper, width: RollWidth): Promise<Uint8Array> {
  // The encoder is half a megabyte, so it is loaded only for printing.
  const { default: Encoder } = await import('@point-of-sale/receipt-printer-encoder')
  const font = await fontFor(paper)
  const cells: Cells = (letter) => (font === null || hasCodePage(letter) ? 1 : font.cells(letter))
  const columns = columnsOf[width]
  const encoder = new Encoder({
    language: 'esc-pos',
    columns,
    // Every manufacturer that the encoder supports gives both code pages these numbers.
    codepageMapping: { cp858: 19, windows1252: 16, cp437: 0 },
    codepageCandidates: ['cp858', 'windows1252'],
    feedBeforeCut: linesToKnife,
  })
    .initialize()
    .codepage('auto')
  const parts: Uint8Array[] = []
  let images = 0

  function write({ text, wide, high, bold, loud, centred }: PrinterLine): void {
    encoder
      .align(centred ? 'center' : 'left')
      .size(wide, high)
      .bold(bold)
      .invert(loud)
      .line(text)
      .invert(false)
      .bold(false)
      .size(1, 1)
      .align('left')
  }

  async function draw(line: PrinterLine, letters: PrinterFont): Promise<void> {
    const free = columns - widthOf(line.text, cells) * line.wide
    const indent = line.centred ? Math.max(Math.floor(free / 2), 0) : 0
    parts.push(encoder.encode(), lineImage(line.text, { ...line, indent }, letters))
    images++
    if (images % imagesAtOnce === 0) await nextTurn()
  }

  for (const line of paper)
    switch (line.kind) {
      case 'line':
      case 'pair':
        for (const each of printerLines(line, columns, cells))
          if (font === null || isText(each.text)) write(each)
          else await draw(each, font)
        break
      case 'rule':
        encoder.rule({ style: line.double ? 'double' : 'single' })
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
