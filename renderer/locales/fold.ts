/**
 * Words as they are compared: no accents, no case, no hidden signs, single spaces. "Jalapeño" and "JALAPENO" are one.
 */
export function fold(text: string): string {
  const lower = text.toLowerCase()
  const bare = plain.test(lower) ? lower : lower.normalize('NFD').replace(/[\p{M}\p{Cf}]/gu, '')
  return bare.replace(/\s+/g, ' ').trim()
}

// Most names: nothing to take off.
const plain = /^[ -~]*$/

const atOnce = 100

/** Folds many names a few at a time, or the rest of them at once when they are needed. */
export function foldInSlices(names: readonly string[]) {
  const folded: string[] = []

  /** Goes on for as long as `more` says; true once all is done. */
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
 * Where in `names` (folded, once for each item) every word of the search stands: names that begin with it first, then
 * those in which a word does, then the others, each in the order of the menu. Null: nothing was searched for.
 */
export function findNames(names: readonly string[], search: string): number[] | null {
  const query = fold(search)
  if (query === '') return null
  const words = query.split(' ')
  const [begins, starts, within]: [number[], number[], number[]] = [[], [], []]
  const startOfTerm = ` ${query}`
  const [first = '', ...others] = words
  // Counted by hand: this runs over thousands at every key.
  for (let nth = 0; nth < names.length; nth++) {
    const name = names[nth] ?? ''
    if (!name.includes(first) || !others.every((word) => name.includes(word))) continue
    if (name.startsWith(query)) begins.push(nth)
    else if (name.includes(startOfTerm)) starts.push(nth)
    else within.push(nth)
  }
  return [...begins, ...starts, ...within]
}
