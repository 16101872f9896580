import type { Printer } from '#contract/printers/printers.ts'
import { gap, pairLine, rule, textLine, type Paper } from './paper.ts'
import { sayIn, timeOnPaper, type PaperClock } from './say.ts'

/** A strip that shows width, sizes and accents, so that a person sees at once what is wrong. */
export function testPaper({ name, width }: Printer, clock: PaperClock): Paper {
  const say = sayIn(clock.language)
  return [
    textLine('123', { size: 'huge', bold: true, centred: true }),
    gap,
    textLine(say('test'), { size: 'large', bold: true }),
    textLine(name, { size: 'tall' }),
    rule,
    pairLine(say('width', { mm: width }), '€ 1.234,50'),
    textLine('áéíóú ÁÉÍÓÚ üñç ÜÑÇ ãõâêô àè ¿? ¡! € £ º ª'),
    textLine(say('allergy'), { size: 'large', bold: true, loud: true }),
    rule,
    textLine(say('testText')),
    textLine(say('printed', { time: timeOnPaper(new Date(clock.now).toISOString(), clock) })),
  ]
}
