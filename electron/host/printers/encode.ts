import type { RollWidth } from '#contract/printers/fields.ts'
import type { LetterSize, Paper, PaperLine } from '#domain/printers/paper.ts'

/** Breaks a word that is longer than a line. */
const chunks = (word: string, most: number): string[] =>
  word.length <= most ? [word] : [word.slice(0, most), ...chunks(word.slice(most), most)]

/** Wraps text into lines of at most `most` letters, between words if possible. */
function wrap(text: string, most: number): string[] {
  const lines: string[] = []
  for (const paragraph of text.split('\n')) {
    let current = ''
    for (const chunk of paragraph.split(/\s+/).flatMap((word) => chunks(word, most))) {
      if (current === '') current = chunk
      else if (current.length + 1 + chunk.length <= most) current += ` ${chunk}`
      else {
        lines.push(current)
        current = chunk
      }
    }
    lines.push(current)
  }
  return lines
}

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
const unseen = /[\u00ad\u061c\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]/g

function printable(letter: string): string {
  if (letter === '\n' || isPlain(letter) || known.has(letter)) return letter
  const bare = Array.from(letter.normalize('NFKD')).filter(
    (part) => isPlain(part) || known.has(part),
  )
  return bare.length === 0 ? '?' : bare.join('')
}

/**
 * Text that a receipt printer can write. Letters outside of the code pages lose their accents, and
 * other characters become a question mark each.
 */
export function printableText(text: string): string {
  const plain = text.normalize('NFC').replaceAll(blanks, ' ')
  return [...new Intl.Segmenter('en').segment(plain)]
    .map(({ segment }) => {
      const letters = Array.from(segment.replaceAll(unseen, ''), printable).join('')
      return /^\?+$/.test(letters) ? '?' : letters
    })
    .join('')
}

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

/** How many times letters are stretched, in width and height. */
function range(size: LetterSize, text: string, columns: number): [number, number] {
  switch (size) {
    case 'normal':
      return [1, 1]
    case 'tall':
      return [1, 2]
    case 'large':
      return [2, 2]
    case 'huge': {
      const by = Math.max(2, Math.min(largest, Math.floor(columns / Math.max(text.length, 1))))
      return [by, by]
    }
  }
}

/**
 * Splits a line of the printout into lines of the printer. The lead is before the first one; its
 * width indents the others.
 */
function linesOf({ text, lead, loud }: Drawn, most: number): string[] {
  const edge = loud ? ' ' : ''
  const room = Math.max(most - lead.length - 2 * edge.length, 4)
  return wrap(text, room).map(
    (part, index) => (index === 0 ? lead : ' '.repeat(lead.length)) + edge + part + edge,
  )
}

/**
 * Puts an amount at the right end of the line, or in the next line if both do not fit. Leading
 * spaces stay.
 */
function pairOf(left: string, right: string, columns: number): string[] {
  const rest = left.trimStart()
  const edge = ' '.repeat(left.length - rest.length)
  const lines = wrap(rest, columns - 2 - edge.length).map((part) => edge + part)
  const last = lines.pop() ?? ''
  return last.length + 1 + right.length <= columns
    ? [...lines, last + right.padStart(columns - last.length)]
    : [...lines, last, right.padStart(columns)]
}

/**
 * Encodes a printout as ESC/POS: it switches code pages where a letter needs it, cuts at the end,
 * and asks the question whose answer says that everything is printed.
 */
export async function encodePaper(paper: Paper, width: RollWidth): Promise<Uint8Array> {
  // The encoder is half a megabyte, so it is loaded only for printing.
  const { default: Encoder } = await import('@point-of-sale/receipt-printer-encoder')
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

  function draw(line: Drawn): void {
    const text = printableText(line.text)
    // Black letters have an edge on both sides.
    const [wide, high] = range(line.size, line.loud ? ` ${text} ` : text, columns)
    for (const part of linesOf({ ...line, text }, Math.floor(columns / wide)))
      encoder
        .align(line.centred ? 'center' : 'left')
        .size(wide, high)
        .bold(line.bold)
        .invert(line.loud)
        .line(part)
        .invert(false)
        .bold(false)
        .size(1, 1)
        .align('left')
  }

  for (const line of paper)
    switch (line.kind) {
      case 'line':
        draw(line)
        break
      case 'pair':
        encoder.bold(line.bold)
        for (const part of pairOf(printableText(line.left), printableText(line.right), columns))
          encoder.line(part)
        encoder.bold(false)
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
  return encoder.cut('partial').raw(askForState).encode()
}
