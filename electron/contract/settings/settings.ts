import { z } from 'zod'
import { answers, answersManager, defineContract, event, none } from '../shared/operation.ts'
import { readValue } from './read-value.ts'
import type { Owner, Rule } from './row.ts'
import { defaultsOf, valuedRows, type ValuesOf } from './table.ts'

const valueSchema = (rule: Rule) =>
  z.unknown().transform((input, context) => {
    const value = readValue(rule, input)
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

/**
 * The settings of the whole restaurant, stored in the database. The name of a duration contains its
 * unit.
 */
export type Settings = ValuesOf<'restaurant'>
export const settingsSchema = schemaOf('restaurant') as SchemaOf<Settings>
export const defaultSettings = defaultsOf('restaurant') as Settings

/** The preferences of one screen, stored by its shell and never sent to the platform. */
export type Preferences = ValuesOf<'screen'>
export const preferencesSchema = schemaOf('screen') as SchemaOf<Preferences>

export const settingsContract = defineContract({
  name: 'settings',
  operations: {
    'settings.get': answers<Settings>()(none),
    'settings.change': answersManager<Settings>()(settingsSchema.partial()),
  },
  events: {
    'settings.changed': event<{ settings: Settings }>(),
  },
})
