/** So many records of a process are read at a time: about ten milliseconds. */
const partSize = 250

type Fields = Record<string, unknown>

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {}

/**
 * So many records of one process are read: twice the items of the largest menu that is known. Each becomes a row that the
 * board looks at again and again.
 */
const mostRecords = 10_000

/** An event with a list that is too long to be read in one turn of the event loop. */
export interface LongList {
  /** How many records are not read, since there are too many. */
  left: number
  /** The event with the records from one place on, and where the next part begins; null where this is the last. */
  part(from: number): { json: unknown; next: number | null }
}

/** What ends an update of stock may list thousands of items (platform/README.md, Stock); null for all that is short. */
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
