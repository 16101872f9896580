/**
 * Text for comparison: no accents, lower case, no hidden characters, single spaces. "Jalapeño"
 * equals "JALAPENO".
 */
export function fold(text: string): string {
  const lower = text.toLowerCase()
  const bare = plain.test(lower) ? lower : lower.normalize('NFD').replace(/[\p{M}\p{Cf}]/gu, '')
  return bare.replace(/\s+/g, ' ').trim()
}

// Most names need no change.
const plain = /^[ -~]*$/
