import type { Printer } from '#contract/printers/printers.ts'
import { withLineFeeds } from '#contract/shared/line-breaks.ts'
import type { Paper, PaperLine } from '#domain/printers/paper.ts'
import { plainLetter } from './plain-letters.ts'
import { loadPrinterFont, type PrinterFont } from './printer-font.ts'

/**
 * The characters of the two code pages (PC858 and Windows-1252) in addition to ASCII: western Latin
 * letters, signs, money.
 */
const western =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»ÁÂÀ©¢¥ãÃðÐÊËÈ€ÍÎÏ¦ÌÓßÔÒõÕµþÞÚÛÙýÝ¯´±¾¶§÷¸°¨·¹³²' +
  '‚„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ¤'
const letters = new Set(western)

const isPlain = (letter: string): boolean => letter >= ' ' && letter <= '~'

/** Spaces of every width, and characters that join or hide letters. */
const blanks = /[\t\u00a0\u2000-\u200a\u202f\u205f\u3000]/g
const unseen = /[\p{Cf}\ufe00-\ufe0f\u{e0100}-\u{e01ef}]/gu
/** A printer would take these for commands. */
const controls = /(?!\n)\p{Cc}/gu
/** Halves of a letter. */
const halves = /\p{Cs}/gu

/** Text as it is printed: letters in their shortest form, and nothing that has no dots. */
export const printableText = (text: string): string =>
  withLineFeeds(text)
    .normalize('NFC')
    .replaceAll(blanks, ' ')
    .replaceAll(unseen, '')
    .replaceAll(controls, '')
    .replaceAll(halves, '?')

/** How a printer prints. */
export type PrinterFormat = Pick<Printer, 'width' | 'columns' | 'letters' | 'images'>

/** Whether a letter can be sent as text. */
const hasCodePage = (letter: string): boolean =>
  letter === '\n' || isPlain(letter) || letters.has(letter)

/** How the letters of a printout are sent. */
export interface Lettering {
  isText(letter: string): boolean
  /** Draws lines that have another letter; null if such letters are replaced. */
  font: PrinterFont | null
}

export const isTextOf = (text: string, { isText }: Pick<Lettering, 'isText'>): boolean => {
  for (const letter of text) if (!isText(letter)) return false
  return true
}

/** Text as this printer prints it. Without images, letters that it lacks become plain ones. */
export function textFor(text: string, lettering: Lettering): string {
  const printable = printableText(text)
  if (lettering.font !== null || isTextOf(printable, lettering)) return printable
  const plain = Array.from(printable, (letter) =>
    lettering.isText(letter) ? letter : plainLetter(letter),
  )
  return plain.join('').replaceAll(/(?<=\S) {2,}(?=\S)/g, ' ')
}

const textsOf = (line: PaperLine): string[] => {
  if (line.kind === 'line') return [line.lead, line.text]
  return line.kind === 'pair' ? [line.left, line.right] : []
}

/** Which letters are sent as text, and the font if another one is to be drawn. */
export async function letteringFor(paper: Paper, format: PrinterFormat): Promise<Lettering> {
  const isText =
    format.letters === 'code-page'
      ? hasCodePage
      : (letter: string) => letter === '\n' || isPlain(letter)
  const isDrawn = format.images && format.letters !== 'plain'
  const isAllText = paper
    .flatMap(textsOf)
    .every((text) => isTextOf(printableText(text), { isText }))
  return { isText, font: isDrawn && !isAllText ? await loadPrinterFont() : null }
}
