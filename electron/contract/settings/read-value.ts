import { wallCommands } from './fields.ts'
import type { Rule } from './row.ts'

const longestHost = 253
const longestKey = 40
const timeOfDay = /^(?:[01]\d|2[0-3]):[0-5]\d$/

function readText(given: unknown, min: number, max: number): string | undefined {
  const text = typeof given === 'string' ? given.trim() : ''
  return typeof given === 'string' && text.length >= min && text.length <= max ? text : undefined
}

/** A list of which every part can be read. */
function readAll<Part>(
  given: unknown,
  read: (part: unknown) => Part | undefined,
): Part[] | undefined {
  if (!Array.isArray(given)) return undefined
  const parts = given.map(read)
  return parts.every((part) => part !== undefined) ? parts : undefined
}

function readKeys(given: unknown): Record<string, string> | undefined {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return undefined
  const isKey = ([command, key]: [string, unknown]) =>
    wallCommands.some((one) => one === command) &&
    typeof key === 'string' &&
    key !== '' &&
    key.length <= longestKey
  return Object.entries(given).every(isKey) ? { ...given } : undefined
}

/**
 * A value as its rule has it, undefined where it breaks the rule. The page reads its preferences by this before it shows
 * anything, so no schema's library is in it; the host's schemas are made of it.
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
    case 'some-of':
      return readAll(given, (part) => rule.values.find((value) => value === part))
    case 'time':
      return typeof given === 'string' && timeOfDay.test(given) ? given : undefined
    case 'text':
      return readText(given, rule.min, rule.max)
    case 'texts': {
      const texts = readAll(given, (text) => readText(text, 1, longestHost))
      return texts !== undefined && texts.length <= rule.max ? texts : undefined
    }
    case 'wall-keys':
      return readKeys(given)
  }
}
