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
export function readValue(rule: Rule, input: unknown): unknown {
  switch (rule.is) {
    case 'yes-no':
      return typeof input === 'boolean' ? input : undefined
    case 'number': {
      if (input === null && rule.orNone) return null
      if (typeof input !== 'number' || (rule.whole && !Number.isInteger(input))) return undefined
      return input >= rule.min && input <= rule.max ? input : undefined
    }
    case 'one-of':
      return rule.values.find((value) => value === input)
    case 'text': {
      if (typeof input !== 'string') return undefined
      const text = input.trim()
      const fits = text.length >= rule.min && text.length <= rule.max
      return fits && RegExp(rule.pattern ?? '', 'u').test(text) ? text : undefined
    }
    case 'list': {
      if (!Array.isArray(input) || input.length > rule.max) return undefined
      const parts = input.map((part) => readValue(rule.of, part))
      return parts.includes(undefined) ? undefined : parts
    }
    case 'wall-keys':
      if (typeof input !== 'object' || input === null || Array.isArray(input)) return undefined
      return Object.entries(input).every(isKey) ? { ...input } : undefined
  }
}
