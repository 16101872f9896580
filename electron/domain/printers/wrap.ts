/** Breaks a word that is longer than a line. */
const pieces = (word: string, most: number): string[] =>
  word.length <= most ? [word] : [word.slice(0, most), ...pieces(word.slice(most), most)]

/** Text in lines of at most `most` letters, broken between words where that is possible. */
export function wrap(text: string, most: number): string[] {
  const lines: string[] = []
  for (const paragraph of text.split('\n')) {
    let current = ''
    for (const piece of paragraph.split(/\s+/).flatMap((word) => pieces(word, most))) {
      if (current === '') current = piece
      else if (current.length + 1 + piece.length <= most) current += ` ${piece}`
      else {
        lines.push(current)
        current = piece
      }
    }
    lines.push(current)
  }
  return lines
}
