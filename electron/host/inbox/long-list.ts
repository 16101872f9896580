/** So many records of a process are read at a time: about ten milliseconds. */
const partSize = 250

type Fields = Record<string, unknown>

const fieldsOf = (value: unknown): Fields =>
  typeof value === 'object' && value !== null ? (value as Fields) : {}

/** An event with a list that is too long to be read in one turn of the event loop. */
export interface LongList {
  /** The event with the records from one place on, and where the next part begins; null where this is the last. */
  part(from: number): { json: unknown; next: number | null }
}

/** What ends an update of stock may list thousands of items (platform/README.md, Stock); null for all that is short. */
export function longListIn(json: unknown): LongList | null {
  const event = fieldsOf(json)
  const data = fieldsOf(event['data'])
  const items: unknown = data['processedItems']
  if (!Array.isArray(items) || items.length <= partSize) return null
  return {
    part(from) {
      const next = from + partSize
      const processedItems: unknown[] = items.slice(from, next)
      return {
        json: { ...event, data: { ...data, processedItems } },
        next: next < items.length ? next : null,
      }
    },
  }
}
