/**
 * Text from elsewhere can contain characters that change the writing direction. It is stored and
 * sent unchanged. When it is displayed it must not change the text around it. On the page, elements
 * take care of that (renderer/ui/base.css); text inside a sentence is isolated here.
 */

/** Letters written from right to left, and characters that mark or change the direction. */
const turning =
  /[\u0590-\u08ff\u200e\u200f\u202a-\u202e\u2066-\u2069\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

const firstStrongIsolate = '\u2068'
const popIsolate = '\u2069'
const isolates = '\u2066\u2067\u2068'

/**
 * A text that is displayed inside another one: its direction ends where it ends. Text without such
 * characters is returned unchanged. Never store or send the result.
 */
export function isolateText(text: string): string {
  if (!turning.test(text)) return text
  let open = 0
  let balanced = ''
  for (const sign of text) {
    if (sign === popIsolate) {
      // This character would end our own isolate.
      if (open === 0) continue
      open -= 1
    } else if (isolates.includes(sign)) open += 1
    balanced += sign
  }
  return `${firstStrongIsolate}${balanced}${popIsolate.repeat(open + 1)}`
}

export const joinTexts = (texts: readonly string[], between: string): string =>
  texts.map(isolateText).join(between)
