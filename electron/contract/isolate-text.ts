/**
 * Somebody else's text may hold signs that turn the writing direction. They are part of what was written, so they are
 * stored and sent as they came. Only where text is drawn must they turn nothing beside it. On the page, elements do that
 * (renderer/ui/base.css); a text that is put into a sentence does it here.
 */

/** Letters that are written from right to left, and the signs that mark or change the direction. */
const turning =
  /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

const firstStrongIsolate = '\u2068'
const popIsolate = '\u2069'
const isolates = '\u2066\u2067\u2068'

/**
 * A text to be drawn inside another one: what turns the direction ends where the text ends. A text that turns nothing
 * comes back as it is. Never store or send what this answers.
 */
export function isolateText(text: string): string {
  if (!turning.test(text)) return text
  let open = 0
  let balanced = ''
  for (const sign of text) {
    if (sign === popIsolate) {
      // It would end our own isolate.
      if (open === 0) continue
      open -= 1
    } else if (isolates.includes(sign)) open += 1
    balanced += sign
  }
  return `${firstStrongIsolate}${balanced}${popIsolate.repeat(open + 1)}`
}

/** Several people's texts to be drawn in a row, each isolated. */
export const joinTexts = (texts: readonly string[], between: string): string =>
  texts.map(isolateText).join(between)
