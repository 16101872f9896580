import type { Row } from '#contract/settings/row.ts'
import { sections, type RowId, type SectionId } from '#contract/settings/table.ts'
import { fold } from '../locales/fold.ts'
import type { Language } from '#contract/languages.ts'
import { sectionName, rowTexts } from './setting-text.ts'

export interface Setting {
  id: RowId
  section: SectionId
  row: Row
}

export const sectionIds = Object.keys(sections) as SectionId[]

/** All settings in order. The sections show them and the search finds them. */
export const catalogue: readonly Setting[] = sectionIds.flatMap((section) =>
  Object.entries<Row>(sections[section]).map(([id, row]) => ({
    id: id as RowId,
    section,
    row,
  })),
)

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
