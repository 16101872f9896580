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

/**
 * The positions in `names` (folded, one per item) that contain every word of the search: names that
 * start with it first, then names with a word that does, then the others, each in menu order. Null
 * for an empty search.
 */
export function findNames(names: readonly string[], search: string): number[] | null {
  const query = fold(search)
  if (query === '') return null
  const words = query.split(' ')
  const [begins, starts, within]: [number[], number[], number[]] = [[], [], []]
  const startOfTerm = ` ${query}`
  const [first = '', ...others] = words
  // A plain loop, because it runs over thousands of names at each key.
  for (let nth = 0; nth < names.length; nth++) {
    const name = names[nth] ?? ''
    if (!name.includes(first) || !others.every((word) => name.includes(word))) continue
    if (name.startsWith(query)) begins.push(nth)
    else if (name.includes(startOfTerm)) starts.push(nth)
    else within.push(nth)
  }
  return [...begins, ...starts, ...within]
}
