import { chainSettings } from '#contract/relay/instruction-outcome.ts'
import type { Row, Rule } from '#contract/settings/row.ts'
import { sections, shownRows, type RowId, type SectionId } from '#contract/settings/table.ts'
import { numberText } from '../../locales/number.ts'
import type { RowTexts } from '../../locales/settings/row-texts.ts'
import {
  choiceName,
  rowTexts,
  sectionName,
  valueWithUnit,
} from '../../locales/settings/setting-text.ts'
import { say } from './messages.ts'

/** A setting that a chain may set. */
export interface ChainSetting {
  name: string
  rule: Rule
  default: unknown
  /** Null for one that Settings doesn't show. */
  section: SectionId | null
  /** A number is a part of 1 and shown in percent. */
  isPercent: boolean
  control: Row['control'] | null
}

const rows: Readonly<Record<string, Row>> = shownRows
const sectionIds = Object.keys(sections) as SectionId[]

/** All of them, in the order of Settings. Keys of a wall belong to a screen and never to a chain. */
export const settings: readonly ChainSetting[] = chainSettings.map(([name, valued]) => ({
  name,
  rule: valued.rule,
  default: valued.default,
  section: sectionIds.find((id) => name in sections[id]) ?? null,
  isPercent: rows[name]?.slider?.percent === true,
  control: rows[name]?.control ?? null,
}))

export const settingNamed = (name: string): ChainSetting | undefined =>
  settings.find((setting) => setting.name === name)

/** Settings that have no row in Settings. */
const hiddenNames = ['pollSeconds', 'requestsPerSecond', 'fallbackPreparationMinutes'] as const

const isShown = (name: string): name is RowId => name in shownRows
const textsOf = (name: string): RowTexts | undefined => (isShown(name) ? rowTexts(name) : undefined)

/** The name of a setting. A newer store may have one that this page doesn't know. */
export function settingName(name: string): string {
  const hidden = hiddenNames.find((one) => one === name)
  return hidden === undefined ? (textsOf(name)?.name ?? name) : say(`fleetSetting.${hidden}`)
}

export const settingHint = (name: string): string => textsOf(name)?.hint ?? ''

/** The text for no number, such as "off"; empty if the setting has none. */
export const settingNone = (name: string): string => textsOf(name)?.none ?? ''

export const sectionNameOf = (id: SectionId | null): string =>
  id === null ? say('fleetProfile.connection') : sectionName(id)

/** A number of a setting with its unit, as the store's Settings shows it. */
export function numberOfSetting(name: string, value: number): string {
  if (settingNamed(name)?.isPercent === true)
    return say('fleetProfile.percent', { n: Math.round(value * 100) })
  return isShown(name) ? valueWithUnit(name, value) : numberText(value)
}

/** One of the allowed values. */
export const choiceOfSetting = (name: string, value: unknown): string =>
  isShown(name) ? choiceName(name, value) : String(value)

/** A value as people read it. */
export function settingValueText(name: string, value: unknown): string {
  if (typeof value === 'boolean') return say(value ? 'fleetProfile.on' : 'fleetProfile.off')
  if (typeof value === 'number' && settingNamed(name)?.rule.is !== 'one-of')
    return numberOfSetting(name, value)
  if (value === null && settingNone(name) !== '') return settingNone(name)
  return Array.isArray(value) ? value.join(', ') : choiceOfSetting(name, value)
}
