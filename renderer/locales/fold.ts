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

const atOnce = 100

/** Folds many names a few at a time, or the rest at once when they are needed. */
export function foldInSlices(names: readonly string[]) {
  const folded: string[] = []

  /** Continues while `more` returns true. Returns true when all are done. */
  function slice(more: () => boolean): boolean {
    while (folded.length < names.length && more())
      folded.push(...names.slice(folded.length, folded.length + atOnce).map(fold))
    return folded.length === names.length
  }

  function all(): readonly string[] {
    slice(() => true)
    return folded
  }
  return { slice, all }
}
