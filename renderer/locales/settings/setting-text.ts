import { languages, type Language } from '#contract/shared/languages.ts'
import type { Row } from '#contract/settings/row.ts'
import { shownRows, type GroupId, type RowId, type SectionId } from '#contract/settings/table.ts'
import { readableTime } from '../../clock/times.ts'
import { addMessages, language, languageName, say as sayCommon } from '../i18n.ts'
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

export const groupName = (id: GroupId): string => texts[language()].settingGroup[id]

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

/** The same, where a row may have no number: 0. */
export function sliderText(id: RowId, n: number): string {
  const { rule }: Row = shownRows[id]
  const isNone = rule?.is === 'number' && rule.orNone && n === 0
  return isNone ? (rowTexts(id).none ?? '') : valueWithUnit(id, n)
}

export const onOff = (isOn: boolean): string => sayCommon(isOn ? 'common.on' : 'common.off')

export function choiceName(id: RowId, value: unknown): string {
  const language = languages.find((each) => each === value)
  return language
    ? languageName(language)
    : (rowTexts(id).choices?.[String(value)] ?? String(value))
}

/** The value of a row as text; empty if its control is its own. */
export function valueText(id: RowId, value: unknown): string {
  const { control, slider }: Row = shownRows[id]
  if (control === 'switch') return onOff(value === true)
  if (control === 'choices') return choiceName(id, value)
  if (control === 'time') return readableTime(String(value), language())
  return slider === undefined
    ? ''
    : sliderText(id, Math.round(Number(value) * (slider.percent ? 100 : 1)))
}
