export interface Part {
  text: string
  marked: boolean
}

/** A text in parts, those that are one of `words` marked; upper and lower case alike, the longest word first. */
export function markWords(text: string, words: readonly string[]): Part[] {
  const wanted = words.filter((word) => word !== '').toSorted((a, b) => b.length - a.length)
  if (wanted.length === 0) return [{ text, marked: false }]
  const pattern = new RegExp(`(${wanted.map(RegExp.escape).join('|')})`, 'giu')
  return text
    .split(pattern)
    .map((part, nth) => ({ text: part, marked: nth % 2 === 1 }))
    .filter((part) => part.text !== '')
}
