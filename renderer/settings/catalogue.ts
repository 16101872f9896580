import { computed } from 'vue'
import type { CustomControl, Owner, Row } from '#contract/settings/row.ts'
import {
  groups,
  sections,
  type GroupId,
  type RowId,
  type SectionId,
} from '#contract/settings/table.ts'
import { fold } from '#contract/shared/fold.ts'
import type { Language } from '#contract/shared/languages.ts'
import { useHostQuery } from '../state/host-query.ts'
import { useKiosk } from '../state/computer/kiosk.ts'
import { useScreens } from '../state/screens.ts'
import { useSettings } from '../state/settings.ts'
import { groupName, sectionName, rowTexts } from '../locales/settings/setting-text.ts'

export interface Setting {
  id: RowId
  section: SectionId
  row: Row
}

export const sectionIds = Object.keys(sections) as SectionId[]

export const sectionGroups = Object.entries(groups) as [GroupId, readonly SectionId[]][]

/** `Kitchen › Sounds`. */
export function sectionPath(id: SectionId): string {
  const [group] = sectionGroups.find(([, ids]) => ids.includes(id)) ?? []
  return `${group === undefined ? '' : `${groupName(group)} › `}${sectionName(id)}`
}

/** Whom the first of these sections is for; null if another is for somebody else. */
export function ownerOf(...ids: readonly SectionId[]): Owner | null {
  const [owner = null, ...others] = ids.flatMap(
    (id) => Object.values<Row>(sections[id]).find(({ of }) => of !== null)?.of ?? [],
  )
  return others.every((other) => other === owner) ? owner : null
}

/** All settings in order. The sections show them and the search finds them. */
export const catalogue: readonly Setting[] = sectionIds.flatMap((section) =>
  Object.entries<Row>(sections[section]).map(([id, row]) => ({
    id: id as RowId,
    section,
    row,
  })),
)

/** How this program gets updates, which decides what there is to set about them. */
function useUpdateSettings(shared: ReturnType<typeof useSettings>) {
  const store = useScreens()
  const { data: updates } = useHostQuery('updates.get', () => (store.isManager ? {} : null))
  const installs = (): boolean => updates.value?.way === 'installs'
  const conditions: { readonly [Id in RowId]?: () => boolean } = {
    updateDownload: installs,
    updateWhen: installs,
    updateTime: () => installs() && shared.settings?.updateWhen === 'set-time',
    updateChannel: () => installs() || updates.value?.way === 'tells',
  }
  return ({ id }: Setting): boolean => conditions[id]?.() !== false
}

/** The settings that there is something to set in, as far as the host has reported. */
export function useShownSettings() {
  const store = useScreens()
  const shared = useSettings()
  const isForUpdates = useUpdateSettings(shared)
  const kiosk = useKiosk()
  const areScreensKnown = (): boolean => store.screens !== null
  const conditions: { readonly [Control in CustomControl]?: () => boolean } = {
    'own-role': areScreensKnown,
    pin: areScreensKnown,
    kiosk: () => kiosk.isPossible,
    'other-host': () => kiosk.isPossible,
    // The only screen of a restaurant has its name in its own section.
    screens: () =>
      store.screens?.all != null && (store.screens.hasPin || store.screens.all.length > 1),
  }
  const isMet = new Map<string, () => boolean>(Object.entries(conditions))
  const isShown = (row: Row): boolean =>
    isMet.get(row.control)?.() !== false &&
    (row.of !== 'restaurant' || row.rule === undefined || shared.settings !== null)
  return computed(() =>
    catalogue.filter((setting) => isForUpdates(setting) && isShown(setting.row)),
  )
}

/** The address of a section; the connection has a room of its own. */
export const wayToSection = (id: SectionId): string =>
  id === 'connection' ? '/connection' : `/setup/${id}`

/** The address that opens a section at one of its settings. */
export const wayToSetting = ({ id, section }: Pick<Setting, 'id' | 'section'>): string =>
  section === 'connection' ? wayToSection(section) : `${wayToSection(section)}?setting=${id}`

/** The terms that find a setting in one language: name, hint, section and other terms. */
function wordsIn({ id, section }: Setting, language: Language): string[] {
  const { name, hint = '', search } = rowTexts(id, language)
  return split([name, hint, sectionName(section, language), search].join(' '))
}

const split = (text: string): string[] =>
  fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/**
 * The settings that have every typed word at the start of a word, in the screen's language or in
 * English. Null for an empty search.
 */
export function findSettings(
  settings: readonly Setting[],
  search: string,
  language: Language,
): Setting[] | null {
  const queryTerms = split(search)
  if (fold(search) === '') return null
  if (queryTerms.length === 0) return []
  return settings.filter((setting) => {
    const terms = [...wordsIn(setting, language), ...wordsIn(setting, 'en')]
    return queryTerms.every((start) => terms.some((word) => word.startsWith(start)))
  })
}
