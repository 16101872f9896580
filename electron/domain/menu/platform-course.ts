import { maxCourses } from '#contract/stations/station.ts'
import { searchTerms } from '../text/search-terms.ts'
import { metadataField } from './platform-station.ts'

/** Words for a course in English, Spanish and Portuguese, without case and accents. */
const words: Readonly<Record<number, string>> = {
  1: 'STARTER STARTERS APPETIZER APPETIZERS ENTRADA ENTRADAS ENTRANTE ENTRANTES',
  2: 'MAIN MAINS PRINCIPAL PRINCIPALES PRINCIPAIS FONDO FONDOS SIDE SIDES ACOMPANAMIENTO ACOMPANAMIENTOS GUARNICION GUARNICIONES ACOMPANHAMENTO ACOMPANHAMENTOS',
  3: 'DESSERT DESSERTS POSTRE POSTRES SOBREMESA SOBREMESAS',
}
const courseOfWord = new Map(
  Object.entries(words).flatMap(([course, all]) =>
    all.split(' ').map((word) => [word, Number(course)] as const),
  ),
)

/** The course that an object of metadata names, as a number or a word; null if it names none. */
export function platformCourseOf(metadata: unknown, field: string): number | null {
  const value = metadataField(metadata, field)
  if (typeof value !== 'string' && typeof value !== 'number') return null
  const number = Number(value)
  if (Number.isInteger(number) && number >= 1 && number <= maxCourses) return number
  const all = searchTerms(String(value)).map((word) => courseOfWord.get(word))
  return all.find((course) => course !== undefined) ?? null
}
