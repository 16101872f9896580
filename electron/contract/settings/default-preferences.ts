import type { Rule } from './row.ts'
import type { Preferences } from './settings.ts'
import { defaultsOf, valuedRows } from './table.ts'

/*
 * In the built page the values stand in place of this module (electron.vite.config.ts), so that its first view has them
 * without the table.
 */

/** The preferences of a screen before anybody changed them. */
export const defaultPreferences = defaultsOf('screen') as Preferences

export const preferenceRules = Object.fromEntries(
  valuedRows('screen').map(([key, { rule }]) => [key, rule]),
) as Record<keyof Preferences, Rule>
