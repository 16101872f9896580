/** What the two code pages have (PC858 and Windows-1252), beside plain ASCII: Latin letters of the west, signs, money. */
const western =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»ÁÂÀ©¢¥ãÃðÐÊËÈ€ÍÎÏ¦ÌÓßÔÒõÕµþÞÚÛÙýÝ¯´±¾¶§÷¸°¨·¹³²' +
  '‚„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ¤'
const known = new Set(western)

const isPlain = (letter: string): boolean => letter >= ' ' && letter <= '~'

/** Blanks of every width, and what joins or hides letters. */
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
 * Text as a receipt printer can write it: a letter that no code page has loses its accent, and what is no letter of the
 * west becomes a question mark, one for each that a person sees.
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
