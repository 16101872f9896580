import { mostAtOnce } from '#contract/most-at-once.ts'

/** Tells of many things in messages of no more than the host takes, one after the other; stops where one is not taken. */
export async function inParts<Each>(
  all: readonly Each[],
  tell: (part: Each[]) => Promise<unknown>,
): Promise<void> {
  for (let from = 0; from < all.length; from += mostAtOnce)
    if ((await tell(all.slice(from, from + mostAtOnce))) === null) return
}
