const maxLetters = 12
const graphemes = new Intl.Segmenter()

/**
 * The first name in an order’s name, for a screen that strangers read; null if it may be
 * something else: an address, a telephone, or a surname that comes first ("Soto, Ana").
 */
export function firstName(name: string | null): string | null {
  const [first = '', ...others] = (name ?? '').trim().split(/\s+/u)
  if (/[@\p{N}]/u.test(name ?? '')) return null
  if (first.endsWith(',') && others.length > 0) return null
  const letters = first.replaceAll(/[^\p{L}\p{M}'’-]/gu, '')
  if (!/\p{L}/u.test(letters)) return null
  const whole = [...graphemes.segment(letters)].map(({ segment }) => segment)
  return whole.slice(0, maxLetters).join('')
}
