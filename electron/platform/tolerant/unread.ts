/**
 * Unread parts of an answer are paths in its data (tolerant.ts): `items.0.active` for a field,
 * `items.3` for a whole record.
 */

export function countLeftOut(unread: readonly string[] = []): number {
  let count = 0
  for (const path of unread) if (/^(?:(?:items|movements)\.)?\d+$/.test(path)) count += 1
  return count
}

/** A list that is a record of another, or the whole answer. */
const inRecord = /^(?:(?:items|movements)\.)?(\d+)(?:\.(.+))?$/

/**
 * The unread fields of a list's records: `amount` or `ingredients.0.quantity`, by record. `items`
 * are the remaining ones in order; records without unread fields are omitted.
 */
export function unreadByRecord<Item>(
  unread: readonly string[] | undefined,
  items: readonly Item[],
): ReadonlyMap<Item, readonly string[]> {
  const namesByItem = new Map<Item, string[]>()
  if (unread === undefined) return namesByItem
  const leftOut = new Set<number>()
  const fields = new Map<number, string[]>()
  for (const path of unread) {
    const [, place, field] = inRecord.exec(path) ?? []
    if (place === undefined) continue
    if (field === undefined) leftOut.add(Number(place))
    else {
      const names = fields.get(Number(place))
      if (names === undefined) fields.set(Number(place), [field])
      else names.push(field)
    }
  }
  let place = 0
  for (const item of items) {
    while (leftOut.has(place)) place += 1
    const names = fields.get(place)
    if (names !== undefined) namesByItem.set(item, names)
    place += 1
  }
  return namesByItem
}

/** Below these are ids, not field names. */
const keyedById = new Set(['countById', 'countByExternalId'])

/** A path with a star for each index and id: the same for every record. */
const shapeOf = (path: string): string => {
  const parts = path.split('.')
  const keyed = parts.findIndex((part) => keyedById.has(part))
  const named = keyed < 0 ? parts : parts.slice(0, keyed + 1)
  const shape = named.map((part) => (/^\d+$/.test(part) ? '*' : part)).join('.')
  return named.length < parts.length ? `${shape}.*` : shape
}

/** Unread fields with their number of records, most frequent first. */
export function countUnread(unread: readonly string[]): { path: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const path of unread.map(shapeOf)) counts.set(path, (counts.get(path) ?? 0) + 1)
  return [...counts]
    .map(([path, count]) => ({ path, count }))
    .toSorted((one, other) => other.count - one.count || (one.path < other.path ? -1 : 1))
}
