import { processEvent } from './events.ts'
import { text } from './tolerant/loose.ts'
import { isObject, type Fields } from './tolerant/tolerant.ts'

/** The stores and websites that an event names, each once. */
export interface EventPlace {
  websiteIds: string[]
  storeIds: string[]
}

/** An update of thousands of items concerns one store, or a few of a chain. */
const maxLookedAt = 5_000

const fieldsOf = (value: unknown): Fields => (isObject(value) ? value : {})

const idsIn = (parts: readonly unknown[], name: string): string[] => {
  const ids = parts.map((part) => text.safeParse(fieldsOf(part)[name]).data)
  return [...new Set(ids.filter((each): each is string => typeof each === 'string'))]
}

/** The parts of an event that may name a store: itself, its order, or the items of its process. */
function partsOf(body: unknown): unknown[] {
  const { type, data } = fieldsOf(body)
  const { order, processedItems } = fieldsOf(data)
  if (type !== processEvent) return [body, order]
  return Array.isArray(processedItems) ? processedItems.slice(0, maxLookedAt) : []
}

/**
 * Where an event belongs, by the same tolerant fields as `readEvent` (events.ts) but without
 * reading the rest. Never fails: what can't be read names nothing.
 */
export function placeOfEvent(body: unknown): EventPlace {
  const parts = partsOf(body)
  return { websiteIds: idsIn(parts, 'websiteId'), storeIds: idsIn(parts, 'storeId') }
}
