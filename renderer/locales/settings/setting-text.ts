import { languages, type Language } from '#contract/shared/languages.ts'
import type { Row } from '#contract/settings/row.ts'
import { shownRows, type RowId, type SectionId } from '#contract/settings/table.ts'
import { addMessages, language, languageName } from '../i18n.ts'
import { byLanguage } from '../message-files.ts'
import type en from './messages/en.json'
import type { RowTexts, SettingTexts } from './row-texts.ts'

// Assigning asks the compiler whether English has every text that the table of settings needs.
const texts: Record<Language, SettingTexts> = byLanguage<typeof en>(
  import.meta.glob('./messages/*.json', { eager: true, import: 'default' }),
)

/** The texts of a row in the screen's language; reading it in a render tracks the language. */
export const rowTexts = (id: RowId, inLanguage = language()): RowTexts =>
  texts[inLanguage].settingRow[id]

export const sectionName = (id: SectionId, inLanguage = language()): string =>
  texts[inLanguage].settingSection[id]

const isPercent = (id: string): boolean =>
  new Map<string, Row>(Object.entries(shownRows)).get(id)?.slider?.percent === true

const values = (language: Language) => ({
  settingValue: Object.fromEntries(
    Object.entries<RowTexts>(texts[language].settingRow).map(([id, { value }]) => [
      id,
      value ?? (isPercent(id) ? '{n} %' : '{n}'),
    ]),
  ) as Record<RowId, string>,
})
const say = addMessages<ReturnType<typeof values>>(
  Object.fromEntries(languages.map((language) => [`/${language}.json`, values(language)])),
)

/** A number as its slider has it: a share is in percent. */
export const valueWithUnit = (id: RowId, n: number): string => say(`settingValue.${id}`, { n })

export function choiceName(id: RowId, value: unknown): string {
  const language = languages.find((each) => each === value)
  return language
    ? languageName(language)
    : (rowTexts(id).choices?.[String(value)] ?? String(value))
}
