import { z } from 'zod'
import { answers, answersManager, defineContract, event, none } from '../operation.ts'
import { readValue } from './read-value.ts'
import type { Owner, Rule } from './row.ts'
import { defaultsOf, valuedRows, type ValuesOf } from './table.ts'

const valueSchema = (rule: Rule) =>
  z.unknown().transform((given, context) => {
    const value = readValue(rule, given)
    if (value !== undefined) return value
    context.addIssue({ code: 'custom', message: `is not ${JSON.stringify(rule)}` })
    return z.NEVER
  })

type SchemaOf<Values> = z.ZodObject<
  { [Key in keyof Values]: z.ZodType<Values[Key], Values[Key]> },
  z.core.$strict
>

function schemaOf<Of extends Owner>(of: Of): SchemaOf<ValuesOf<Of>> {
  const rows: Record<string, { rule: Rule }> = valuedRows(of)
  const fields = Object.entries(rows).map(([key, { rule }]) => [key, valueSchema(rule)])
  return z.strictObject(Object.fromEntries(fields)) as unknown as SchemaOf<ValuesOf<Of>>
}

/** What the whole restaurant shares; kept in the database. Durations carry their unit in the name. */
export type Settings = ValuesOf<'restaurant'>
export const settingsSchema = schemaOf('restaurant')
export const defaultSettings = defaultsOf('restaurant')

/** What one screen likes; kept by its shell, never sent to the platform. */
export type Preferences = ValuesOf<'screen'>
export const preferencesSchema = schemaOf('screen')

export const settingsContract = defineContract({
  name: 'settings',
  operations: {
    'settings.read': answers<Settings>()(none),
    'settings.change': answersManager<Settings>()(settingsSchema.partial()),
  },
  events: {
    'settings.changed': event<{ settings: Settings }>(),
  },
})
