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

const schemaOf = (of: Owner): z.ZodType =>
  z.strictObject(
    Object.fromEntries(valuedRows(of).map(([key, { rule }]) => [key, valueSchema(rule)])),
  )

/** What the whole restaurant shares; kept in the database. Durations carry their unit in the name. */
export type Settings = ValuesOf<'restaurant'>
export const settingsSchema = schemaOf('restaurant') as SchemaOf<Settings>
export const defaultSettings = defaultsOf('restaurant') as Settings

/** What one screen likes; kept by its shell, never sent to the platform. */
export type Preferences = ValuesOf<'screen'>
export const preferencesSchema = schemaOf('screen') as SchemaOf<Preferences>

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
