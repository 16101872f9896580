/** How many records of a process are read at a time: about ten milliseconds. */
const partSize = 250

type Fields = Record<string, unknown>

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {}

/**
 * How many records of one process are read: twice the items of the largest known menu. Each becomes
 * a row that the board works with.
 */
const mostRecords = 10_000

/** An event whose list is too long to be read in one turn of the event loop. */
export interface LongList {
  /** How many records are skipped because there are too many. */
  left: number
  /**
   * The event with the records from one place on, and the start of the next chunk; null when this
   * is the last.
   */
  part(from: number): { json: unknown; next: number | null }
}

/** A finished stock update can list thousands of items (platform/README.md, Stock). Null for short lists. */
export function longListIn(json: unknown): LongList | null {
  const event = fieldsOf(json)
  const data = fieldsOf(event['data'])
  const items: unknown = data['processedItems']
  if (!Array.isArray(items) || items.length <= partSize) return null
  const end = Math.min(items.length, mostRecords)
  return {
    left: items.length - end,
    part(from) {
      const next = Math.min(from + partSize, end)
      const processedItems: unknown[] = items.slice(from, next)
      return {
        json: { ...event, data: { ...data, processedItems } },
        next: next < end ? next : null,
      }
    },
  }
}
