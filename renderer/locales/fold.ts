import { fold } from '#contract/shared/fold.ts'

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
