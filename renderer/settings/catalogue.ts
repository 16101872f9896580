import type { Row } from '#contract/settings/row.ts'
import { sections, type RowId, type SectionId } from '#contract/settings/table.ts'
import { fold } from '../locales/fold.ts'
import type { Language } from '#contract/languages.ts'

/** A row of the table, and where it stands in Settings. */
export interface Setting {
  id: RowId
  section: SectionId
  row: Row
}

/** The sections in their order. */
export const sectionIds = Object.keys(sections) as SectionId[]

/** Everything that is set in Settings, in its order: the sections show it and the search finds it. */
export const catalogue: readonly Setting[] = sectionIds.flatMap((section) =>
  Object.entries<Row>(sections[section].rows).map(([id, row]) => ({
    id: id as RowId,
    section,
    row,
  })),
)

/** By what a setting is found in one language: its name, its hint, its section, and what else people call it. */
function wordsIn({ section, row }: Setting, language: Language): string[] {
  const { name, hint = '', search } = row.messages[language]
  return split([name, hint, sections[section].name[language], search].join(' '))
}

const split = (text: string): string[] =>
  fold(text)
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)

/**
 * The settings in which every word that was typed begins a word, in the language of the screen or in English. Null:
 * nothing was searched for.
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
