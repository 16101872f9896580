import { wallCommands } from './fields.ts'
import type { Rule } from './row.ts'

const isKey = ([command, key]: [string, unknown]): boolean =>
  wallCommands.some((one) => one === command) &&
  typeof key === 'string' &&
  key !== '' &&
  key.length <= 40

/**
 * The value as its rule has it; undefined if it breaks the rule. The page reads its preferences
 * with this before it shows anything, so it uses no schema library. The host's schemas are made
 * from it.
 */
export function readValue(rule: Rule, given: unknown): unknown {
  switch (rule.is) {
    case 'yes-no':
      return typeof given === 'boolean' ? given : undefined
    case 'number': {
      if (given === null && rule.orNone) return null
      if (typeof given !== 'number' || (rule.whole && !Number.isInteger(given))) return undefined
      return given >= rule.min && given <= rule.max ? given : undefined
    }
    case 'one-of':
      return rule.values.find((value) => value === given)
    case 'text': {
      if (typeof given !== 'string') return undefined
      const text = given.trim()
      const fits = text.length >= rule.min && text.length <= rule.max
      return fits && RegExp(rule.pattern ?? '', 'u').test(text) ? text : undefined
    }
    case 'list': {
      if (!Array.isArray(given) || given.length > rule.max) return undefined
      const parts = given.map((part) => readValue(rule.of, part))
      return parts.includes(undefined) ? undefined : parts
    }
    case 'wall-keys':
      if (typeof given !== 'object' || given === null || Array.isArray(given)) return undefined
      return Object.entries(given).every(isKey) ? { ...given } : undefined
  }
}
