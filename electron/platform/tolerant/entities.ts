import { decodeHTMLStrict } from 'entities/decode'
import { withLineFeeds } from '#contract/shared/line-breaks.ts'
import { isObject } from './tolerant.ts'

/** Ids go back to the platform as they came. */
const isIdName = (name: string): boolean => /(^|_)ids?$|Ids?$/.test(name)

const hasEntity = /&(?:[a-z][a-z\d]{1,30}|#\d{1,7}|#x[\da-f]{1,6});/i

/**
 * Text in which a till wrote HTML entities or its own line breaks: `14&quot;`, `al&eacute;rgica`,
 * CR LF. `AT&T` stays as it is.
 */
const decodedText = (text: string): string =>
  withLineFeeds(hasEntity.test(text) ? decodeHTMLStrict(text) : text)

/** JSON may be at most this deep (feeds/body.ts). */
const maxDepth = 64

/**
 * A value with all HTML entities in its texts decoded once, and with LF as the only line break, at any
 * depth, except in ids. Texts that are JSON themselves are parsed later, so only their contents may
 * have entities: they stay. Returns the same value if there are none.
 */
export function withoutEntities(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return /^\s*[[{]/.test(value) ? value : decodedText(value)
  if (depth === maxDepth) return value
  if (Array.isArray(value)) {
    const list = value.map((each: unknown) => withoutEntities(each, depth + 1))
    return list.every((each, nth) => each === value[nth]) ? value : list
  }
  if (!isObject(value)) return value
  const entries = Object.entries(value).map(([name, each]): [string, unknown] => [
    name,
    isIdName(name) ? each : withoutEntities(each, depth + 1),
  ])
  return entries.every(([name, each]) => each === value[name]) ? value : Object.fromEntries(entries)
}
