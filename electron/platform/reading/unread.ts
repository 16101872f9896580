/**
 * What could not be read of an answer is told as paths within its data (tolerant.ts): `items.0.active` for a field,
 * `items.3` for a whole record.
 */

/** How many records of a list were left out. */
export const countLeftOut = (unread: readonly string[] = []): number =>
  unread.filter((path) => /^((items|movements)\.)?\d+$/.test(path)).length

/** Below these stand ids, which are no names of fields. */
const keyedById = new Set(['countById', 'countByExternalId'])

/** A path with a star for each place in a list and each id: the same of every record, and of nobody. */
const shapeOf = (path: string): string => {
  const parts = path.split('.')
  const keyed = parts.findIndex((part) => keyedById.has(part))
  const named = keyed < 0 ? parts : parts.slice(0, keyed + 1)
  const shape = named.map((part) => (/^\d+$/.test(part) ? '*' : part)).join('.')
  return named.length < parts.length ? `${shape}.*` : shape
}

/** Which fields could not be read, and of how many records; the most first. */
export function countUnread(unread: readonly string[]): { path: string; count: number }[] {
  const counts = new Map<string, number>()
  for (const path of unread.map(shapeOf)) counts.set(path, (counts.get(path) ?? 0) + 1)
  return [...counts]
    .map(([path, count]) => ({ path, count }))
    .toSorted((one, other) => other.count - one.count || (one.path < other.path ? -1 : 1))
}
