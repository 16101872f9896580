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
  /** Its row, if Settings draws it as it draws most; null for one that is typed. */
  drawn: RowId | null
}

const drawnControls: readonly Row['control'][] = ['switch', 'slider', 'choices', 'time']
const isShown = (name: string): name is RowId => name in shownRows
const sectionIds = Object.keys(sections) as SectionId[]

/** All of them, in the order of Settings. Keys of a wall belong to a screen and never to a chain. */
export const settings: readonly ChainSetting[] = chainSettings.map(([name, valued]) => ({
  name,
  rule: valued.rule,
  default: valued.default,
  section: sectionIds.find((id) => name in sections[id]) ?? null,
  drawn: isShown(name) && drawnControls.includes(shownRows[name].control) ? name : null,
}))

export const settingNamed = (name: string): ChainSetting | undefined =>
  settings.find((setting) => setting.name === name)

/** Settings that have no row in Settings. */
const hiddenNames = ['pollSeconds', 'requestsPerSecond', 'fallbackPreparationMinutes'] as const

const textsOf = (name: string): RowTexts | undefined => (isShown(name) ? rowTexts(name) : undefined)

/** The name of a setting. A newer store may have one that this page doesn't know. */
export function settingName(name: string): string {
  const hidden = hiddenNames.find((one) => one === name)
  return hidden === undefined ? (textsOf(name)?.name ?? name) : say(`fleetSetting.${hidden}`)
}

export const settingHint = (name: string): string => textsOf(name)?.hint ?? ''

export const sectionNameOf = (id: SectionId | null): string =>
  id === null ? say('fleetProfile.connection') : sectionName(id)

/** A number of a setting with its unit, as the store's Settings shows it. */
function numberOf(name: string, value: number): string {
  if (!isShown(name)) return numberText(value)
  const { slider }: Row = shownRows[name]
  return valueWithUnit(name, slider?.percent === true ? Math.round(value * 100) : value)
}

/** A value as people read it. */
export function settingValueText(name: string, value: unknown): string {
  if (typeof value === 'boolean') return say(value ? 'fleetProfile.on' : 'fleetProfile.off')
  if (typeof value === 'number' && settingNamed(name)?.rule.is !== 'one-of')
    return numberOf(name, value)
  if (value === null) return textsOf(name)?.none ?? '–'
  if (Array.isArray(value)) return value.join(', ')
  return isShown(name) ? choiceName(name, value) : JSON.stringify(value)
}
