import { z } from 'zod'
import { wallCommands } from '#contract/settings/fields.ts'
import type { Rule } from '#contract/settings/row.ts'

/**
 * The rule of a setting as a schema that says what is allowed, and that a JSON Schema can be made
 * of. `readValue` of the contract accepts the same; a test compares them.
 */
export function ruleSchema(rule: Rule): z.ZodType {
  switch (rule.is) {
    case 'yes-no':
      return z.boolean()
    case 'number': {
      const number = (rule.whole ? z.int() : z.number()).min(rule.min).max(rule.max)
      return rule.orNone ? number.nullable() : number
    }
    case 'one-of':
      return z.literal([...rule.values])
    case 'text': {
      const text = z.string().trim().min(rule.min).max(rule.max)
      return rule.pattern === undefined ? text : text.regex(RegExp(rule.pattern, 'u'))
    }
    case 'list':
      return z.array(ruleSchema(rule.of)).max(rule.max)
    case 'wall-keys':
      return z.partialRecord(z.enum(wallCommands), z.string().min(1).max(40))
  }
}
