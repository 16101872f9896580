import { hash } from 'node:crypto'

interface Counted<Item> {
  items: readonly Item[]
  /** Records that couldn't be read. */
  leftOut: number
  /** How many there are, according to the platform; null if it doesn't say. */
  totalCount: number | null
}

/** The part of a page that counts. */
interface PageCount<Item> {
  fresh: Item[]
  /** Records left out that weren't counted before. */
  leftOut: number
  /** The page came before, and no new record explains that. */
  isRepeated: boolean
}

const digest = (value: unknown): string => hash('sha256', JSON.stringify(value), 'base64url')

/** What one look has seen so far. */
interface Look {
  isFirstPage: boolean
  items: number
  /** Items that came before in this look. */
  repeats: number
  leftOut: number
  /** The total changed between two pages. */
  hasChanged: boolean
  /** The digest of the page before. */
  lastPage: string
}

const newLook = (): Look => ({
  isFirstPage: true,
  items: 0,
  repeats: 0,
  leftOut: 0,
  hasChanged: false,
  lastPage: '',
})

/**
 * What has been seen of a list that changes while it is read page by page, and whether that is
 * everything. One look goes from the first page to the last. It costs one short text per item.
 *
 * Items are distinguished by their ids if they have them, otherwise by their whole content: two
 * identical ones on one page are two, and so are two on different pages while the platform's total
 * stays the same. If the total grows, or is missing, an identical item on a later page has moved
 * there.
 */
export class Sum<Item> {
  readonly #idOf: ((item: Item) => string) | undefined
  readonly #skipped: number
  /** By name, the number of the look in which each was last seen. */
  readonly #seen = new Map<string, number>()
  readonly #alike = new Map<string, number>()
  #looks = 0
  #look = newLook()
  #leftOut = 0
  #total: number | null = null
  #onlyGrew = true

  /** `skipped` items were read earlier. */
  constructor(idOf: ((item: Item) => string) | undefined, skipped: number) {
    this.#idOf = idOf
    this.#skipped = skipped
  }

  /** Nothing moved during this look: another would show the same. */
  get isStable(): boolean {
    return !this.#look.hasChanged && this.#look.repeats === 0
  }

  /** Everything was seen, by the platform's total. */
  get isReached(): boolean {
    if (this.#total === null) return false
    const inLook = this.#skipped + this.#look.items + this.#look.leftOut
    if (this.isStable && inLook >= this.#total) return true
    // If a list only grew, everything seen is still there. One that was left out and moved would
    // count twice.
    const isCertain = this.#onlyGrew && (this.#leftOut === 0 || this.#look.repeats === 0)
    return isCertain && this.#skipped + this.#seen.size + this.#leftOut >= this.#total
  }

  beginLook(): void {
    this.#looks += 1
    this.#look = newLook()
    this.#alike.clear()
  }

  take({ items, leftOut, totalCount }: Counted<Item>): PageCount<Item> {
    const look = this.#look
    const growth = this.#countAgain(totalCount)
    if (growth !== 0) this.#alike.clear()
    const repeatsBefore = look.repeats
    const names: string[] = []
    const fresh: Item[] = []
    for (const item of items) {
      const name = this.#idOf?.(item) ?? digest(item)
      names.push(name)
      if (this.#isFresh(this.#keyOf(name))) fresh.push(item)
    }
    // The total fell, or more items moved than arrived: something was removed.
    if (growth !== null && look.repeats - repeatsBefore > growth) this.#onlyGrew = false
    const page = digest(names)
    const isOld = page === look.lastPage || (this.#looks === 1 && fresh.length === 0)
    look.lastPage = page
    look.isFirstPage = false
    look.leftOut += leftOut
    const leftOutNew = Math.max(0, look.leftOut - this.#leftOut)
    this.#leftOut += leftOutNew
    const isRepeated = items.length > 0 && isOld && (growth ?? 0) < items.length
    return { fresh, leftOut: leftOutNew, isRepeated }
  }

  /** Without an id, identical ones are counted. */
  #keyOf(name: string): string {
    if (this.#idOf !== undefined) return name
    const nth = this.#alike.get(name) ?? 0
    this.#alike.set(name, nth + 1)
    return `${name} ${nth}`
  }

  #isFresh(key: string): boolean {
    const lastLook = this.#seen.get(key)
    this.#seen.set(key, this.#looks)
    if (lastLook === this.#looks) this.#look.repeats += 1
    else this.#look.items += 1
    return lastLook === undefined
  }

  /** How much the total has grown since the last page; null if unknown. */
  #countAgain(totalCount: number | null): number | null {
    const before = this.#total
    this.#total = totalCount
    if (before === null || totalCount === null) return null
    if (totalCount !== before && !this.#look.isFirstPage) this.#look.hasChanged = true
    return totalCount - before
  }
}
