import { hash } from 'node:crypto'

interface Counted<Item> {
  items: readonly Item[]
  /** Records that couldn't be read. */
  leftOut: number
  /** How many there are, according to the platform; null if it doesn't say. */
  totalCount: number | null
}

/** The part of a page that counts. */
interface Taken<Item> {
  fresh: Item[]
  /** Records left out that weren't counted before. */
  leftOut: number
  /** The page came before, and no new record explains that. */
  isRepeated: boolean
}

/**
 * What has been seen of a list that changes while it is read page by page, and whether that is
 * everything. One look goes from the first page to the last. It costs one short text per item.
 */
export interface Sum<Item> {
  beginLook(): void
  take(page: Counted<Item>): Taken<Item>
  /** Everything was seen, by the platform's total. */
  readonly isReached: boolean
  /** Nothing moved during this look: another would show the same. */
  readonly isStable: boolean
}

const digest = (value: unknown): string => hash('sha256', JSON.stringify(value), 'base64url')

/**
 * Items are distinguished by their ids if they have them, otherwise by their whole content: two
 * identical ones on one page are two, and so are two on different pages while the platform's total
 * stays the same. If the total grows, or is missing, an identical item on a later page has moved
 * there. `skipped` were read earlier.
 */
export function createSum<Item>(
  idOf: ((item: Item) => string) | undefined,
  skipped: number,
): Sum<Item> {
  /** By name, the look in which each was last seen. */
  const seen = new Map<string, number>()
  const alike = new Map<string, number>()
  let look = 0
  let isFirst = true
  let inLook = 0
  let repeats = 0
  let leftOutInLook = 0
  let leftOut = 0
  let total: number | null = null
  let changed = false
  let onlyGrew = true
  let before = ''

  /** Without an id, identical ones are counted. */
  function keyOf(name: string): string {
    if (idOf !== undefined) return name
    const nth = alike.get(name) ?? 0
    alike.set(name, nth + 1)
    return `${name} ${nth}`
  }

  function isFresh(key: string): boolean {
    const lastLook = seen.get(key)
    seen.set(key, look)
    if (lastLook === look) repeats += 1
    else inLook += 1
    return lastLook === undefined
  }

  /** How much the total has grown since the last page; null if unknown. */
  function countAgain(totalCount: number | null): number | null {
    const more = total === null || totalCount === null ? null : totalCount - total
    total = totalCount
    if (more === null) return null
    if (more !== 0 && !isFirst) changed = true
    return more
  }

  return {
    beginLook() {
      look += 1
      isFirst = true
      changed = false
      inLook = 0
      repeats = 0
      leftOutInLook = 0
      before = ''
      alike.clear()
    },
    take({ items, leftOut: leftOutHere, totalCount }) {
      const more = countAgain(totalCount)
      if (more !== 0) alike.clear()
      const repeatsBefore = repeats
      const names: string[] = []
      const fresh: Item[] = []
      for (const item of items) {
        const name = idOf?.(item) ?? digest(item)
        names.push(name)
        if (isFresh(keyOf(name))) fresh.push(item)
      }
      // The total fell, or more items moved than arrived: something was removed.
      if (more !== null && repeats - repeatsBefore > more) onlyGrew = false
      const print = digest(names)
      const isOld = print === before || (look === 1 && fresh.length === 0)
      before = print
      isFirst = false
      leftOutInLook += leftOutHere
      const leftOutNew = Math.max(0, leftOutInLook - leftOut)
      leftOut += leftOutNew
      return {
        fresh,
        leftOut: leftOutNew,
        isRepeated: items.length > 0 && isOld && (more ?? 0) < items.length,
      }
    },
    get isStable() {
      return !changed && repeats === 0
    },
    get isReached() {
      if (total === null) return false
      if (this.isStable && skipped + inLook + leftOutInLook >= total) return true
      // If a list only grew, everything seen is still there. One that was left out and moved would
      // count twice.
      const isCertain = onlyGrew && (leftOut === 0 || repeats === 0)
      return isCertain && skipped + seen.size + leftOut >= total
    },
  }
}
