/** Columns that a letter takes. */
export type Cells = (letter: string) => number

/** Columns that a text takes. */
export function widthOf(text: string, cells: Cells): number {
  let width = 0
  for (const letter of text) width += cells(letter)
  return width
}

/** Breaks a word that is longer than a line. */
function chunks(word: string, max: number, cells: Cells): string[] {
  const parts: string[] = []
  let current = ''
  let width = 0
  for (const letter of word) {
    const wide = cells(letter)
    if (width + wide > max && current !== '') {
      parts.push(current)
      current = ''
      width = 0
    }
    current += letter
    width += wide
  }
  return [...parts, current]
}

/** Wraps text into lines of at most `most` columns, between words if possible. */
export function wrap(text: string, max: number, cells: Cells): string[] {
  const lines: string[] = []
  for (const paragraph of text.split('\n')) {
    let current = ''
    let width = 0
    for (const chunk of paragraph.split(/\s+/).flatMap((word) => chunks(word, max, cells))) {
      const wide = widthOf(chunk, cells)
      if (current === '') {
        current = chunk
        width = wide
      } else if (width + 1 + wide <= max) {
        current += ` ${chunk}`
        width += 1 + wide
      } else {
        lines.push(current)
        current = chunk
        width = wide
      }
    }
    lines.push(current)
  }
  return lines
}
