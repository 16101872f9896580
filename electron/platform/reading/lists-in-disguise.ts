import { parsedText } from '#contract/human-text.ts'

/** Lists that a sloppy platform sends in another shape: as JSON text, as an object keyed by id, or as the one thing in it. */

export type Fields = Record<string, unknown>

export const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

interface Disguise {
  /** Fields of one thing: an object that has one of them is a thing, and no list. */
  fields: readonly string[]
  /** A thing by what stands in an object for it, under a key that is no place in a list. */
  ofEntry: (key: string, value: unknown) => unknown
}

/** The list that a value means; the value itself where it means none. Lists within the list are a part of it. */
export function listOf(value: unknown, { fields, ofEntry }: Disguise): unknown {
  const parsed = parsedText(value)
  if (Array.isArray(parsed)) return parsed.flatMap(flat)
  if (!isObject(parsed)) return parsed
  if (fields.some((name) => Object.hasOwn(parsed, name))) return [parsed]
  return Object.entries(parsed).flatMap(([key, each]) =>
    flat(/^\d+$/.test(key) ? each : ofEntry(key, each)),
  )
}

/** An empty list is no thing, and stays to be named. */
const flat = (value: unknown): unknown[] =>
  Array.isArray(value) && value.length > 0 ? value.flatMap(flat) : [value]
