import type { ProposedIngredient, StockKey } from '#contract/stock.ts'
import { joiningWords, kitchenWords, negations, type MenuLanguage } from './common-words.ts'

/** What a menu writes of one item. */
export interface ItemText {
  key: StockKey
  name: string
  description: string
}

/** A person looks through them: more are no help. */
const mostProposed = 30
/** One that is in a single item is that item's own switch. */
const fewestItems = 2
const shortestWord = 3
/** A text that goes on for longer names no more ingredients. */
const mostLetters = 2_000

const languages: readonly MenuLanguage[] = ['es', 'pt', 'en']

/** Without accents and case, as words are compared. */
const fold = (text: string): string => text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '')

/** Words as they are written, clause by clause: what is left out is left out to the end of a clause. */
const clausesOf = (text: string): string[][] =>
  text
    .slice(0, mostLetters)
    .split(/[^\p{L}\p{M}\p{N}\s'’-]/u)
    .map((clause) => clause.match(/[\p{L}\p{M}]+/gu) ?? [])

/** The endings of a plural, and what stands in their place; the first that fits. */
const endings: Record<MenuLanguage, readonly [ending: RegExp, singular: string][]> = {
  // A final e as well, since it may belong to the plural: camarón, camarones; tomate, tomates.
  es: [
    [/(?<=..)ces$|(?<=..)z$/, 'c'],
    [/(?<=..)e?s?$/, ''],
  ],
  pt: [
    [/(?:oes|aes|aos)$/, 'ao'],
    [/(?<=.)ais$/, 'al'],
    [/(?<=.)eis$/, 'el'],
    [/(?<=..)ns$/, 'm'],
    [/(?<=[rz])es$/, ''],
    [/(?<=..)s$/, ''],
  ],
  en: [
    [/(?<=..)ies$/, 'y'],
    [/(?<=.(?:ch|sh|ss|x|o))es$/, ''],
    [/(?<=[^su])s$/, ''],
  ],
}

/** What the forms of a word have in common; no word itself. */
function stemOf(word: string, language: MenuLanguage): string {
  for (const [ending, singular] of endings[language])
    if (ending.test(word)) return word.replace(ending, singular)
  return word
}

/** The language whose joining words a menu uses most. */
function languageOf(texts: readonly ItemText[]): MenuLanguage {
  const counts = languages.map((language) => ({ language, n: 0 }))
  for (const { name, description } of texts)
    for (const word of fold(`${name} ${description}`.slice(0, mostLetters)).split(/[^\p{L}]+/u))
      for (const count of counts) if (joiningWords[count.language].has(word)) count.n += 1
  return counts.reduce((most, each) => (each.n > most.n ? each : most)).language
}

interface Found {
  /** How often it is written in each way. */
  forms: Map<string, number>
  keys: Set<StockKey>
}

const capitalised = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1)

/** The way in which it is written most. */
const formOf = ({ forms }: Found): string =>
  [...forms].reduce((most, each) => (each[1] > most[1] ? each : most), ['', 0])[0]

/**
 * The ingredients that a menu's texts name, with the items that name each, those of most items first. A word that kitchens
 * say of many dishes is none, nor one that names a category, nor what a dish is without; `known` are names that need no
 * proposal. It only reads words: a person confirms. Linear in the length of the texts.
 */
export function proposeIngredients(
  texts: readonly ItemText[],
  categories: readonly string[],
  known: readonly string[],
): ProposedIngredient[] {
  const language = languageOf(texts)
  const stem = (word: string): string => stemOf(fold(word), language)
  const common = new Set(
    [
      ...joiningWords[language],
      ...kitchenWords[language],
      ...[...categories, ...known].flatMap((name) => clausesOf(name).flat()),
    ].map(stem),
  )
  const found = new Map<string, Found>()

  function read(key: StockKey, words: readonly string[]): void {
    for (const word of words) {
      if (negations[language].has(fold(word))) return
      const root = stem(word)
      if (word.length < shortestWord || common.has(root)) continue
      const one = found.get(root) ?? { forms: new Map<string, number>(), keys: new Set<StockKey>() }
      const form = word.toLowerCase()
      one.forms.set(form, (one.forms.get(form) ?? 0) + 1)
      one.keys.add(key)
      found.set(root, one)
    }
  }

  for (const { key, name, description } of texts)
    for (const clause of [...clausesOf(name), ...clausesOf(description)]) read(key, clause)
  return [...found.values()]
    .filter(({ keys }) => keys.size >= fewestItems)
    .toSorted((one, other) => other.keys.size - one.keys.size)
    .slice(0, mostProposed)
    .map((one) => ({ name: capitalised(formOf(one)), keys: [...one.keys] }))
}
