import { languages, type Language } from '#contract/languages.ts'
import type { RowMessages } from '#contract/settings/row.ts'
import { shownRows, type RowId } from '#contract/settings/table.ts'
import { addMessages, language } from '../locales/i18n.ts'

/** The messages of a row in the screen's language; reading it in a render tracks the language. */
export const wordsOf = (id: RowId): RowMessages => shownRows[id].messages[language()]

const values = (language: Language) => ({
  settingValue: Object.fromEntries(
    Object.entries(shownRows).map(([id, { messages }]) => [id, messages[language].value ?? '{n}']),
  ) as Record<RowId, string>,
})
const say = addMessages<ReturnType<typeof values>>(
  Object.fromEntries(languages.map((language) => [`/${language}.ts`, values(language)])),
)

export const valueWithUnit = (id: RowId, n: number): string => say(`settingValue.${id}`, { n })
